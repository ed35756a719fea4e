#include "agents/text_input.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "env/legal_actions.h"
#include "generate/generator.h"
#include "proof/history.h"
#include "support/cases.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class TextInputTest : public Fixture {
 protected:
  std::vector<Choice> choices(std::string_view text) const {
    std::vector<std::uint8_t> tokens;
    EXPECT_TRUE(vocabulary_.encode(text, tokens));
    std::vector<Choice> out(tokens.begin(), tokens.end());
    out.push_back(kEndOfText);
    return out;
  }
  std::optional<Action> decode(const State& state, std::string_view text) {
    return input_.decode(bank_, state, 0, choices(text));
  }
  std::string source(std::size_t number) const {
    const auto begin = static_cast<std::size_t>(input_.offset()[number]);
    const auto end = static_cast<std::size_t>(input_.offset()[number + 1]);
    return vocabulary_.decode(input_.token().subspan(begin + 1, end - begin - 1));
  }

  const Vocabulary vocabulary_ = Vocabulary::character();
  TextInput input_;
};

TEST_F(TextInputTest, ASourceIsTheRuleSetAndTheObservation) {
  input_.add(bank_, RuleSet::kStandard, rules_, state({"b>=0"}, "a+b>=a"));
  input_.add(bank_, RuleSet::kFull, rules_, state({}, "a=a+0"));
  ASSERT_EQ(input_.states(), 2u);
  EXPECT_EQ(source(0), "b>=0 to (a+b)>=a");
  EXPECT_EQ(source(1), "to a=(a+0)");
  EXPECT_EQ(input_.token()[0], kTextTokens);
  EXPECT_EQ(input_.token()[static_cast<std::size_t>(input_.offset()[1])], kTextTokens + 2);
  input_.clear();
  EXPECT_EQ(input_.states(), 0u);
}

TEST_F(TextInputTest, ALongSourceKeepsItsEnd) {
  const State now = state({repeat("a+", kMaxSource / 2) + "a>=0"}, "b=c");
  for (int i = 0; i < 2; ++i) {
    input_.add(bank_, RuleSet::kStandard, rules_, now);
    input_.add(bank_, RuleSet::kInt2021, rules_, state({}, "a=b"));
  }
  for (const std::size_t number : {0, 2}) {
    EXPECT_EQ(source(number).size(), kMaxSource - 1);
    EXPECT_TRUE(source(number).ends_with("+a)>=0 to b=c"));
    EXPECT_EQ(source(number + 1), "to a=b");
  }
}

TEST_F(TextInputTest, AnActionIsItsTextAndAnEnd) {
  const State now = state({}, "a+b=b+a");
  std::vector<Choice> out = {7};
  ASSERT_TRUE(input_.encode(bank_, rules_, now, action(now, "add_cmmt | (a+b) in obj"), out));
  std::vector<Choice> expected = choices("add_cmmt | (a+b) in obj");
  for (std::size_t i = 0; i + 1 < expected.size(); ++i) {
    EXPECT_FALSE(input_.is_complete(0, std::span(expected).first(i)));
  }
  EXPECT_TRUE(input_.is_complete(0, expected));
  expected.insert(expected.begin(), 7);
  EXPECT_EQ(out, expected);
}

// Every legal action of the states of proofs has a text that is read as the same action.
TEST_F(TextInputTest, LegalActionsComeBack) {
  for (const RuleSet set : kRuleSets) {
    Generator generator({.rules = set, .k = 3, .l = 5, .degree = 1});
    for (std::uint64_t i = 0; i < cases(10, 2); ++i) {
      const Proven& proven = generator.generate(i).proven;
      const History history(generator.bank(), proven);
      for (std::size_t step = 0; step < history.actions().size(); ++step) {
        const State& now = history.states()[step];
        input_.clear();
        input_.add(generator.bank(), set, generator.rules(), now);
        std::vector<Action> actions = {history.actions()[step]};
        for (const LegalAction& legal :
             legal_actions(generator.bank(), generator.rules(), now, {}, 500)) {
          actions.push_back(legal.action);
        }
        for (const Action& expected : actions) {
          std::vector<Choice> text;
          ASSERT_TRUE(input_.encode(generator.bank(), generator.rules(), now, expected, text));
          const auto found = input_.decode(generator.bank(), now, 0, text);
          ASSERT_TRUE(found);
          EXPECT_EQ(found->axiom, expected.axiom);
          ASSERT_EQ(found->count, expected.count);
          EXPECT_TRUE(std::ranges::equal(std::span(found->operands).first(found->count),
                                         std::span(expected.operands).first(found->count)));
        }
      }
    }
  }
}

TEST_F(TextInputTest, ATooLongTextCannotBeEncoded) {
  const std::string sum = repeat("a+", kMaxActionText / 4) + "a";
  const State now = state({}, sum + "=b");
  std::vector<Choice> out;
  const Action whole{.axiom = 0, .count = 1, .operands = {Operand{*now.goals().begin(), 1}}};
  EXPECT_FALSE(input_.encode(bank_, rules_, now, whole, out));
  EXPECT_TRUE(out.empty());
}

TEST_F(TextInputTest, AnUnreadableTextIsNoAction) {
  const State now = state({}, "a+b=b+a");
  input_.add(bank_, RuleSet::kStandard, rules_, now);
  EXPECT_TRUE(decode(now, "add_cmmt | (a+b) in obj"));
  for (const char* text : {"", "add_cmmt", "add_cmmt | c in obj", "add_cmmt | (a+b) in obj 7",
                           "add_cmmt | (a+b) in a=b", "((((", "zzz | a in obj"}) {
    EXPECT_FALSE(decode(now, text)) << text;
  }
  EXPECT_FALSE(input_.decode(bank_, now, 0, {}));
  std::vector<Choice> cut = choices("add_cmmt | (a+b) in obj");
  cut.pop_back();
  EXPECT_FALSE(input_.decode(bank_, now, 0, cut));  // no end
}

TEST_F(TextInputTest, OddChoicesAreNoAction) {
  const State now = state({}, "a+b=b+a");
  input_.add(bank_, RuleSet::kStandard, rules_, now);
  Rng rng(1);
  for (std::uint64_t i = 0; i < cases(10'000, 1000); ++i) {
    std::vector<Choice> odd;
    while (!input_.is_complete(0, odd)) odd.push_back(static_cast<Choice>(rng.below(60)) - 3);
    EXPECT_FALSE(input_.decode(bank_, now, 0, odd));
  }
  const std::vector<Choice> longest(kMaxActionText, 10);
  EXPECT_TRUE(input_.is_complete(0, longest));
  EXPECT_FALSE(input_.decode(bank_, now, 0, longest));
}

}  // namespace
}  // namespace ineq
