#include "search/breadth_first.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "generate/generator.h"
#include "support/cases.h"
#include "support/exhaustive.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::uint64_t kBreadthFirstTheorems = cases(60, 5);
constexpr std::size_t kBreadthFirstLongest = cases(4, 3);

class BreadthFirstTest : public Fixture {
 protected:
  SearchResult search(const Texts& premises, std::string_view goal,
                      const SearchLimits& limits = {}) {
    Problem problem(RuleSet::kStandard, rules_, bank_, theorem(premises, goal));
    Budget budget(limits);
    const SearchResult result = breadth_first(problem, budget);
    if (result.found()) {
      EXPECT_TRUE(check(problem.bank, rules_, problem.theorem, result.proof).proven) << goal;
    }
    return result;
  }
};

TEST_F(BreadthFirstTest, FindsShortestProofs) {
  const struct {
    Texts premises;
    const char* goal;
    std::size_t steps;
  } kCases[] = {
      {{}, "a=a", 0},
      {{}, "a+b=b+a", 1},
      {{}, "a+(b+c)=(a+c)+b", 2},
      {{}, "a*a>=0", 1},
      {{}, "a^2>=0", 2},
      {{"a=b"}, "a+c=b+c", 1},
      {{"a>=b", "b>=c"}, "a+b>=b+c", 1},
      {{"a!=0"}, "a*(1/a)=1", 1},
      {{"a!=0"}, "1=(1/a)*a", 2},
      {{"a>=0"}, "a*a>=0", 1},
      {{"a>=b", "c>=0"}, "c*a>=c*b", 3},
  };
  for (const auto& c : kCases) {
    const SearchResult result = search(c.premises, c.goal, {.steps = 5});
    EXPECT_EQ(result.end, SearchEnd::kProven) << c.goal;
    EXPECT_EQ(result.proof.size(), c.steps) << c.goal;
    EXPECT_EQ(shortest_proof(bank_, rules_, state(c.premises, c.goal), 3), c.steps) << c.goal;
  }
}

// Nothing but the limit of steps tells this search from trying everything.
TEST_F(BreadthFirstTest, AgreesWithTryingAllActions) {
  std::map<std::size_t, std::size_t> compared;  // by the length of the shortest proof
  for (const RuleSet set : kRuleSets) {
    for (const std::size_t l : {1, 2, 3, 4}) {
      Generator generator(
          {.rules = set, .k = std::min<std::size_t>(l, 2), .l = l, .order_trials = 0});
      for (std::uint64_t i = 0; i < kBreadthFirstTheorems; ++i) {
        const Theorem& theorem = generator.generate(i).theorem();
        Bank& bank = generator.bank();
        Problem problem(set, generator.rules(), bank, theorem);
        Budget budget({.nodes = 20, .steps = l});
        const SearchResult found = breadth_first(problem, budget);
        if (found.end == SearchEnd::kNodes) continue;
        ASSERT_TRUE(found.found());  // there is a proof of l steps
        ASSERT_TRUE(check(problem.bank, generator.rules(), problem.theorem, found.proof).proven);
        ASSERT_EQ(found.settled, found.proof.size() - 1);
        const State root(bank, theorem);
        if (!is_feasible(bank, generator.rules(), root, found.settled)) continue;
        ASSERT_FALSE(has_proof(bank, generator.rules(), root, found.settled))
            << to_string(bank, theorem.goal);
        ++compared[found.proof.size()];
      }
    }
  }
  for (std::size_t length = 1; length <= kBreadthFirstLongest; ++length) {
    EXPECT_GT(compared[length], 0u) << length;
  }
}

TEST_F(BreadthFirstTest, SaysWhyItEnds) {
  EXPECT_EQ(search({}, "a=b").end, SearchEnd::kRefuted);
  EXPECT_EQ(search({"a=0"}, "a!=0").end, SearchEnd::kRefuted);
  EXPECT_EQ(search({}, "a+b=b+a", {.steps = 0}).end, SearchEnd::kExhausted);

  const SearchResult exhausted = search({}, "a^2>=0", {.steps = 1});
  EXPECT_EQ(exhausted.end, SearchEnd::kExhausted);
  EXPECT_EQ(exhausted.settled, 1u);

  const char* const hard = "(a+b)*(a+b)=(a*a+a*b)+(b*a+b*b)";
  const SearchResult few = search({}, hard, {.nodes = 3});
  EXPECT_EQ(few.end, SearchEnd::kNodes);
  EXPECT_EQ(few.counts.expanded, 3u);
  EXPECT_GE(few.settled, 1u);
  EXPECT_EQ(search({}, hard, {.memory = 1000}).end, SearchEnd::kMemory);
  const std::atomic<bool> interrupt = true;
  EXPECT_EQ(search({}, hard, {.interrupt = &interrupt}).end, SearchEnd::kInterrupted);
}

}  // namespace
}  // namespace ineq
