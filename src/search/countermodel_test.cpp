#include "search/countermodel.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "generate/generator.h"
#include "support/cases.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::uint64_t kModelTheorems = cases(300, 20);

class ModelTest : public Fixture {
 protected:
  Countermodel model(const Texts& premises, RuleSet set = RuleSet::kStandard) {
    return Countermodel(bank_, set, theorem(premises, "0=0"));
  }
  bool may_hold(const Texts& premises, std::string_view text) {
    Countermodel made = model(premises);
    EXPECT_TRUE(made.refutes());
    const Statement read = statement(text);
    made.extend(bank_);
    return made.may_hold(bank_, read);
  }
};

// Every goal of every state on the way of a proof is true where the premises are.
TEST_F(ModelTest, IsFoundForGeneratedTheoremsAndRefutesNoGoalOfTheirProofs) {
  for (const RuleSet set : {RuleSet::kStandard, RuleSet::kFull}) {
    for (const std::size_t k : {3, 7, 15}) {
      Generator generator({.rules = set, .k = k, .l = std::max<std::size_t>(k, 5)});
      for (std::uint64_t i = 0; i < kModelTheorems; ++i) {
        const Generated& g = generator.generate(i);
        Bank& bank = generator.bank();
        Countermodel made(bank, set, g.theorem());
        ASSERT_TRUE(made.refutes()) << to_string(bank, g.theorem().goal);
        for (const Statement premise : g.theorem().premises) {
          ASSERT_TRUE(made.may_hold(bank, premise)) << to_string(bank, premise);
        }
        State state(bank, g.theorem());
        for (const Action& action : g.proof()) {
          made.extend(bank);
          for (const Statement goal : state.goals()) {
            ASSERT_TRUE(made.may_hold(bank, goal)) << to_string(bank, goal);
          }
          state.apply(bank, generator.rules(), action);
        }
      }
    }
  }
}

TEST_F(ModelTest, RefutesEquationsWithAChangedSide) {
  Generator generator({.goal = GoalKind::kEquality});
  for (std::uint64_t i = 0; i < kModelTheorems; ++i) {
    const Generated& g = generator.generate(i);
    Bank& bank = generator.bank();
    Countermodel made(bank, RuleSet::kStandard, g.theorem());
    const Node goal = bank[g.theorem().goal];
    const Term more = bank.term(Op::kAdd, goal.left, bank.term(Op::kOne));
    const Statement changed[] = {bank.statement(Op::kEqual, more, goal.right),
                                 bank.statement(Op::kEqual, goal.left, bank.variable('z'))};
    made.extend(bank);
    for (const Statement s : changed) ASSERT_FALSE(made.may_hold(bank, s)) << to_string(bank, s);
  }
}

TEST_F(ModelTest, TakesPremisesInAnyOrderAndThatShareLetters) {
  Texts premises = {"a=b+c", "c*d=a", "e+a=d+b", "d!=0", "b>=c"};
  std::ranges::sort(premises);
  do {
    EXPECT_TRUE(may_hold(premises, "a=c+b"));
    EXPECT_TRUE(may_hold(premises, "b+c=d*c"));
    EXPECT_TRUE(may_hold(premises, "d!=0"));
    EXPECT_FALSE(may_hold(premises, "a=b"));
    EXPECT_FALSE(may_hold(premises, "d+-d!=0"));
    EXPECT_TRUE(may_hold(premises, "c>=b+1"));  // nothing is said of inequalities
  } while (std::ranges::next_permutation(premises).found);
}

TEST_F(ModelTest, RefutesNothingWherePremisesContradictEachOther) {
  for (const Texts& premises : {Texts{"a=b", "a=b+1"}, Texts{"0=1"}, Texts{"a=b", "a+-b!=0"}}) {
    Countermodel made = model(premises);
    EXPECT_FALSE(made.refutes()) << premises[0];
    const Statement never = statement("0=1");
    made.extend(bank_);
    EXPECT_TRUE(made.may_hold(bank_, never));
  }
}

// Its rules prove what is false: 1=0*(1/0).
TEST_F(ModelTest, RefutesNothingUnderTheRulesOfTheOriginal) {
  Countermodel made = model({}, RuleSet::kInt2021);
  EXPECT_FALSE(made.refutes());
  const Statement wrong = statement("1=0*(1/0)");
  made.extend(bank_);
  EXPECT_TRUE(made.may_hold(bank_, wrong));
}

TEST_F(ModelTest, IsTheSameForEqualTheorems) {
  const Countermodel one = model({"a=b+c"});
  statement("x+y=z");
  const Countermodel two = model({"a=b+c"});
  EXPECT_EQ(one.value(term("a")), two.value(term("a")));
  EXPECT_NE(one.value(term("a")), one.value(term("b")));
}

TEST_F(ModelTest, ValuesPatternsWhoseVariablesAreBound) {
  Countermodel made = model({"a=b+c"});
  const Term a = term("a"), b = term("b"), c = term("c");
  Bank patterns;
  const Statement sum = parse_statement(patterns, "x+y=z");
  Bindings bindings;
  bindings.bind('x' - 'a', b);
  bindings.bind('z' - 'a', a);
  EXPECT_FALSE(made.value(patterns, patterns[sum].left, bindings));
  EXPECT_TRUE(made.may_hold(patterns, sum, bindings));  // who knows
  Bindings wrong = bindings;
  bindings.bind('y' - 'a', c);
  wrong.bind('y' - 'a', b);
  EXPECT_EQ(made.value(patterns, patterns[sum].left, bindings), made.value(a));
  EXPECT_TRUE(made.may_hold(patterns, sum, bindings));
  EXPECT_FALSE(made.may_hold(patterns, sum, wrong));
}

}  // namespace
}  // namespace ineq
