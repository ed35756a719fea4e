#pragma once
// Initial terms: the terms X for which X=X is the start of a theorem (paper, Section 3.1: initial
// conditions). The degree of a term is the number of its operators.

#include <cstddef>
#include <vector>

#include "base/rng.h"
#include "term/term.h"

namespace ineq {

// Draws uniformly from all terms of a degree over the variables a, b and c. INT lists all of them
// (3, 27 and 405 for the degrees 0, 1 and 2), which is impossible for higher degrees. This class
// only counts them.
class InitialTerms {
 public:
  explicit InitialTerms(std::size_t degree);

  Term draw(Rng& rng, Bank& bank, std::size_t degree) const;

  // Draws `of_each_degree` distinct terms of each degree up to the maximum, or all terms of the
  // degree if there are fewer.
  void draw_some(Rng& rng, Bank& bank, std::size_t of_each_degree, std::vector<Term>& out) const;

 private:
  Term draw_binary(Rng& rng, Bank& bank, Op op, std::size_t left, std::size_t degree) const;

  std::vector<double> count_;  // number of terms by degree, which soon exceeds any integer type
};

}  // namespace ineq
