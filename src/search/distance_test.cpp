#include "search/distance.h"

#include "algebra/copy.h"
#include "generate/generator.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class DistanceTest : public Fixture {
 protected:
  Cost distance(std::string_view goal, const Texts& premises = {},
                RuleSet set = RuleSet::kStandard) {
    const Rules rules = make_rules(set);
    Problem problem(set, rules, bank_, theorem(premises, goal));
    return Distance(problem, budget_)(problem.theorem.goal);
  }
  float steps(std::string_view goal, const Texts& premises = {}) {
    return distance(goal, premises).steps;
  }

  Budget budget_{SearchLimits{}};
};

TEST_F(DistanceTest, OneStepIsOneForEveryAxiomThatNeedsNoPremise) {
  EXPECT_EQ(steps("a+b = b+a"), 1);
  EXPECT_EQ(steps("(a+b)+c = a+(b+c)"), 1);
  EXPECT_EQ(steps("0+a = a"), 1);
  EXPECT_EQ(steps("a+-a = 0"), 1);
  EXPECT_EQ(steps("a*b = b*a"), 1);
  EXPECT_EQ(steps("(a*b)*c = a*(b*c)"), 1);
  EXPECT_EQ(steps("a = a*1"), 1);
  EXPECT_EQ(steps("a*b+c*b = (a+c)*b"), 1);
  EXPECT_EQ(steps("a*(b+c) = a*b+a*c"), 1);
  EXPECT_EQ(steps("a^2 = a*a"), 1);
  EXPECT_EQ(steps("a = (a+b)+-b"), 1);
  EXPECT_EQ(steps("a*a >= 0"), 1);
  EXPECT_EQ(steps("a >= a+-b+b"), steps("a = a+-b+b") + 1);
}

TEST_F(DistanceTest, PremisesAreSteppingStones) {
  EXPECT_EQ(steps("a*(1/a) = 1", {"a != 0"}), 1);
  EXPECT_EQ(steps("a+b = a+c", {"b = c"}), 1);
  EXPECT_EQ(steps("a+c >= b+d", {"a >= b", "c >= d"}), 1);
  EXPECT_EQ(steps("a*c >= b*c", {"a >= b", "c >= 0"}), 1);
  EXPECT_EQ(steps("a >= c+-b", {"a+b >= c"}), 1);
}

TEST_F(DistanceTest, WhatIsApartAddsUp) {
  EXPECT_EQ(steps("(a+b)*(c+d) = (b+a)*(d+c)"), 2);
  EXPECT_EQ(steps("((0+a)+b)^2 = (b+a)^2"), 2);
  EXPECT_EQ(steps("a+-(a*1) = 0"), 2);
}

TEST_F(DistanceTest, RowsFitByValue) {
  // The common factor is one only when b+c and c+b are made equal.
  EXPECT_EQ(steps("a*(b+c)+d*(c+b) = (a+d)*(b+c)"), 2);
  EXPECT_EQ(steps("(a+-a)+b = b"), 2);
}

TEST_F(DistanceTest, WhatIsFalseIsFar) {
  EXPECT_GE(steps("a = b"), 1000);
  EXPECT_GE(steps("a+b = a+c", {"b = d"}), 1000);
  EXPECT_LT(distance("a = b", {}, RuleSet::kInt2021).steps, 100);  // which can prove it
}

TEST_F(DistanceTest, WhereNoWayIsSeenItGrowsWithTheSize) {
  // True, but beyond what is looked at.
  const Cost small = distance("(a+b)^2 = (a^2+b^2)+(a*b+a*b)");
  const Cost large = distance("((a*c)+b)^2 = ((a*c)^2+b^2)+((a*c)*b+(a*c)*b)");
  EXPECT_LT(small.seen, small.steps);
  EXPECT_LT(small.steps, large.steps);
}

// Terms whose parts all have the same value line up in every way there is. Without a limit it would
// take hours.
TEST_F(DistanceTest, GivesUpWhereEverythingLinesUp) {
  std::string left = "a", right = "a";
  for (int i = 0; i < 12; ++i) {
    left = "((1*(" + left + "))+(0*b))";
    right = "(((" + right + ")*1)+(b+-b))";
  }
  EXPECT_GT(steps(left + "=" + right), 0);
  std::string zeros = "0";
  for (int i = 0; i < 300; ++i) zeros += "+0";
  EXPECT_GT(steps(zeros + "=0*(" + zeros + ")"), 0);
}

TEST_F(DistanceTest, IsCloseToTheLengthOfGeneratedProofs) {
  Generator generator({.k = 3, .l = 5, .seed = 9});
  std::size_t states = 0, close = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Generated& generated = generator.generate(i);
    const Bank& bank = generator.bank();
    Problem problem(RuleSet::kStandard, generator.rules(), bank, generated.theorem());
    Distance distance(problem, budget_);
    State state(problem.bank, problem.theorem);
    auto left = static_cast<float>(generated.proof().size());
    for (const Action& action :
         copy_actions(bank, {generated.proof().begin(), generated.proof().end()}, problem.bank)) {
      const float guess = distance(state).steps;
      close += guess <= left && guess >= left / 2;
      ++states;
      --left;
      state.apply(problem.bank, problem.rules, action);
    }
  }
  EXPECT_GT(close * 10, states * 8);
}

}  // namespace
}  // namespace ineq
