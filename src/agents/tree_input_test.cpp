#include "agents/tree_input.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "agents/action_class.h"
#include "env/legal_actions.h"
#include "generate/generator.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using TreeInputTest = Fixture;
using TreeNumbers = std::vector<std::int32_t>;

TEST_F(TreeInputTest, AStateIsItsTrees) {
  TreeInput input;
  input.add(bank_, RuleSet::kStandard, rules_, state({"b!=0"}, "a+b = b^2"));
  //                                =   +  a  b  ^2 b  !=0 b
  EXPECT_EQ(input.parent, (TreeNumbers{-1, 0, 1, 1, 0, 4, -1, 6}));
  EXPECT_EQ(input.left, (TreeNumbers{1, 2, -1, -1, 5, -1, 7, -1}));
  EXPECT_EQ(input.right, (TreeNumbers{4, 3, -1, -1, -1, -1, -1, -1}));
  EXPECT_EQ(input.height, (TreeNumbers{2, 1, 0, 0, 1, 0, 1, 0}));
  EXPECT_EQ(input.depth, (TreeNumbers{0, 1, 2, 2, 1, 2, 0, 1}));
  constexpr auto kLeft = TreeInput::kLeftOrOnlyChild, kRight = TreeInput::kRightChild,
                 kRoot = TreeInput::kStatement;
  EXPECT_EQ(input.place,
            (std::vector<std::uint8_t>{kRoot, kLeft, kLeft, kRight, kRight, kLeft, kRoot, kLeft}));
  EXPECT_EQ(input.part_offset, (std::vector<std::int64_t>{0, 6, 8}));
  EXPECT_EQ(input.rule_set, std::vector{RuleSet::kStandard});
}

TEST_F(TreeInputTest, RenamingVariablesChangesNothing) {
  TreeInput input, renamed;
  input.add(bank_, RuleSet::kStandard, rules_, state({"z>=q"}, "q*q = z+b"));
  renamed.add(bank_, RuleSet::kStandard, rules_, state({"m>=b"}, "b*b = m+q"));
  EXPECT_EQ(input.graph.type, renamed.graph.type);
}

// The rows of a state are the same wherever it is in the batch, and after `clear`.
TEST_F(TreeInputTest, ABatchIsItsStates) {
  const State first = state({"b!=0", "a>=b"}, "a+b = b^2"), second = state({}, "1/(x*y) = -z");
  const auto add = [&](TreeInput& input, const State& s, RuleSet set) {
    input.add(bank_, set, rules_, s);
  };
  TreeInput one, both;
  add(one, first, RuleSet::kFull);
  add(both, second, RuleSet::kStandard);
  const auto begin = static_cast<std::int32_t>(both.nodes());
  add(both, first, RuleSet::kFull);
  for (std::size_t i = 0; i < one.nodes(); ++i) {
    const std::size_t j = i + static_cast<std::size_t>(begin);
    const auto shifted = [&](std::int32_t node) { return node < 0 ? -1 : node + begin; };
    EXPECT_EQ(both.graph.type[j], one.graph.type[i]);
    EXPECT_EQ(both.parent[j], shifted(one.parent[i]));
    EXPECT_EQ(both.left[j], shifted(one.left[i]));
    EXPECT_EQ(both.right[j], shifted(one.right[i]));
    EXPECT_EQ(std::tie(both.place[j], both.height[j], both.depth[j]),
              std::tie(one.place[i], one.height[i], one.depth[i]));
  }
  EXPECT_EQ(both.part_offset[3], one.part_offset[1] + begin);
  EXPECT_EQ(both.part_offset[4], one.part_offset[2] + begin);
  EXPECT_EQ(both.rule_set[1], RuleSet::kFull);
  both.clear();
  add(both, first, RuleSet::kFull);
  EXPECT_EQ(both.parent, one.parent);
  EXPECT_EQ(both.height, one.height);
  EXPECT_EQ(both.part_offset, one.part_offset);
  EXPECT_EQ(both.rule_set, one.rule_set);
}

void expect_tree_round_trip(Bank& bank, const Rules& rules, const State& state,
                            const TreeInput& input, const Action& action) {
  const std::size_t number = input.states() - 1;
  std::vector<Choice> choices;
  ASSERT_TRUE(input.encode(bank, rules, state, action, choices));
  ASSERT_TRUE(input.is_complete(number, choices));
  EXPECT_FALSE(input.is_complete(number, std::span(choices).first(choices.size() - 1)));
  const auto decoded = input.decode(bank, state, number, choices);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->axiom, action.axiom);
  ASSERT_LE(decoded->count, action.count);
  for (std::size_t i = 0; i < decoded->count; ++i) {
    EXPECT_EQ(decoded->operands[i], action.operands[i]);
  }
  State expected = state, reached = state;
  EXPECT_EQ(reached.apply(bank, rules, *decoded), expected.apply(bank, rules, action));
  EXPECT_EQ(reached.hash(), expected.hash());
}

TEST(TreeInputActionsTest, EveryLegalActionAndEveryStepOfAProofHasChoices) {
  for (const RuleSet set : kRuleSets) {
    Generator generator({.rules = set, .k = 5, .l = 5, .order_trials = 1000});
    std::size_t actions = 0;
    TreeInput input;
    for (std::uint64_t i = 0; i < 10; ++i) {
      const Generated& generated = generator.generate(i);
      Bank& bank = generator.bank();
      State state(bank, generated.theorem());
      for (const Action& step : generated.proof()) {
        input.add(bank, set, generator.rules(), state);
        expect_tree_round_trip(bank, generator.rules(), state, input, step);
        for (const LegalAction& legal : legal_actions(bank, generator.rules(), state)) {
          expect_tree_round_trip(bank, generator.rules(), state, input, legal.action);
          ++actions;
        }
        state.apply(bank, generator.rules(), step);
      }
    }
    EXPECT_GT(actions, 500u) << to_string(set);
  }
}

TEST_F(TreeInputTest, OperandsThatARowDoesNotNeedAreLeftOut) {
  const State start = state({}, "a+b = b+a");
  TreeInput input;
  input.add(bank_, RuleSet::kStandard, rules_, start);
  Action swap = action(start, "AdditionCommutativity | (a+b) in obj");
  std::vector<Choice> plain, longer;
  ASSERT_TRUE(input.encode(bank_, rules_, start, swap, plain));
  ASSERT_EQ(plain.size(), 2u);
  swap.operands[swap.count++] = {statement("a+b = b+a"), 2};
  ASSERT_TRUE(input.encode(bank_, rules_, start, swap, longer));
  EXPECT_EQ(longer, plain);
}

TEST_F(TreeInputTest, WhatIsNoActionIsRefused) {
  const State start = state({}, "a+b = b+a");
  TreeInput input;
  input.add(bank_, RuleSet::kStandard, rules_, start);
  std::vector<Choice> out = {7};
  const Operand leaf{statement("a+b = b+a"), 2}, whole{statement("a+b = b+a"), 0},
      elsewhere{statement("a = a*1"), 1};
  for (const Action& wrong : {Action{.axiom = 0, .count = 0}, Action{.axiom = 99, .count = 1},
                              Action{.axiom = 0, .count = 2, .operands = {leaf, leaf}},
                              Action{.axiom = 0, .count = 1, .operands = {whole}},
                              Action{.axiom = 0, .count = 1, .operands = {elsewhere}}}) {
    EXPECT_FALSE(input.encode(bank_, rules_, start, wrong, out));
    EXPECT_EQ(out, std::vector<Choice>{7});
  }
  EXPECT_EQ(input.decode(bank_, start, 0, std::vector<Choice>{0, 0}), std::nullopt);
  EXPECT_EQ(input.decode(bank_, start, 0, std::vector<Choice>{0, 7}), std::nullopt);
  EXPECT_FALSE(input.is_complete(0, {}));
}

}  // namespace
}  // namespace ineq
