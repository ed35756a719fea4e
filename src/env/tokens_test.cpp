#include "env/tokens.h"

#include <gtest/gtest.h>

#include <set>

#include "proof/action_text.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"
#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using TokensTest = Fixture;
using Tokens = std::vector<std::uint8_t>;

// These are the numbers that later users of INT have.
TEST_F(TokensTest, ThePointerVocabularyIsTheirs) {
  const Vocabulary vocabulary = Vocabulary::pointer();
  EXPECT_EQ(vocabulary.size(), 69u);
  for (const auto& [token, number] :
       std::initializer_list<std::pair<const char*, int>>{{"?", 0},
                                                          {"_", 1},
                                                          {"$", 2},
                                                          {"@", 3},
                                                          {"a", 14},
                                                          {"z", 39},
                                                          {"1/", 40},
                                                          {"^2", 41},
                                                          {"\\geq ", 44},
                                                          {"A", 47},
                                                          {"R", 64},
                                                          {"~", 65},
                                                          {"!", 66},
                                                          {";", 67},
                                                          {"\\neq 0", 68}}) {
    EXPECT_EQ(vocabulary.find(token), number) << token;
  }
  EXPECT_EQ(vocabulary.find("%"), std::nullopt);
  Tokens numbers;
  EXPECT_TRUE(vocabulary.encode("@G(1*~(1/a))=(a^2)$", numbers));
  EXPECT_EQ(numbers, (Tokens{3, 53, 7, 12, 9, 65, 7, 40, 14, 8, 8, 6, 7, 14, 41, 8, 2}));
}

// Every text that is printed can be encoded, and decoding gives the same text.
TEST_F(TokensTest, TextsOfEveryStateAreDecodedToThemselves) {
  const Vocabulary pointer = Vocabulary::pointer(), character = Vocabulary::character();
  std::set<std::uint8_t> seen;
  for (const Record& record : example_records()) {
    bank_.reset();
    const Rules rules = make_rules(record.rules.value_or(RuleSet::kStandard));
    State state(bank_, read_theorem(bank_, record));
    for (const std::string& text : record.proof) {
      std::string observation, pointers;
      print_observation(bank_, state, observation);
      print_pointer_state(bank_, state, pointers);
      const Action next = action(state, text);
      for (const auto& [vocabulary, said] :
           {std::pair{&character, observation},
            {&character, text},
            {&pointer, pointers},
            {&pointer, print_pointer_action(bank_, state, next).value_or("")}}) {
        Tokens numbers;
        EXPECT_TRUE(vocabulary->encode(said, numbers)) << said;
        EXPECT_EQ(vocabulary->decode(numbers), said);
        if (vocabulary == &pointer) seen.insert(numbers.begin(), numbers.end());
      }
      state.apply(bank_, rules, next);
    }
  }
  EXPECT_GT(seen.size(), 40u);
}

TEST_F(TokensTest, UnknownTokensAreRefused) {
  const Vocabulary vocabulary = Vocabulary::pointer();
  Tokens numbers;
  EXPECT_FALSE(vocabulary.encode("a%b", numbers));
  EXPECT_EQ(numbers, Tokens{14});
  EXPECT_EQ(error_of([&] {
              vocabulary.decode(Tokens{1, 200});
            }),
            "there is no token 200: there are 69");
}

}  // namespace
}  // namespace ineq
