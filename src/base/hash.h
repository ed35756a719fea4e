#pragma once
// A 64-bit mixing function (the finaliser of SplitMix64): every input bit reaches every output bit.

#include <cstdint>

namespace ineq {

constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace ineq
