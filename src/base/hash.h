#pragma once
// A 64-bit mixing function (the finaliser of SplitMix64): every input bit reaches every output bit;
// and a hash of text made of it.

#include <cstdint>
#include <string_view>

namespace ineq {

constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Goes on with the hash of what comes before the text.
constexpr std::uint64_t hash_text(std::string_view text, std::uint64_t before = 0) {
  for (const char c : text) before = mix(before + static_cast<unsigned char>(c) + 1);
  return before;
}

}  // namespace ineq
