// Perft, as in chess programs: counts the sequences of legal actions from a position. One number
// catches any error in rules, matching, states or their hashes. If these numbers change, the
// language of proofs has changed, which must be intended.

#include <gtest/gtest.h>

#include <set>
#include <unordered_set>

#include "axioms/axioms.h"
#include "env/legal_actions.h"
#include "support/draw.h"
#include "term/parse.h"

namespace ineq {
namespace {

struct Position {
  RuleSet rules;
  std::vector<const char*> premises;
  const char* goal;
  // For 1, 2, … steps: sequences of legal actions, and distinct states within that many steps.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> perft;
};

// clang-format off
const Position kPositions[] = {
    // examples: figure-1, worked-example, introduction, half-of-the-binomial
    {RuleSet::kStandard, {}, "((a+b)+c)=((c+a)+b)", {{198, 199}, {82565, 72805}}},
    {RuleSet::kStandard, {"d>=e"}, "((a+(b+c))+d)>=(((b+a)+c)+e)", {{732, 733}}},
    {RuleSet::kFull, {}, "(a*b)=((a*b)+(c+(-c)))", {{130, 131}, {34717, 30231}}},
    {RuleSet::kStandard, {}, "((a+b)^2)=(((a+b)*a)+((a+b)*b))", {{202, 203}, {111716, 101688}}},
    // division-needs-non-zero, and the same where division is not checked
    {RuleSet::kStandard, {"(a+b)!=0"}, "((a+b)*(1/(b+a)))=1", {{101, 102}, {34974, 33069}}},
    {RuleSet::kInt2021, {"(a+b)!=0"}, "((a+b)*(1/(b+a)))=1", {{101, 102}, {34958, 33037}}},
    // facts to derive
    {RuleSet::kStandard, {"a=b", "c>=d", "c>=0"}, "((a+c)*c)>=((b+d)*c)", {{169, 170}, {60393, 54645}}},
    {RuleSet::kStandard, {"a=b", "b=c"}, "(a*b)>=(b*b)", {{7, 8}, {37, 27}, {160, 53}, {607, 72}}},
    // several goals at once, among them x!=0, in which terms are rewritten
    {RuleSet::kStandard, {"a>=0"}, "((a+b)+c)>=((0+b)+(c*1))", {{407, 408}, {282011, 237376}}},
    {RuleSet::kStandard, {"(b*a)!=0"}, "((a*b)*(1/(a*b)))>=1", {{6, 7}, {29, 23}, {137, 48}, {637, 78}}},
    // an inverse is introduced
    {RuleSet::kFull, {"a!=0"}, "1=((1/a)*a)", {{15, 16}, {584, 490}, {67568, 52030}}},
    // no legal action
    {RuleSet::kStandard, {}, "a=b", {{0, 1}, {0, 1}}},
};
// clang-format on

Theorem theorem_of(Bank& bank, const Position& position) {
  Theorem theorem;
  for (const char* premise : position.premises) {
    theorem.premises.push_back(parse_statement(bank, premise));
  }
  theorem.goal = parse_statement(bank, position.goal);
  return theorem;
}

std::uint64_t perft(Bank& bank, const Rules& rules, const State& state, std::size_t depth,
                    std::unordered_set<std::uint64_t>& seen) {
  seen.insert(state.hash());
  if (depth == 0) return 1;
  std::uint64_t sequences = 0;
  for (const LegalAction& legal : legal_actions(bank, rules, state)) {
    sequences += perft(bank, rules, legal.next, depth - 1, seen);
  }
  return sequences;
}

TEST(PerftTest, CountsAreAsRecorded) {
  for (const Position& position : kPositions) {
    SCOPED_TRACE(position.goal);
    const Rules rules = make_rules(position.rules);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counted;
    for (std::size_t depth = 1; depth <= position.perft.size(); ++depth) {
      Bank bank;
      std::unordered_set<std::uint64_t> seen;
      const std::uint64_t sequences =
          perft(bank, rules, State(bank, theorem_of(bank, position)), depth, seen);
      counted.emplace_back(sequences, seen.size());
    }
    EXPECT_EQ(counted, position.perft);
  }
}

// Compares legal_actions with brute force: every axiom, one to three operands, every node.
class BruteForceTest : public testing::Test {
 protected:
  using Effects = std::set<std::pair<unsigned, std::uint64_t>>;  // axiom, hash of the next state

  void expect_same(Bank& bank, const Rules& rules, const State& state) {
    std::vector<Operand> nodes;
    const auto add = [&](Statement statement) {
      for (std::uint32_t i = 1; i < bank[statement].size; ++i) nodes.push_back({statement, i});
    };
    for (const Statement goal : state.goals()) add(goal);
    for (const Statement fact : state.facts()) add(fact);

    Effects all;
    for (unsigned axiom = 0; axiom < kAxiomCount; ++axiom) {
      Action action{.axiom = static_cast<std::uint8_t>(axiom)};
      extend(bank, rules, state, nodes, action, arity(rules, axiom), all);
    }
    Effects listed;
    for (const LegalAction& legal : legal_actions(bank, rules, state)) {
      EXPECT_TRUE(listed.emplace(legal.action.axiom, legal.next.hash()).second) << "listed twice";
      State next = state;
      EXPECT_LE(next.apply(bank, rules, legal.action), Outcome::kChanged);
      EXPECT_EQ(next.hash(), legal.next.hash());
    }
    EXPECT_EQ(listed, all);
    effects_ += all.size();
  }

  std::size_t effects_ = 0;

 private:
  // Tries the action as it is and with every additional operand.
  static void extend(Bank& bank, const Rules& rules, const State& state,
                     const std::vector<Operand>& nodes, Action& action, std::size_t most,
                     Effects& effects) {
    State next = state;
    if (changes_state(next.apply(bank, rules, action))) {
      effects.emplace(action.axiom, next.hash());
    }
    if (action.count == most) return;
    ++action.count;
    for (const Operand& node : nodes) {
      action.operands[action.count - 1u] = node;
      extend(bank, rules, state, nodes, action, most, effects);
    }
    --action.count;
  }
};

TEST_F(BruteForceTest, OnThePositionsAndAfterOneStep) {
  for (const Position& position : kPositions) {
    SCOPED_TRACE(position.goal);
    Bank bank;
    const Rules rules = make_rules(position.rules);
    const State state(bank, theorem_of(bank, position));
    expect_same(bank, rules, state);
    const auto legal = legal_actions(bank, rules, state);
    for (std::size_t i = 0; i < legal.size(); i += 1 + legal.size() / 4) {
      expect_same(bank, rules, legal[i].next);
    }
  }
}

TEST_F(BruteForceTest, OnRandomTheorems) {
  Rng rng(1);
  Bank bank;
  for (const RuleSet set : {RuleSet::kStandard, RuleSet::kInt2021, RuleSet::kFull}) {
    const Rules rules = make_rules(set);
    for (int found = 0; found < 40;) {
      bank.reset();
      const Theorem theorem = random_theorem(bank, rules, rng);
      std::uint32_t size = bank[theorem.goal].size;
      for (const Statement premise : theorem.premises) size += bank[premise].size;
      if (size > 24) continue;
      ++found;
      const State state(bank, theorem);
      SCOPED_TRACE(found);
      expect_same(bank, rules, state);
    }
  }
  EXPECT_GT(effects_, 1'000u);
}

}  // namespace
}  // namespace ineq
