#include "env/raw_actions.h"

#include <gtest/gtest.h>

#include <set>

#include "algebra/copy.h"
#include "env/graph_view.h"
#include "env/legal_actions.h"
#include "generate/generator.h"
#include "support/cases.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::size_t kRawActionStates = cases(600, 60);

using Prefix = std::vector<std::int32_t>;  // an axiom and the first operands

// Everything that the raw action space of one state has to offer, by trying all of it.
struct BruteForce {
  std::set<std::pair<std::size_t, std::uint64_t>> effects;  // axiom and hash of the next state
  std::set<Prefix> actions;  // without operands that make no difference
};

class RawActionsTest : public Fixture {
 protected:
  std::optional<std::uint64_t> effect(const State& state, const Prefix& prefix) {
    RawAction raw{};
    std::ranges::copy(prefix, raw.begin());
    State next = state;
    const Action action = read_raw(bank_, state, rules_, raw);
    if (!changes_state(next.apply(bank_, rules_, action))) return std::nullopt;
    return next.hash();
  }

  BruteForce try_all(const State& state) {
    BruteForce out;
    const auto nodes = static_cast<std::int32_t>(count_nodes(bank_, state));
    const auto extend = [&](const auto& self, Prefix prefix, std::optional<std::uint64_t> shorter) {
      if (prefix.size() == 1 + arity(rules_, static_cast<std::size_t>(prefix[0]))) return;
      prefix.push_back(0);
      for (std::int32_t node = 1; node < nodes; ++node) {
        prefix.back() = node;
        const auto found = effect(state, prefix);
        if (found && found != shorter) {
          out.effects.emplace(prefix[0], *found);
          out.actions.insert(prefix);
        }
        self(self, prefix, found);
      }
    };
    for (std::size_t axiom = 0; axiom < rules_.axioms.size(); ++axiom) {
      extend(extend, {static_cast<std::int32_t>(axiom)}, std::nullopt);
    }
    return out;
  }

  std::set<std::pair<std::size_t, std::uint64_t>> listed(const State& state) {
    std::set<std::pair<std::size_t, std::uint64_t>> out;
    for (const LegalAction& legal : legal_actions(bank_, rules_, state)) {
      EXPECT_TRUE(out.emplace(legal.action.axiom, legal.next.hash()).second) << "listed twice";
    }
    return out;
  }

  // The actions that a policy which follows the masks can end with.
  std::set<Prefix> reachable(const State& state) {
    std::set<Prefix> out;
    const std::size_t nodes = count_nodes(bank_, state);
    ActionMask mask(bank_, rules_);
    mask.reset(state);
    const auto follow = [&](const auto& self, const Prefix& prefix) -> bool {
      std::vector<std::uint8_t> next(nodes);
      mask.operands(prefix, next);
      if (next[0]) out.insert(prefix);
      bool leads = next[0];
      for (std::size_t node = 1; node < nodes; ++node) {
        if (!next[node]) continue;
        Prefix longer = prefix;
        longer.push_back(static_cast<std::int32_t>(node));
        EXPECT_TRUE(self(self, longer)) << "a dead end";
        leads = true;
      }
      return leads;
    };
    std::vector<std::uint8_t> axioms(rules_.axioms.size());
    mask.axioms(axioms);
    for (std::size_t axiom = 0; axiom < axioms.size(); ++axiom) {
      EXPECT_EQ(axioms[axiom] != 0, follow(follow, {static_cast<std::int32_t>(axiom)}));
    }
    return out;
  }
};

// States of random walks over new theorems of every rule set. Larger ones take longer than they
// tell.
TEST_F(RawActionsTest, LegalActionsAndMasksAgreeWithBruteForceOverTheRawSpace) {
  std::size_t states = 0;
  std::size_t changing = 0;
  for (const RuleSet set : kRuleSets) {
    rules_ = make_rules(set);
    Generator generator({.rules = set, .k = 3, .l = 3, .order_trials = 1000});
    const std::size_t wanted = states + kRawActionStates / 3;
    for (std::uint64_t index = 0; states < wanted; ++index) {
      Rng rng(index);
      bank_.reset();
      Theorem theorem;
      copy_theorem(generator.bank(), generator.generate(index).theorem(), bank_, theorem);
      State state(bank_, theorem);
      for (int step = 0; step < 4 && !state.proven(); ++step) {
        const auto legal = legal_actions(bank_, rules_, state);
        if (count_nodes(bank_, state) <= 20) {
          const BruteForce brute = try_all(state);
          ASSERT_EQ(listed(state), brute.effects) << to_string(bank_, *state.goals().begin());
          ++states;
          changing += brute.actions.size();
          // Every mask on the way is asked for, which takes longer.
          if (index % 4 == 0) {
            ASSERT_EQ(reachable(state), brute.actions);
          }
        }
        if (legal.empty()) break;
        state = legal[rng.below(static_cast<std::uint32_t>(legal.size()))].next;
      }
    }
  }
  EXPECT_GE(states, kRawActionStates);
  EXPECT_GE(changing, 100 * kRawActionStates);
}

TEST_F(RawActionsTest, IsReadAndWrittenByNodeNumbers) {
  // 0 >=, 1 +, 2 a, 3 b, 4 c, 5 >=, 6 d, 7 e
  const State now = state({"d>=e"}, "a+b>=c");
  EXPECT_EQ(count_nodes(bank_, now), 8u);
  const Action commute = action(now, "add_cmmt | (a+b) in obj");
  EXPECT_EQ(write_raw(bank_, now, commute), (RawAction{0, 1, 0, 0}));
  const Action double_inequality = action(now, "equ_dbl_ineq | d in d>=e, c in obj");
  const auto axiom = static_cast<std::int32_t>(*find_axiom("equ_dbl_ineq"));
  EXPECT_EQ(write_raw(bank_, now, double_inequality), (RawAction{axiom, 6, 4, 0}));

  const Action read = read_raw(bank_, now, rules_, {axiom, 6, 4, 0});
  EXPECT_EQ(read.count, 2);
  EXPECT_EQ(read.operands, double_inequality.operands);
  State next = now;
  EXPECT_EQ(next.apply(bank_, rules_, read_raw(bank_, now, rules_, {0, 5, 0, 0})),
            Outcome::kNoSuchNode);
  EXPECT_EQ(next.apply(bank_, rules_, read_raw(bank_, now, rules_, {0, 0, 1, 0})),
            Outcome::kNoSuchNode);
  EXPECT_EQ(next.apply(bank_, rules_, read_raw(bank_, now, rules_, {0, 0, 0, 0})),
            Outcome::kNoMatch);
}

TEST_F(RawActionsTest, RefusesNumbersOutOfRange) {
  const State now = state({"d>=e"}, "a+b>=c");
  for (const RawAction raw : {RawAction{18, 1}, {-1, 1}, {0, 8}, {0, -1}, {0, 1, 0, 1 << 30}}) {
    EXPECT_THROW(read_raw(bank_, now, rules_, raw), Error);
  }
  EXPECT_EQ(error_of([&] {
              read_raw(bank_, now, rules_, {0, 1, 8});
            }),
            "there is no node 8: the state has 8, from 0 on");
  EXPECT_EQ(error_of([&] {
              read_raw(bank_, now, rules_, {18, 1});
            }),
            "there is no axiom 18: there are 18, from 0 on");
  ActionMask mask(bank_, rules_);
  mask.reset(now);
  std::vector<std::uint8_t> out(8, 1);
  EXPECT_THROW(mask.operands(Prefix{18}, out), Error);
  EXPECT_THROW(mask.operands(Prefix{0, 8}, out), Error);
  EXPECT_THROW(mask.operands(Prefix{0, 0, 8}, out), Error);
}

TEST_F(RawActionsTest, AfterAStatementWhichIsNoOperandNothingIsPossible) {
  const State now = state({"d>=e"}, "a+b>=c");
  ActionMask mask(bank_, rules_);
  mask.reset(now);
  std::vector<std::uint8_t> out(8, 1);
  mask.operands(Prefix{0, 5}, out);
  EXPECT_EQ(out, std::vector<std::uint8_t>(8, 0));
}

}  // namespace
}  // namespace ineq
