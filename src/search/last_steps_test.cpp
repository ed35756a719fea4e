#include "search/last_steps.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "generate/generator.h"
#include "support/cases.h"
#include "support/exhaustive.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::uint64_t kLastStepsTheorems = cases(60, 10);
constexpr std::uint64_t kLastStepsStates = cases(60, 10);

class LastStepsTest : public Fixture {
 protected:
  bool may_suffice(const Texts& premises, std::string_view goal, std::size_t steps) {
    return LastSteps(rules_, budget_).may_suffice(bank_, state(premises, goal), steps);
  }

  Budget budget_{SearchLimits{}};
};

TEST_F(LastStepsTest, SeesWhatOneStepCloses) {
  const struct {
    Texts premises;
    const char* goal;
    std::size_t steps;  // that it takes
  } kCases[] = {
      {{}, "a+b=b+a", 1},
      {{}, "1/(a+b)=1/(b+a)", 1},
      {{}, "a+b>=b+a", 1},
      {{}, "a*a>=0", 1},
      {{}, "1*1!=0", 1},
      {{"a=b"}, "a+c=b+c", 1},
      {{"(b+a)*c=d"}, "(a+b)*c=d", 1},
      {{"a+b!=0"}, "b+a!=0", 1},
      {{"a>=b", "c>=d"}, "a+c>=b+d", 1},
      {{}, "(a+b)+c=c+(b+a)", 2},
      {{}, "a^2>=0", 2},
      {{}, "(a+b)+-(b+a)=0", 2},
      {{"a>=b", "b+a=c"}, "(a+b)+a>=c+b", 3},
      // The first step takes a premise that is a fact, and there is no other first step.
      {{"a=b"}, "((a+-b)+c)*d=c*d", 2},
      // The premise and what the goal becomes are one statement.
      {{}, "0+1=(0+1)*(1/1)", 2},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(may_suffice(c.premises, c.goal, 0), false) << c.goal;
    EXPECT_EQ(may_suffice(c.premises, c.goal, 1), c.steps <= 1) << c.goal;
    EXPECT_EQ(may_suffice(c.premises, c.goal, 2), c.steps <= 2) << c.goal;
    EXPECT_TRUE(may_suffice(c.premises, c.goal, 3)) << c.goal;
    EXPECT_EQ(shortest_proof(bank_, rules_, state(c.premises, c.goal), c.steps), c.steps) << c.goal;
  }
}

TEST_F(LastStepsTest, OfGoalsThatFollowFromEachOtherOneMustBeProven) {
  LastSteps last_steps(rules_, budget_);
  State circle = state({}, "(a+b)+(b+a)>=c+c");
  apply(circle, "ineq_prin_one | ((a+b)+(b+a)) in obj, (c+c) in obj");
  ASSERT_EQ(texts(circle.goals()), (Texts{"(a+b)>=c", "(b+a)>=c"}));
  EXPECT_FALSE(last_steps.may_suffice(bank_, circle, 2));
  EXPECT_FALSE(last_steps.may_suffice(bank_, circle, 3));

  State chain = state({"b+a>=c"}, "(a+1*b)+(1*b+a)>=c+c");
  apply(chain, "ineq_prin_one | ((a+(1*b))+((1*b)+a)) in obj, (c+c) in obj");
  ASSERT_EQ(texts(chain.goals()), (Texts{"(a+(1*b))>=c", "((1*b)+a)>=c"}));
  EXPECT_FALSE(last_steps.may_suffice(bank_, chain, 1));
  EXPECT_TRUE(last_steps.may_suffice(bank_, chain, 2));
  EXPECT_TRUE(has_proof(bank_, rules_, chain, 2));
}

// A no is a promise: here are proofs, and no state on their way may be given up.
TEST_F(LastStepsTest, GivesUpNoStateOfAProof) {
  for (const RuleSet set : kRuleSets) {
    for (const std::size_t k : {1, 3, 5, 9}) {
      for (const AxiomSet axioms : {AxiomSet::kField, AxiomSet::kOrderedField}) {
        Generator generator({.axioms = axioms,
                             .rules = set,
                             .k = k,
                             .l = std::max(k, k / 2 + 5),
                             .order_trials = 0});
        for (std::uint64_t i = 0; i < kLastStepsTheorems; ++i) {
          const Generated& g = generator.generate(i);
          LastSteps last_steps(generator.rules(), budget_);
          State state(generator.bank(), g.theorem());
          for (std::size_t step = 0; step < g.proof().size(); ++step) {
            ASSERT_TRUE(last_steps.may_suffice(generator.bank(), state, g.proof().size() - step));
            state.apply(generator.bank(), generator.rules(), g.proof()[step]);
          }
        }
      }
    }
  }
}

// The same for states that no proof leads to: random ones, with goals of their own.
TEST_F(LastStepsTest, GivesUpOnlyWhatCannotBeProven) {
  std::size_t given_up = 0, with_proof = 0;
  for (const RuleSet set : kRuleSets) {
    Rng rng(7);
    for (std::uint64_t i = 0; i < kLastStepsStates; ++i) {
      Generator generator({.rules = set, .k = 2, .l = 3, .order_trials = 0});
      const Generated& g = generator.generate(i);
      Bank& bank = generator.bank();
      const Rules& rules = generator.rules();
      LastSteps last_steps(rules, budget_);
      State state(bank, g.theorem());
      // Some steps of the proof, and one at random.
      const std::uint32_t begun = rng.below(3);
      for (std::uint32_t n = 0; n < begun; ++n) state.apply(bank, rules, g.proof()[n]);
      const auto legal = legal_actions(bank, rules, state);
      if (legal.empty()) continue;
      state = legal[rng.below(static_cast<std::uint32_t>(legal.size()))].next;
      const auto goals = static_cast<std::size_t>(std::ranges::distance(state.goals()));
      for (std::size_t steps = goals; steps <= std::min<std::size_t>(goals + 1, 2); ++steps) {
        if (!is_feasible(bank, rules, state, steps)) continue;
        const bool provable = has_proof(bank, rules, state, steps);
        const bool may = last_steps.may_suffice(bank, state, steps);
        ASSERT_LE(provable, may) << to_string(bank, *state.goals().begin());
        given_up += !may;
        with_proof += provable;
      }
    }
  }
  EXPECT_GT(given_up, kLastStepsStates / 4);
  EXPECT_GT(with_proof, 0u);
}

}  // namespace
}  // namespace ineq
