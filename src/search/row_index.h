#pragma once
// The rows of a rule set by what they apply to: a term with some operator at its root, or a whole
// statement. All lists keep the order of the axioms.

#include <array>
#include <cstddef>
#include <iterator>
#include <vector>

#include "kernel/kernel.h"

namespace ineq {

class RowIndex {
 public:
  using Rows = std::vector<const Row*>;

  explicit RowIndex(const Rules& rules);  // which must outlive the index

  // The rewriting rows whose last operand can match a term with this operator at its root,
  // including those whose last operand is a variable, which matches any term. (Only the rule set
  // `full` has such rows.)
  const Rows& applicable(Op op) const { return applicable_[static_cast<std::size_t>(op)]; }
  // The rewriting rows whose last operand itself has this operator at its root. Those whose last
  // operand is a variable are listed under kVariable only.
  const Rows& rooted(Op op) const { return rooted_[static_cast<std::size_t>(op)]; }
  // The rows that conclude a statement.
  const Rows& concluding() const { return concluding_; }

 private:
  using ByOperator = std::array<Rows, std::size(kArity)>;

  ByOperator applicable_;
  ByOperator rooted_;
  Rows concluding_;
};

}  // namespace ineq
