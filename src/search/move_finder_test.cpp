#include "search/move_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "generate/generator.h"
#include "search/search.h"
#include "support/cases.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::uint64_t kMoveFinderTheorems = cases(12, 2);

using Hashes = std::set<std::uint64_t>;

Hashes hashes(const std::vector<LegalAction>& moves) {
  Hashes out;
  for (const LegalAction& move : moves) out.insert(move.next.hash());
  return out;
}

Hashes moves_of(Problem& problem, const State& state, Scope scope) {
  Budget budget{SearchLimits{}};
  MoveFinder finder(problem, budget);
  std::vector<LegalAction> moves;
  const std::uint64_t taken = finder.list(state, scope, moves).taken;
  EXPECT_GE(taken, moves.size());
  const Hashes out = hashes(moves);
  EXPECT_EQ(out.size(), moves.size());  // each effect once
  for (const LegalAction& move : moves) {
    State again = state;
    EXPECT_LE(again.apply(problem.bank, problem.rules, move.action), Outcome::kChanged);
    EXPECT_EQ(again.hash(), move.next.hash());
  }
  return out;
}

// On every state of the proofs of generated theorems.
template <typename Visit>
void for_each_state(RuleSet set, bool prune, const Visit& visit) {
  for (const std::size_t k : {3, 5}) {
    Generator generator({.rules = set, .k = k, .l = 5, .order_trials = 0});
    for (std::uint64_t i = 0; i < kMoveFinderTheorems; ++i) {
      const Generated& g = generator.generate(i);
      Problem problem(set, generator.rules(), generator.bank(), g.theorem(), prune);
      // The proof on the statements of the problem's bank: by what it does.
      State there(generator.bank(), g.theorem());
      State state(problem.bank, problem.theorem);
      for (const Action& action : g.proof()) {
        visit(problem, state);
        there.apply(generator.bank(), generator.rules(), action);
        const auto legal = legal_actions(problem.bank, problem.rules, state, action.axiom);
        const auto same = std::ranges::find_if(
            legal, [&](const LegalAction& move) { return move.next.hash() == there.hash(); });
        ASSERT_NE(same, legal.end());
        state = same->next;
      }
    }
  }
}

TEST(MoveFinderTest, AreAllLegalActionsButThoseThatOpenFalseGoals) {
  std::size_t left_out = 0;
  for (const RuleSet set : kRuleSets) {
    for_each_state(set, true, [&](Problem& problem, const State& state) {
      Hashes expected;
      for (const LegalAction& legal : legal_actions(problem.bank, problem.rules, state)) {
        problem.countermodel.extend(problem.bank);
        const bool may_hold = std::ranges::all_of(legal.next.goals(), [&](Statement goal) {
          return problem.countermodel.may_hold(problem.bank, goal);
        });
        if (may_hold) expected.insert(legal.next.hash());
        left_out += !may_hold;
      }
      ASSERT_EQ(moves_of(problem, state, Scope::kWholeState), expected);
    });
  }
  EXPECT_GT(left_out, 1000u);
}

TEST(MoveFinderTest, WithoutAModelAreAllLegalActions) {
  for (const RuleSet set : kRuleSets) {
    for_each_state(set, false, [&](Problem& problem, const State& state) {
      ASSERT_EQ(moves_of(problem, state, Scope::kWholeState),
                hashes(legal_actions(problem.bank, problem.rules, state)));
    });
  }
}

TEST(MoveFinderTest, OfTheFirstGoalArePartOfThem) {
  std::size_t fewer = 0;
  for (const RuleSet set : kRuleSets) {
    for_each_state(set, true, [&](Problem& problem, const State& state) {
      const Hashes all = moves_of(problem, state, Scope::kWholeState);
      const Hashes first = moves_of(problem, state, Scope::kFirstGoal);
      ASSERT_TRUE(std::ranges::includes(all, first));
      // They leave the other goals as they are.
      fewer += first.size() < all.size();
    });
  }
  EXPECT_GT(fewer, 0u);
}

class MoveFinderStopTest : public Fixture {};

TEST_F(MoveFinderStopTest, EndsWhenTold) {
  Problem problem(RuleSet::kStandard, rules_, bank_, theorem({}, "(a+b)+c=c+(a+b)"));
  Budget budget{SearchLimits{}};
  MoveFinder finder(problem, budget);
  std::size_t seen = 0;
  const std::uint64_t taken =
      finder.for_each(State(problem.bank, problem.theorem), Scope::kWholeState,
                      [&](const Action&, const State&) { return ++seen == 2; });
  EXPECT_EQ(seen, 2u);
  EXPECT_LE(taken, 3u);
}

}  // namespace
}  // namespace ineq
