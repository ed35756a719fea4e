#pragma once
// The terms X that a theorem can start from, X=X (paper, Section 3.1: initial conditions).

#include <cstddef>
#include <vector>

#include "base/rng.h"
#include "term/term.h"

namespace ineq {

// Uniform over the terms with exactly so many operators over a, b, c. INT lists them all, 3, 27 and
// 405 for the degrees 0, 1 and 2, and can go no further; this counts them.
class InitialTerms {
 public:
  explicit InitialTerms(std::size_t degree);

  Term draw(Rng& rng, Bank& bank, std::size_t degree) const;

  // Of each degree up to the greatest: so many of them, or all there are, without repetition.
  void draw_some(Rng& rng, Bank& bank, std::size_t of_each_degree, std::vector<Term>& out) const;

 private:
  Term draw_binary(Rng& rng, Bank& bank, Op op, std::size_t left, std::size_t degree) const;

  std::vector<double> count_;  // by degree; a double, as they soon leave any integer behind
};

}  // namespace ineq
