#pragma once
// Whether a term is identically zero where the made-up premises hold.
//
// Every variable has a random value modulo a large prime; one that a premise n+f=m introduces has
// the value that makes it true. A term that is not zero at this point is not zero identically, so
// that there are numbers at which it is not and all premises hold: those with >= leave an open set
// to choose from. The other way round a term of degree d is wrongly taken for zero with a
// probability of at most d / 2^61.

#include <array>
#include <cstdint>

#include "algebra/prime_field.h"
#include "base/rng.h"
#include "term/term.h"

namespace ineq {

class GenericPoint {
 public:
  using Field = PrimeField<61>;

  void draw(Rng& rng);  // every variable anew
  void set(const Bank& bank, Term variable, std::uint64_t value);
  std::uint64_t value(const Bank& bank, Term term) const;  // 1/0 is 0

 private:
  std::uint64_t seed_ = 0;  // of the variables that have not been set
  std::uint32_t set_ = 0;   // a bit a letter
  std::array<std::uint64_t, 26> variable_{};
};

}  // namespace ineq
