#include "proof/pointer_text.h"

#include <gtest/gtest.h>

#include "proof/observation.h"
#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class PointerTextTest : public Fixture {
 protected:
  std::string shown(const State& state) const {
    std::string out;
    print_pointer_state(bank_, state, out);
    return out;
  }
};

TEST_F(PointerTextTest, AStateIsItsGoalsAndFacts) {
  EXPECT_EQ(shown(state({}, "a+b=c")), "#(a+b)=c&$");
  EXPECT_EQ(shown(state({"a>=b", "c!=0"}, "a=b")), "#a=b&a\\geq b&c\\neq 0$");
  State two = state({}, "a+b>=c+d");
  EXPECT_EQ(apply(two, "ineq_prin_one | (a+b) in obj, (c+d) in obj"), Outcome::kChanged);
  EXPECT_EQ(shown(two), "#a\\geq c#b\\geq d&$");
  EXPECT_EQ(shown(state({"a=b"}, "a=b")), "#&a=b$");
  EXPECT_EQ(shown(state({}, "a=a")), "#&$");
}

TEST_F(PointerTextTest, AnActionIsTheGoalWithItsOperandsMarked) {
  const struct {
    const char *goal, *action, *pointer;
  } kCases[] = {
      {"c*(c+b)+c*(c+b)=1*((c+c)*(b+c))", "mul_one | (1*((c+c)*(b+c))) in obj",
       "@G((c*(c+b))+(c*(c+b)))=(1*~((c+c)*(b+c)))$"},
      {"(a+b)*(c*(c+f))>=((a+(c+f))*c)*(c+f)",
       "equ_dbl_ineq | ((a+b)*(c*(c+f))) in obj, (((a+(c+f))*c)*(c+f)) in obj",
       "@O((a+b)*~(c*(c+f)))\\geq (((a+(c+f))*c)*!(c+f))$"},
      {"(a+b)*(c*(c+f))=(a+(c+f))*(c*(c+f))", "equ_prin | a in obj 1, (c+f) in obj 1, (a+b) in obj",
       "@L((a+;b)*(c*(c+f)))=((a~+(c+!f))*(c*(c+f)))$"},
      {"-a^2=1/0", "sqr_def | (a^2) in obj", "@K(-(a^2~))=(1/0)$"},
      {"-a^2=1/0", "sqr_def | (-(a^2)) in obj", "@K(-~(a^2))=(1/0)$"},
      {"-a^2=1/0", "sqr_def | (1/0) in obj", "@K(-(a^2))=(1/~0)$"},
      {"-a^2=1/0", "sqr_def | 0 in obj", "@K(-(a^2))=(1/0~)$"},
      {"a=b", "equ_prin | a in obj, a in obj, a in obj", "@La~!;=b$"},
      {"a=b", "equ_prin | a in obj, b in obj, a in obj", "@La~;=b!$"},
  };
  for (const auto& c : kCases) {
    const State now = state({}, c.goal);
    const Action meant = action(now, c.action);
    EXPECT_EQ(print_pointer_action(bank_, now, meant), c.pointer);
    const Reading reading = read_pointer_action(bank_, now, c.pointer);
    ASSERT_TRUE(reading.action) << c.pointer << ": " << reading.missing;
    EXPECT_EQ(print_action(bank_, now, *reading.action), c.action);
  }
}

TEST_F(PointerTextTest, TheOrderOfMarkersAtOnePlaceDoesNotMatter) {
  const State now = state({}, "a=b");
  const Reading reading = read_pointer_action(bank_, now, "@La;!~=b$");
  ASSERT_TRUE(reading.action);
  EXPECT_EQ(print_pointer_action(bank_, now, *reading.action), "@La~!;=b$");
}

TEST_F(PointerTextTest, AnOperandOutsideTheFirstGoalCannotBeWritten) {
  State now = state({"a=b"}, "a+b>=c+d");
  const auto written = [&](const char* text) {
    return print_pointer_action(bank_, now, action(now, text)).has_value();
  };
  EXPECT_FALSE(written("equ_dbl_ineq | a in a=b, b in a=b"));
  EXPECT_FALSE(written("equ_dbl_ineq | a in obj, b in a=b"));
  EXPECT_TRUE(written("equ_dbl_ineq | a in obj, b in obj"));
  EXPECT_EQ(apply(now, "ineq_prin_one | (a+b) in obj, (c+d) in obj"), Outcome::kChanged);
  EXPECT_FALSE(written("add_zero | b in b>=d"));
  EXPECT_TRUE(written("add_zero | a in a>=c"));
  const State proven = state({"a=b"}, "a=b");
  EXPECT_EQ(print_pointer_action(bank_, proven, action(proven, "add_zero | a in a=b")),
            std::nullopt);
}

TEST_F(PointerTextTest, SaysWhatTheStateDoesNotHave) {
  const State now = state({}, "a+b=c");
  const std::pair<const char*, const char*> kCases[] = {
      {"@A(a+~b)=d$", "the goal is not (a+b)=d"},
      {"@A(a+~b)\\geq c$", "the goal is not (a+b)\\geq c"},
      {"@A$", "the goal is not "},
      {"@A~(a+b)=c$", "no node is marked by ~"},
      {"@A(a+b)~=c$", "no node is marked by ~"},
      {"@A(a+b)=~c$", "no node is marked by ~"},
      {"@L(a~+b)=c;$", "no node is marked by !"},
      {"@L(a+b)=c!$", "no node is marked by ~"},
  };
  for (const auto& [text, missing] : kCases) {
    const Reading reading = read_pointer_action(bank_, now, text);
    EXPECT_FALSE(reading.action) << text;
    EXPECT_EQ(reading.missing, missing) << text;
  }
}

TEST_F(PointerTextTest, PointsAtWhatIsWrongInAText) {
  const State now = state({}, "a+b=c");
  const std::pair<const char*, const char*> kCases[] = {
      {"", "column 1: expected '@'"},
      {"A(a+~b)=c$", "column 1: expected '@'"},
      {"@", "column 2: expected the letter of an axiom, A to R"},
      {"@$", "column 2: expected the letter of an axiom, A to R"},
      {"@S(a+~b)=c$", "column 2: expected the letter of an axiom, A to R"},
      {"@a(a+~b)=c$", "column 2: expected the letter of an axiom, A to R"},
      {"@A", "column 3: expected '$' at the end"},
      {"@A(a+~b)=c", "column 11: expected '$' at the end"},
      {"@A(a+~b)=c~$", "column 11: a second marker ~"},
      {"@A(a+!!b)=c$", "column 7: a second marker !"},
  };
  for (const auto& [text, message] : kCases) {
    EXPECT_EQ(error_of([&] { read_pointer_action(bank_, now, text); }), message) << text;
  }
}

TEST_F(PointerTextTest, AProvenStateHasNoNodesToMark) {
  const State proven = state({"a=b"}, "a=b");
  for (const char* text : {"@A~$", "@La~!;=b$"}) {
    EXPECT_FALSE(read_pointer_action(bank_, proven, text).action) << text;
  }
}

TEST_F(PointerTextTest, EveryNodeOfARandomGoalHasATextThatNamesIt) {
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    const Statement goal = random_statement(bank_, rng, 4, true);
    const State now(bank_, {.premises = {}, .goal = goal});
    if (now.proven()) continue;
    for (std::uint32_t node = 1; node < bank_[goal].size; ++node) {
      Action meant{.axiom = 11, .count = 3};
      for (Operand& operand : meant.operands) operand = {goal, 1 + rng.below(bank_[goal].size - 1)};
      meant.operands[1].node = node;
      const auto text = print_pointer_action(bank_, now, meant);
      ASSERT_TRUE(text);
      const Reading reading = read_pointer_action(bank_, now, *text);
      ASSERT_TRUE(reading.action) << *text;
      ASSERT_EQ(reading.action->operands, meant.operands) << *text;
    }
  }
}

}  // namespace
}  // namespace ineq
