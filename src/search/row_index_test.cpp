#include "search/row_index.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "axioms/axioms.h"

namespace ineq {
namespace {

std::size_t total(const RowIndex& index, const Rules& rules) {
  std::size_t out = index.concluding().size();
  for (std::size_t op = 0; op < std::size(kArity); ++op) {
    for (const Row* row : index.rooted(static_cast<Op>(op))) {
      EXPECT_EQ(rules.patterns[row->operands.back()].op, static_cast<Op>(op));
      ++out;
    }
  }
  return out;
}

TEST(RowIndexTest, HoldsEveryRowOnce) {
  for (const RuleSet set : kRuleSets) {
    const Rules rules = make_rules(set);
    std::size_t rows = 0;
    for (const auto& axiom : rules.axioms) rows += axiom.size();
    EXPECT_EQ(total(RowIndex(rules), rules), rows);
  }
}

TEST(RowIndexTest, RowsThatFitAnyTermAreApplicableToAllOperators) {
  const Rules rules = make_rules(RuleSet::kFull);
  const RowIndex index(rules);
  EXPECT_EQ(index.rooted(Op::kVariable).size(), 2u);  // a => a*1, a => a+0
  for (const Op op : {Op::kVariable, Op::kZero, Op::kAdd, Op::kMultiply}) {
    const auto& rows = index.applicable(op);
    for (const Row* row : index.rooted(Op::kVariable)) {
      EXPECT_EQ(std::ranges::count(rows, row), 1);
    }
    const std::size_t own = op == Op::kVariable ? 0 : index.rooted(op).size();
    EXPECT_EQ(rows.size(), 2 + own);
  }
}

TEST(RowIndexTest, KeepsTheOrderOfTheAxioms) {
  const Rules rules = make_rules(RuleSet::kFull);
  const RowIndex index(rules);
  RowIndex::Rows expected;
  for (const auto& axiom : rules.axioms) {
    for (const Row& row : axiom) {
      if (!row.by) continue;
      const Op op = rules.patterns[row.operands.back()].op;
      if (op == Op::kAdd || op == Op::kVariable) expected.push_back(&row);
    }
  }
  EXPECT_EQ(index.applicable(Op::kAdd), expected);
}

}  // namespace
}  // namespace ineq
