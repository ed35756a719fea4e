// The axioms and the theorems proven from them are true at exact rational points, with an arbitrary
// value for 1/0. The rule set int-2021 is not sound, which these tests also confirm.

#include <gtest/gtest.h>

#include <algorithm>
#include <unordered_set>

#include "axioms/axioms.h"
#include "env/legal_actions.h"
#include "proof/record.h"
#include "support/cases.h"
#include "support/draw.h"
#include "support/rational.h"
#include "term/parse.h"

namespace ineq {
namespace {

constexpr std::size_t kMultiplicationSimplification = 7;

// Whether the row is true at the point. Rewriting, S[at] <=> S[by] for any S, is valid if at = by.
bool row_holds(const Bank& patterns, const Row& row, const Point& point) {
  if (row.conclusion) return holds(patterns, *row.conclusion, point);
  return evaluate(patterns, row.operands.back(), point) == evaluate(patterns, *row.by, point);
}

constexpr std::size_t kPoints = cases(2000, 200);

TEST(RowSoundnessTest, EveryRowIsTrueWhereItsPremisesAre) {
  for (const RuleSet set : {RuleSet::kStandard, RuleSet::kFull}) {
    const Rules rules = make_rules(set);
    ASSERT_EQ(rules.axioms.size(), kAxiomCount);
    for (std::size_t axiom = 0; axiom < kAxiomCount; ++axiom) {
      for (std::size_t i = 0; i < rules.axioms[axiom].size(); ++i) {
        SCOPED_TRACE(std::string(to_string(set)) + ", row " + std::to_string(i + 1) + " of " +
                     std::string(rows_text(set, axiom)));
        const Row& row = rules.axioms[axiom][i];
        Rng rng(1 + axiom * 8 + i);
        const auto points = models(rules.patterns, row.premises, rng, kPoints, 200'000);
        EXPECT_EQ(points.size(), kPoints) << "its premises hold too rarely for this test";
        const auto fails = [&](const Point& p) { return !row_holds(rules.patterns, row, p); };
        EXPECT_EQ(std::ranges::count_if(points, fails), 0);
      }
    }
  }
}

// Exactly one row of the original is not true: a*(1/b) => 1 if a=b fails if a and b are zero.
TEST(RowSoundnessTest, OneRowOfInt2021IsFalse) {
  const Rules rules = make_rules(RuleSet::kInt2021);
  for (std::size_t axiom = 0; axiom < kAxiomCount; ++axiom) {
    bool counterexample = false;
    for (const Row& row : rules.axioms[axiom]) {
      Rng rng(1 + axiom);
      for (const Point& point : models(rules.patterns, row.premises, rng, 500, 50'000)) {
        counterexample = counterexample || !row_holds(rules.patterns, row, point);
      }
    }
    EXPECT_EQ(counterexample, axiom == kMultiplicationSimplification) << axioms()[axiom].name;
  }
}

TEST(TheoremSoundnessTest, AcceptedExamplesAreTrue) {
  Bank bank;
  Rng rng(1);
  for (const Record& record : example_records()) {
    SCOPED_TRACE(record.id);
    const RuleSet set = record.rules.value_or(RuleSet::kStandard);
    ASSERT_NE(set, RuleSet::kInt2021);
    const RecordVerdict verdict = check_record(bank, make_rules(set), record);
    ASSERT_TRUE(verdict.proven) << verdict.reason;
    const Theorem theorem = read_theorem(bank, record);
    EXPECT_TRUE(survives(bank, theorem, rng, 500));
    const auto points = models(bank, theorem.premises, rng, 100, 20'000);
    EXPECT_EQ(points.size(), 100u) << "its premises hold too rarely for this test";
    for (const Point& point : points) EXPECT_TRUE(holds(bank, theorem.goal, point));
  }
}

class ZeroTimesInverseTest : public testing::Test {
 protected:
  struct Reached {
    std::size_t states = 0;
    bool proven = false;
    bool all = false;  // whether no other state can be reached
  };

  // Explores all states within `depth` steps breadth first, up to about `most` states.
  Reached reach(const Rules& rules, int depth, std::size_t most) {
    Reached reached;
    std::unordered_set<std::uint64_t> seen;
    std::vector<State> level{State(bank_, theorem_)};
    for (; depth > 0 && !level.empty() && seen.size() < most; --depth) {
      std::vector<State> next;
      for (const State& state : level) {
        if (seen.size() >= most) break;
        for (LegalAction& legal : legal_actions(bank_, rules, state)) {
          reached.proven = reached.proven || legal.next.proven();
          if (seen.insert(legal.next.hash()).second) next.push_back(std::move(legal.next));
        }
      }
      level = std::move(next);
    }
    reached.states = seen.size();
    reached.all = level.empty();
    return reached;
  }

  Bank bank_;
  const Theorem theorem_{.premises = {}, .goal = parse_statement(bank_, "1 = 0*(1/0)")};
};

TEST_F(ZeroTimesInverseTest, IsFalseWhateverTheInverseOfZeroIs) {
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(holds(bank_, theorem_.goal, random_point(rng)));
}

TEST_F(ZeroTimesInverseTest, HasNoProofUnderStandard) {
  const Reached reached = reach(make_rules(RuleSet::kStandard), 1000, 1'000'000);
  EXPECT_TRUE(reached.all);  // all states were explored, which shows that there is no proof
  EXPECT_FALSE(reached.proven);
  EXPECT_GE(reached.states, 3u);
}

TEST_F(ZeroTimesInverseTest, HasNoShortProofUnderFull) {
  const Reached reached = reach(make_rules(RuleSet::kFull), 4, 50'000);
  EXPECT_FALSE(reached.proven);
  EXPECT_GE(reached.states, 10'000u);
}

TEST_F(ZeroTimesInverseTest, HasAProofUnderInt2021) {
  const Action simplify{
      .axiom = kMultiplicationSimplification, .count = 1, .operands = {{{theorem_.goal, 2}}}};
  const std::vector<Action> proof{simplify};
  EXPECT_TRUE(check(bank_, make_rules(RuleSet::kInt2021), theorem_, proof).proven);
  EXPECT_TRUE(reach(make_rules(RuleSet::kInt2021), 1, 1000).proven);
  const Verdict verdict = check(bank_, make_rules(RuleSet::kStandard), theorem_, proof);
  EXPECT_FALSE(verdict.proven);  // the step is valid, but 0!=0 stays open
  EXPECT_EQ(verdict.step, 1u);
}

// A statement that is false at a point where its premises are true is never proven.
TEST(FalseStatementTest, RandomWalksNeverProveOne) {
  Rng rng(1);
  std::size_t walks = 0, changes = 0, listed = 0;
  const Rules sets[] = {make_rules(RuleSet::kStandard), make_rules(RuleSet::kFull)};
  Bank bank;
  while (walks < 10'000) {
    bank.reset();
    const Rules& rules = sets[walks % 2];
    const Theorem theorem = random_theorem(bank, rules, rng);
    const auto points = models(bank, theorem.premises, rng, 3, 20);
    const auto refutes = [&](const Point& p) { return !holds(bank, theorem.goal, p); };
    if (std::ranges::none_of(points, refutes)) continue;
    ++walks;
    State state(bank, theorem);
    ASSERT_FALSE(state.proven());
    std::uint32_t size = 0;
    for (int i = 0; i < 80 && size < 500; ++i) {
      std::vector<Statement> places;
      for (const Statement s : state.goals()) places.push_back(s);
      for (const Statement s : state.facts()) places.push_back(s);
      Action action{.axiom = static_cast<std::uint8_t>(rng.below(kAxiomCount)), .count = 3};
      for (Operand& operand : action.operands) {
        operand.statement = places[rng.below(static_cast<std::uint32_t>(places.size()))];
        operand.node = 1 + rng.below(bank[operand.statement].size - 1);
      }
      const Outcome outcome = state.apply(bank, rules, action);
      ASSERT_NE(outcome, Outcome::kProven);
      changes += outcome == Outcome::kChanged;
      size = 0;
      for (const Statement s : state.goals()) size += bank[s].size;
    }
    if (size > 25 || walks % 8 != 0) continue;
    for (const LegalAction& legal : legal_actions(bank, rules, state)) {
      ASSERT_FALSE(legal.next.proven());
      ++listed;
    }
  }
  EXPECT_GT(changes, 40'000u);
  EXPECT_GT(listed, 10'000u);
}

}  // namespace
}  // namespace ineq
