// Proving a false theorem would be the worst possible bug. These tests search for proofs of
// statements that are false at an exact rational point. `ineq_fuzz --false` does the same for more
// statements.

#include "support/false_statements.h"

#include <gtest/gtest.h>

#include "support/cases.h"

namespace ineq {
namespace {

constexpr std::uint64_t kStatements = cases(1000, 100);

TEST(FalseStatementsTest, NoSearchProvesOne) {
  SearchLimits limits;
  limits.nodes = 20;
  const FalseCounts counts = search_false_statements(1, kStatements, limits);
  EXPECT_EQ(counts.statements, kStatements);
  EXPECT_EQ(counts.proven, 0u);
  EXPECT_GT(counts.counts.expanded, kStatements);  // states were searched, not only refuted
}

TEST(FalseStatementsTest, TheModelRefutesEveryFalseEquation) {
  SearchLimits limits;
  limits.nodes = 1;
  const FalseCounts counts = search_false_statements(2, kStatements, limits);
  EXPECT_GT(counts.equations, kStatements / 20);
  EXPECT_EQ(counts.refuted, counts.equations);
}

}  // namespace
}  // namespace ineq
