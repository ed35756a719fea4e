#include "agents/action_trie.h"

#include <gtest/gtest.h>

#include <set>

#include "agents/text_input.h"
#include "base/rng.h"
#include "env/legal_actions.h"
#include "generate/generator.h"
#include "proof/history.h"
#include "support/cases.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using Text = std::vector<Choice>;

class ActionTrieTest : public Fixture {
 protected:
  Text encode(std::string_view text) const {
    std::vector<std::uint8_t> tokens;
    EXPECT_TRUE(vocabulary_.encode(text, tokens));
    return {tokens.begin(), tokens.end()};
  }
  std::string allowed(const ActionTrie& trie, std::string_view prefix) const {
    std::string out;
    for (const Choice choice : trie.allowed(encode(prefix))) {
      out += vocabulary_[static_cast<std::size_t>(choice)];
    }
    return out;
  }

  const Vocabulary vocabulary_ = Vocabulary::character();
};

TEST_F(ActionTrieTest, AllowsWhatALegalActionContinuesWith) {
  const ActionTrie trie(bank_, rules_, state({}, "a*a>=0"), 100);
  EXPECT_EQ(trie.size(), 3u);
  EXPECT_TRUE(trie.is_complete());
  EXPECT_EQ(allowed(trie, ""), "es");
  EXPECT_EQ(allowed(trie, "sqr_"), "dg");
  EXPECT_EQ(allowed(trie, "sqr_def | (a*a) in obj"), "<eos>");
  EXPECT_EQ(allowed(trie, "sqr_x"), "");
  EXPECT_EQ(allowed(trie, "zzz"), "");
  Text whole = encode("sqr_def | (a*a) in obj");
  EXPECT_FALSE(trie.contains(whole));
  whole.push_back(kEndOfText);
  EXPECT_TRUE(trie.contains(whole));
  EXPECT_TRUE(trie.allowed(whole).empty());
}

TEST_F(ActionTrieTest, SaysIfItHasNotAllActions) {
  const State now = state({}, "a*a>=0");
  EXPECT_TRUE(ActionTrie(bank_, rules_, now, 3).is_complete());
  const ActionTrie some(bank_, rules_, now, 2);
  EXPECT_EQ(some.size(), 2u);
  EXPECT_FALSE(some.is_complete());
  std::size_t asked = 0;
  const ActionTrie stopped(bank_, rules_, now, SIZE_MAX, [&] { return ++asked == 2; });
  EXPECT_EQ(stopped.size(), 1u);
  EXPECT_FALSE(stopped.is_complete());
  const ActionTrie none(bank_, rules_, state({}, "a=b"), 3);
  EXPECT_EQ(none.size(), 0u);
  EXPECT_TRUE(none.is_complete());
  EXPECT_TRUE(none.allowed({}).empty());
}

// Compares with the list of texts itself, and writes random texts under the trie's constraint: each
// is a legal action.
TEST_F(ActionTrieTest, AgreesWithTheLegalActionsOfProofs) {
  Rng rng(1);
  for (const RuleSet set : kRuleSets) {
    Generator generator({.rules = set, .k = 3, .l = 4});
    for (std::uint64_t i = 0; i < cases(10, 2); ++i) {
      const History history(generator.bank(), generator.generate(i).proven);
      const State& now = history.states()[i % history.actions().size()];
      const ActionTrie trie(generator.bank(), generator.rules(), now, SIZE_MAX);
      TextInput input;
      input.add(generator.bank(), set, generator.rules(), now);
      std::set<Text> texts;
      for (const LegalAction& legal : legal_actions(generator.bank(), generator.rules(), now)) {
        Text text;
        ASSERT_TRUE(input.encode(generator.bank(), generator.rules(), now, legal.action, text));
        EXPECT_TRUE(trie.contains(text));
        texts.insert(text);
      }
      EXPECT_EQ(trie.size(), texts.size());
      for (int attempt = 0; attempt < 20; ++attempt) {
        Text text;
        while (!input.is_complete(0, text)) {
          std::set<Choice> expected;
          for (const Text& other : texts) {
            if (other.size() > text.size() && std::equal(text.begin(), text.end(), other.begin())) {
              expected.insert(other[text.size()]);
            }
          }
          const Text found = trie.allowed(text);
          ASSERT_EQ(Text(expected.begin(), expected.end()), found);
          text.push_back(found[rng.below(static_cast<std::uint32_t>(found.size()))]);
        }
        const auto action = input.decode(generator.bank(), now, 0, text);
        ASSERT_TRUE(action);
        State next = now;
        EXPECT_TRUE(changes_state(next.apply(generator.bank(), generator.rules(), *action)));
      }
    }
  }
}

}  // namespace
}  // namespace ineq
