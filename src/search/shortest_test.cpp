#include "search/shortest.h"

#include <gtest/gtest.h>

#include <atomic>

#include "generate/generator.h"
#include "support/cases.h"
#include "support/exhaustive.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::uint64_t kShortestTheorems = cases(15, 2);

class ShortestTest : public Fixture {
 protected:
  Problem problem(const Texts& premises, std::string_view goal) {
    return Problem(RuleSet::kStandard, rules_, bank_, theorem(premises, goal));
  }
};

// What it claims, against trying all actions where that is possible.
TEST_F(ShortestTest, NoProofIsShorterThanItSays) {
  for (const RuleSet set : kRuleSets) {
    for (const std::size_t l : {2, 3, 4}) {
      Generator generator({.rules = set, .k = 2, .l = l, .order_trials = 0});
      for (std::uint64_t i = 0; i < kShortestTheorems; ++i) {
        const Generated& g = generator.generate(i);
        Problem problem(set, generator.rules(), generator.bank(), g.theorem());
        const Shortest found = find_shortest(problem, l, {.nodes = 100, .steps = 15});
        ASSERT_LE(found.at_least, *found.at_most);
        ASSERT_LE(*found.at_most, l);
        ASSERT_FALSE(found.refuted);
        if (*found.at_most < l) {
          ASSERT_TRUE(found.proven);
          ASSERT_EQ(found.proven->proof().size(), *found.at_most);
        }
        const State root(generator.bank(), g.theorem());
        if (!is_feasible(generator.bank(), generator.rules(), root, found.at_least - 1)) continue;
        ASSERT_FALSE(has_proof(generator.bank(), generator.rules(), root, found.at_least - 1));
      }
    }
  }
}

TEST_F(ShortestTest, BoundsFromBothSidesWhereNodesRunOut) {
  // Breadth-first search settles a few lengths; best-first search finds a proof.
  Problem hard = problem({}, "(a+b)*(a+b)=((a*a)+(a*b))+((b*a)+(b*b))");
  const Shortest found = find_shortest(hard, std::nullopt, {.nodes = 8, .steps = 12});
  EXPECT_GE(found.at_least, 2u);
  ASSERT_TRUE(found.at_most);
  EXPECT_LE(found.at_least, *found.at_most);
  ASSERT_TRUE(found.proven);
  EXPECT_EQ(found.proven->proof().size(), *found.at_most);
  EXPECT_EQ(found.proven->theorem().goal, hard.theorem.goal);
}

TEST_F(ShortestTest, WithoutAProofThereIsNoUpperBound) {
  Problem false_one = problem({}, "a=b");
  const Shortest refuted = find_shortest(false_one, std::nullopt, {});
  EXPECT_TRUE(refuted.refuted);
  EXPECT_FALSE(refuted.at_most);
  EXPECT_FALSE(refuted.settled());

  Problem few_steps = problem({}, "a^2>=0");
  const Shortest none = find_shortest(few_steps, std::nullopt, {.steps = 1});
  EXPECT_EQ(none.at_least, 2u);
  EXPECT_FALSE(none.at_most);

  Problem known = problem({}, "a^2>=0");
  EXPECT_TRUE(find_shortest(known, 2, {}).settled());

  Problem trivial = problem({}, "a=a");
  EXPECT_EQ(find_shortest(trivial, std::nullopt, {}).at_most, 0u);

  const std::atomic<bool> interrupt = true;
  Problem stopped = problem({}, "a^2>=0");
  const Shortest ended = find_shortest(stopped, 5, {.interrupt = &interrupt});
  EXPECT_EQ(ended.at_most, 5u);
  EXPECT_EQ(ended.counts.evaluated, 0u);
}

TEST_F(ShortestTest, SaysHowManyStepsItTakesAtLeast) {
  const auto takes = [&](std::size_t steps, std::uint64_t nodes) {
    Problem square = problem({}, "a^2>=0");
    return takes_at_least(square, steps, {.nodes = nodes});
  };
  EXPECT_TRUE(takes(0, 10));
  EXPECT_TRUE(takes(1, 10));
  EXPECT_TRUE(takes(2, 10));
  EXPECT_FALSE(takes(3, 10));
  EXPECT_FALSE(takes(3, 0));  // who knows
}

}  // namespace
}  // namespace ineq
