#pragma once
// A 64-bit mixing function and a hash of text that is built on it. Both give the same values on
// every machine, so datasets may depend on them. Neither is a cryptographic hash.

#include <cstdint>
#include <string_view>

namespace ineq {

// The finaliser of SplitMix64: every input bit affects every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Continues from `before`, the hash of the preceding text, so that a text can be hashed in pieces.
constexpr std::uint64_t hash_text(std::string_view text, std::uint64_t before = 0) {
  for (const char c : text) before = mix(before + static_cast<unsigned char>(c) + 1);
  return before;
}

}  // namespace ineq
