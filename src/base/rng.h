#pragma once
// The only source of randomness: a seeded generator that gives the same numbers on every machine.
// The algorithm is SplitMix64, a counter and a mixing function. `below` and `unit` do not use the
// standard library's distributions, because those differ between implementations. There is no
// global generator: whatever draws takes one as an argument. Not suitable for cryptography.

#include <cstdint>

#include "base/hash.h"

namespace ineq {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15); }

  // Uniform in [0, bound), where bound > 0. Rejection makes multiply-and-shift exactly uniform.
  std::uint32_t below(std::uint32_t bound) {
    while (true) {
      const std::uint64_t product = (next() >> 32) * bound;
      if (static_cast<std::uint32_t>(product) >= (0u - bound) % bound) {
        return static_cast<std::uint32_t>(product >> 32);
      }
    }
  }

  // Uniform in [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace ineq
