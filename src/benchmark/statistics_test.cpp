#include "benchmark/statistics.h"

#include "support/fixture.h"

namespace ineq {
namespace {

class StatisticsTest : public Fixture {};

TEST_F(StatisticsTest, StatisticsAreOfTheTheoremsGiven) {
  Statistics statistics;
  const Theorem first = theorem({"a!=0"}, "a+0 = 0+a");
  State at(bank_, first);
  const Action zero = action(at, "add_zero | (a+0) in obj");
  at.apply(bank_, rules_, zero);
  const Action other = action(at, "add_zero | (0+a) in obj");
  statistics.add(bank_, check(bank_, rules_, first, std::vector{zero, other}).proven.value());
  const Theorem second = theorem({}, "a*b >= b*a");
  State there(bank_, second);
  const Action to_equality = action(there, "equ_dbl_ineq | (a*b) in obj, (b*a) in obj");
  there.apply(bank_, rules_, to_equality);
  const Action swap = action(there, "mul_cmmt | (b*a) in obj");
  statistics.add(bank_,
                 check(bank_, rules_, second, std::vector{to_equality, swap}).proven.value());
  ASSERT_EQ(statistics.by_setting().size(), 2u);
  const TheoremStatistics& k1 = statistics.by_setting().at({1, 2});
  EXPECT_EQ(k1.axioms[2], 2u);
  EXPECT_EQ(k1.characters.mean(), 11);         // (a+0)=(0+a)
  EXPECT_EQ(k1.source_characters.mean(), 19);  // a!=0 to (a+0)=(0+a)
  EXPECT_EQ(k1.nodes.mean(), 7);
  EXPECT_EQ(k1.step_nodes.mean(), 6);
  const TheoremStatistics all = statistics.all();
  EXPECT_EQ(all.size(), 2u);
  EXPECT_EQ(all.steps(), 4u);
  EXPECT_EQ(all.inequalities, 1u);
  EXPECT_EQ(all.premises.mean(), 0.5);
  EXPECT_EQ(all.characters.quantile(1), 15u);  // (a*b)\geq (b*a)
  EXPECT_NEAR(all.characters.deviation(), 2.828, 0.001);
}

}  // namespace
}  // namespace ineq
