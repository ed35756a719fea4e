#pragma once
// Proof terms, as Coq and Lean both write them: a lemma applied to terms and to proofs.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "export/exporter.h"
#include "export/notation.h"

namespace ineq {

struct ProofTerms {
  const Notation& notation;
  std::string_view real;  // the type
  // Proofs of what is trivial: 1!=0; and x=x and x>=x, to be applied to x.
  std::string_view one_non_zero, equal, greater_equal;

  // ` (a b : R) (h1 : a = b)`
  std::string binders(const std::vector<char>& variables, const Bank& bank,
                      std::span<const Statement> premises) const;
  // The name of a premise or a line, or the proof of what is trivial.
  std::string reference(const Bank& bank, const LineNames& names, Statement statement) const;
  // The lemma of the line, with its terms and the proofs of its premises.
  std::string use(const Bank& bank, const LineNames& names, const Line& line) const;
};

}  // namespace ineq
