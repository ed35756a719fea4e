#include "search/row_index.h"

namespace ineq {

RowIndex::RowIndex(const Rules& rules) {
  for (const auto& rows : rules.axioms) {
    for (const Row& row : rows) {
      if (!row.by) {
        concluding_.push_back(&row);
        continue;
      }
      const Op op = rules.patterns[row.operands.back()].op;
      const auto root = static_cast<std::size_t>(op);
      rooted_[root].push_back(&row);
      if (op != Op::kVariable) {
        applicable_[root].push_back(&row);
      } else {
        for (Rows& any : applicable_) any.push_back(&row);
      }
    }
  }
}

}  // namespace ineq
