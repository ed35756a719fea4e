// A false theorem that gets proven is the worst bug there is: searches are let loose on statements
// that an exact rational point refutes. `ineq_fuzz --false` does ten thousand, and longer.

#include "support/false_statements.h"

#include <gtest/gtest.h>

namespace ineq {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t kStatements = 100;
#else
constexpr std::uint64_t kStatements = 1000;
#endif

TEST(FalseStatementsTest, NoSearchProvesOne) {
  SearchLimits limits;
  limits.nodes = 20;
  const FalseCounts counts = search_false_statements(1, kStatements, limits);
  EXPECT_EQ(counts.statements, kStatements);
  EXPECT_EQ(counts.proven, 0u);
  EXPECT_GT(counts.counts.expanded, kStatements);  // they were searched, not only refuted
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
