#pragma once
// Decides whether a term is identically zero wherever the generated premises hold.
//
// Every variable has a random value modulo a large prime. A variable that a premise n+f=m
// introduces has the value that makes the premise true. If a term is not zero at this point, it is
// not identically zero. Then there are real numbers at which it is not zero and all premises hold,
// because the premises with >= still leave an open set of points. Conversely, a term of degree d
// that is not identically zero is taken for zero with a probability of at most d / 2^61.

#include <array>
#include <cstdint>

#include "algebra/prime_field.h"
#include "base/rng.h"
#include "term/term.h"

namespace ineq {

class GenericPoint {
 public:
  using Field = PrimeField<61>;

  void draw(Rng& rng);  // draws all variables again, including those that were set
  void set(const Bank& bank, Term variable, std::uint64_t value);
  std::uint64_t value(const Bank& bank, Term term) const;  // 1/0 is 0

 private:
  std::uint64_t seed_ = 0;  // determines the variables that have not been set
  std::uint32_t set_ = 0;   // one bit per letter
  std::array<std::uint64_t, 26> variable_{};
};

}  // namespace ineq
