#pragma once
// Proof terms in the form that Coq and Lean share: a lemma applied to terms and to proofs.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "export/exporter.h"
#include "export/notation.h"

namespace ineq {

struct ProofTerms {
  const Notation& notation;
  std::string_view real;  // the type of real numbers
  // Proofs of trivial statements: 1!=0, x=x and x>=x. The last two are applied to x.
  std::string_view one_non_zero, equal, greater_equal;

  // ` (a b : R) (h1 : a = b)`
  std::string binders(const std::vector<char>& variables, const Bank& bank,
                      std::span<const Statement> premises) const;
  // The name of a premise or a line, or the proof of a trivial statement.
  std::string reference(const Bank& bank, const LineNames& names, Statement statement) const;
  // The lemma of the line, applied to its terms and to the proofs of its premises.
  std::string use(const Bank& bank, const LineNames& names, const Line& line) const;
};

}  // namespace ineq
