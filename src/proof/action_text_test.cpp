#include "proof/action_text.h"

#include <gtest/gtest.h>

#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class ActionTextTest : public Fixture {
 protected:
  // A state with two goals and a fact of each kind.
  State two_goals() {
    State now = state({"a>=0", "d!=0", "c=d"}, "(a+b)+a>=c+c");
    EXPECT_EQ(apply(now, "ineq_prin_one | ((a+b)+a) in obj, (c+c) in obj"), Outcome::kChanged);
    EXPECT_EQ(texts(now.goals()), (Texts{"(a+b)>=c", "a>=c"}));
    return now;
  }

  // `axiom: node in statement, ...`
  std::string meaning(const Action& action) const {
    std::string out(axioms()[action.axiom].name);
    out += ':';
    for (std::size_t i = 0; i < action.count; ++i) {
      out += i == 0 ? " " : ", ";
      out += std::to_string(action.operands[i].node);
      out += " in ";
      out += to_string(bank_, action.operands[i].statement);
    }
    return out;
  }
};

TEST_F(ActionTextTest, AnActionAndItsTextAreTheSameThing) {
  const State now = two_goals();
  const std::pair<const char*, const char*> kCases[] = {
      {"add_cmmt | (a+b) in obj", "AdditionCommutativity: 1 in (a+b)>=c"},
      {"equ_dbl_ineq | a in obj, c in obj",
       "EquivalenceImpliesDoubleInequality: 2 in (a+b)>=c, 4 in (a+b)>=c"},
      {"equ_dbl_ineq | a in a>=c, c in obj",
       "EquivalenceImpliesDoubleInequality: 1 in a>=c, 4 in (a+b)>=c"},
      {"equ_dbl_ineq | a in a>=0, 0 in a>=0",
       "EquivalenceImpliesDoubleInequality: 1 in a>=0, 2 in a>=0"},
      {"equ_prin | d in d!=0, c in c=d, (a+b) in obj",
       "PrincipleOfEquality: 1 in d!=0, 1 in c=d, 1 in (a+b)>=c"},
  };
  for (const auto& [text, expected] : kCases) {
    const Action read = action(now, text);
    EXPECT_EQ(meaning(read), expected);
    EXPECT_EQ(print_action(bank_, now, read), text);
  }
}

TEST_F(ActionTextTest, CountsOccurrencesInPreorderFromZero) {
  const State now = state({"(b+b)>=b"}, "(a+a)*a=(a+a)");
  const std::pair<const char*, const char*> kCases[] = {
      {"add_cmmt | (a+a) in obj", "AdditionCommutativity: 2 in ((a+a)*a)=(a+a)"},
      {"add_cmmt | (a+a) in obj 1", "AdditionCommutativity: 6 in ((a+a)*a)=(a+a)"},
      {"add_zero | a in obj", "AdditionZero: 3 in ((a+a)*a)=(a+a)"},
      {"add_zero | a in obj 2", "AdditionZero: 5 in ((a+a)*a)=(a+a)"},
      {"add_zero | a in obj 4", "AdditionZero: 8 in ((a+a)*a)=(a+a)"},
      {"add_zero | b in (b+b)>=b 2", "AdditionZero: 4 in (b+b)>=b"},
  };
  for (const auto& [text, expected] : kCases) {
    const Action read = action(now, text);
    EXPECT_EQ(meaning(read), expected);
    EXPECT_EQ(print_action(bank_, now, read), text);
  }
}

// A statement may end in a digit; the number of the occurrence must not be taken for a part of it.
TEST_F(ActionTextTest, CountsOccurrencesInStatementsThatEndInADigit) {
  const State now = state({"(0+0)=0", "(1*1)>=1", "(a+a)!=0"}, "a=b");
  for (const std::string text :
       {"add_zero | 0 in (0+0)=0 2", "mul_one | 1 in (1*1)>=1 2", "add_zero | a in (a+a)!=0 1"}) {
    EXPECT_EQ(print_action(bank_, now, action(now, text)), text);
  }
}

TEST_F(ActionTextTest, ReadsWhatAPersonWrites) {
  const State now = two_goals();
  const std::pair<const char*, const char*> kCases[] = {
      {"  add_cmmt|a+b in obj  ", "add_cmmt | (a+b) in obj"},
      {"AdditionCommutativity | a + b in obj 0", "add_cmmt | (a+b) in obj"},
      {"AC | a+b in a+b ≥ c", "add_cmmt | (a+b) in obj"},
      {"A | a+b in c <= a+b", "add_cmmt | (a+b) in obj"},
      {"equ_dbl_ineq | a in a ≥ 0,0 in 0<=a", "equ_dbl_ineq | a in a>=0, 0 in a>=0"},
  };
  for (const auto& [text, canonical] : kCases) {
    EXPECT_EQ(print_action(bank_, now, action(now, text)), canonical) << text;
  }
}

TEST_F(ActionTextTest, SaysWhatTheStateDoesNotHave) {
  const State now = two_goals();
  State proven = state({}, "a=a");
  const struct {
    const State& in;
    const char *text, *missing;
  } kCases[] = {
      {now, "add_cmmt | z in obj", "z does not occur in (a+b)>=c"},
      {now, "add_cmmt | b in a>=0", "b does not occur in a>=0"},
      {now, "add_cmmt | 0 in d!=0", "0 does not occur in d!=0"},
      {now, "add_cmmt | a in a = b", "there is no goal or fact a=b"},
      {now, "add_cmmt | a in a=b 1", "there is no goal or fact a=b"},
      {now, "add_cmmt | a in a=b, z in obj", "there is no goal or fact a=b"},
      {now, "add_cmmt | a in ((a+b)+a)>=(c+c)", "there is no goal or fact ((a+b)+a)>=(c+c)"},
      {now, "add_cmmt | z in obj 7", "z does not occur in (a+b)>=c"},
      {proven, "add_cmmt | a in obj", "there is no goal left"},
  };
  for (const auto& c : kCases) {
    const Reading reading = read_action(bank_, c.in, c.text);
    EXPECT_FALSE(reading.action) << c.text;
    EXPECT_EQ(reading.missing, c.missing) << c.text;
  }
}

TEST_F(ActionTextTest, PointsAtWhatIsWrongInAText) {
  const State now = two_goals();
  const std::pair<std::string, std::string> kCases[] = {
      {"", "column 1: there is no axiom ''"},
      {" magic | a in obj", "column 2: there is no axiom 'magic'"},
      {"add_cmmt", "column 9: expected '|' after the axiom, but the text ends"},
      {"add_cmmt a in obj", "column 10: expected '|' after the axiom, but found 'a'"},
      {"add_cmmt |", "column 11: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"add_cmmt | (a+b", "column 16: expected an operator or ')', but the text ends"},
      {"add_cmmt | a", "column 13: expected 'in' after the operand, but the text ends"},
      {"add_cmmt | a, b", "column 13: expected 'in' after the operand, but found ','"},
      {"add_cmmt | a in", "column 16: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"add_cmmt | a in a", "column 18: expected an operator, =, >=, <= or !=, but the text ends"},
      {"add_cmmt | a in obj x", "column 21: expected ',' or the end of the action, but found 'x'"},
      {"add_cmmt | a in obj0", "column 20: expected a blank before the number of the occurrence"},
      {"add_cmmt | a in obj1", "column 20: expected a blank before the number of the occurrence"},
      {"add_cmmt | a in (a+b)>=c0",
       "column 25: expected a blank before the number of the occurrence"},
      {"add_cmmt | a in obj 1x", "column 21: a does not occur 2 times in (a+b)>=c"},
      {"add_cmmt | a in objective",
       "column 20: expected ',' or the end of the action, but found 'e'"},
      {"add_cmmt | a in obj 99999999999",
       "column 21: a does not occur 4294967296 times in (a+b)>=c"},
      {"add_cmmt | a in obj -1", "column 21: expected ',' or the end of the action, but found '-'"},
      {"add_cmmt | a in obj 0 2",
       "column 23: expected ',' or the end of the action, but found '2'"},
      {"add_cmmt | a in obj,",
       "column 21: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"add_cmmt | a in obj | b in obj",
       "column 21: expected ',' or the end of the action, but found '|'"},
      {"add_cmmt | a in obj 1", "column 21: a does not occur 2 times in (a+b)>=c"},
      {"add_cmmt | a in obj 4294967295",
       "column 21: a does not occur 4294967296 times in (a+b)>=c"},
      {"add_cmmt | a in obj, a in obj, a in obj, b in obj",
       "column 42: expected the end of the action, as no axiom takes more operands, but found 'b'"},
      {"add_cmmt | z in obj, a in obj, a in obj, b in obj",
       "column 42: expected the end of the action, as no axiom takes more operands, but found 'b'"},
  };
  for (const auto& [text, message] : kCases) {
    EXPECT_EQ(error_of([&] { read_action(bank_, now, text); }), message) << text;
  }
}

TEST_F(ActionTextTest, EveryOperandOfARandomStateHasATextThatNamesIt) {
  Rng rng(1);
  for (int i = 0; i < 300; ++i) {
    bank_.reset();
    const State now(bank_, random_theorem(bank_, rules_, rng));
    std::vector<Operand> places;
    const auto add = [&](Statement s) {
      for (std::uint32_t node = 1; node < bank_[s].size; ++node) places.push_back({s, node});
    };
    for (const Statement s : now.goals()) add(s);
    for (const Statement s : now.facts()) add(s);
    if (places.empty()) continue;
    for (std::uint8_t count = 1; count <= kMaxOperands; ++count) {
      Action drawn{.axiom = static_cast<std::uint8_t>(rng.below(kAxiomCount)), .count = count};
      for (std::uint8_t o = 0; o < count; ++o) {
        drawn.operands[o] = places[rng.below(static_cast<std::uint32_t>(places.size()))];
      }
      const std::string text = print_action(bank_, now, drawn);
      const Action read = action(now, text);
      ASSERT_EQ(meaning(read), meaning(drawn)) << text;
    }
  }
}

}  // namespace
}  // namespace ineq
