#include "axioms/axioms.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "axioms/rows.h"
#include "support/fixture.h"

namespace ineq {
namespace {

// The operands of each row of the axiom, as in `a, (c+(-b))`.
Texts operands_of(const Rules& rules, std::size_t axiom) {
  Texts out;
  for (const Row& row : rules.axioms[axiom]) {
    std::string text;
    for (const Term operand : row.operands) {
      text += text.empty() ? "" : ", ";
      text += to_string(rules.patterns, operand);
    }
    out.push_back(text);
  }
  return out;
}

// Files and trained models use these names and numbers, so none of them may change.
TEST(AxiomsTest, EachAxiomHasItsNamesLetterArityAndOperands) {
  const struct {
    const char *name, *text_name, *abbreviation;
    std::size_t arity;
    Texts operands;
  } kExpected[] = {
      {"AdditionCommutativity", "add_cmmt", "AC", 1, {"(b+a)"}},
      {"AdditionAssociativity", "add_assc", "AA", 1, {"((a+b)+c)", "(a+(b+c))"}},
      {"AdditionZero", "add_zero", "AZ", 1, {"(0+a)", "(a+0)"}},
      {"AdditionSimplification", "add_simp", "AS", 1, {"(a+(-b))"}},
      {"MultiplicationCommutativity", "mul_cmmt", "MC", 1, {"(b*a)"}},
      {"MultiplicationAssociativity", "mul_assc", "MA", 1, {"((a*b)*c)", "(a*(b*c))"}},
      {"MultiplicationOne", "mul_one", "MO", 1, {"(1*a)", "(a*1)"}},
      {"MultiplicationSimplification", "mul_simp", "MS", 1, {"(a*(1/b))"}},
      {"AdditionMultiplicationLeftDistribution",
       "add_mul_l_dist",
       "AMLD",
       1,
       {"((c*a)+(d*a))", "((c+d)*a)"}},
      {"AdditionMultiplicationRightDistribution",
       "add_mul_r_dist",
       "AMRD",
       1,
       {"((a*c)+(a*d))", "(a*(c+d))"}},
      {"SquareDefinition", "sqr_def", "SD", 1, {"(a^2)", "(a*a)"}},
      {"PrincipleOfEquality", "equ_prin", "POE", 3, {"a, c, (b+d)"}},
      {"EquMoveTerm", "equ_mv_tm", "EMT", 2, {"a, (c+(-b))"}},
      {"SquareGEQZero", "sqr_geq_zero", "SGEQZ", 1, {"(a*b)"}},
      {"EquivalenceImpliesDoubleInequality", "equ_dbl_ineq", "EIDI", 2, {"a, b"}},
      {"FirstPrincipleOfInequality", "ineq_prin_one", "FPI", 2, {"(a+c), (b+d)"}},
      {"SecondPrincipleOfInequality", "ineq_prin_two", "SPI", 2, {"(a*c), (b*c)"}},
      {"IneqMoveTerm", "ineq_mv_tm", "IMT", 2, {"a, (c+(-b))"}},
  };
  const Rules rules = make_rules(RuleSet::kStandard);
  ASSERT_EQ(std::size(kExpected), kAxiomCount);
  ASSERT_EQ(rules.axioms.size(), kAxiomCount);
  for (std::size_t i = 0; i < kAxiomCount; ++i) {
    const auto& expected = kExpected[i];
    const Axiom& axiom = axioms()[i];
    EXPECT_EQ(axiom.letter, static_cast<char>('A' + i));
    EXPECT_EQ(axiom.name, expected.name);
    EXPECT_EQ(axiom.text_name, expected.text_name);
    EXPECT_EQ(axiom.abbreviation, expected.abbreviation);
    EXPECT_EQ(arity(rules, i), expected.arity) << axiom.name;
    EXPECT_EQ(operands_of(rules, i), expected.operands) << axiom.name;
    for (const std::string_view name :
         {axiom.name, axiom.text_name, axiom.abbreviation, std::string_view(&axiom.letter, 1)}) {
      EXPECT_EQ(find_axiom(name), i) << name;
    }
  }
  for (const std::string_view name : {"", "S", "a", "add_cmm", "ADD_CMMT", "equ_symm", "AMLD "}) {
    EXPECT_EQ(find_axiom(name), std::nullopt) << name;
  }
  EXPECT_EQ(axioms()[kFieldAxiomCount].text_name, "sqr_geq_zero");
}

TEST(AxiomsTest, EachRuleSetHasAName) {
  const std::pair<RuleSet, std::string_view> kNames[] = {
      {RuleSet::kStandard, "standard"}, {RuleSet::kInt2021, "int-2021"}, {RuleSet::kFull, "full"}};
  for (const auto& [set, name] : kNames) {
    EXPECT_EQ(to_string(set), name);
    EXPECT_EQ(find_rule_set(name), set);
  }
  for (const std::string_view name : {"", "Standard", "int", "int-2020"}) {
    EXPECT_EQ(find_rule_set(name), std::nullopt);
  }
}

TEST(AxiomsTest, TheSetsDifferFromTheStandardWhereTheyShouldAndNowhereElse) {
  for (std::size_t i = 0; i < kAxiomCount; ++i) {
    const char letter = axioms()[i].letter;
    EXPECT_EQ(rows_text(RuleSet::kStandard, i), axioms()[i].rows);
    EXPECT_EQ(rows_text(RuleSet::kInt2021, i) != axioms()[i].rows, letter == 'H');
    EXPECT_EQ(rows_text(RuleSet::kFull, i) != axioms()[i].rows,
              std::string_view("CDGH").find(letter) != std::string_view::npos);
  }
}

class RuleSetTest : public Fixture {
 protected:
  // The goals after one action, or the outcome if it does not change the state.
  std::string after(RuleSet set, std::string_view goal, std::string_view text) {
    rules_ = make_rules(set);
    State now = state({}, goal);
    const Outcome outcome = apply(now, text);
    if (outcome == Outcome::kProven) return "proven";
    if (outcome != Outcome::kChanged) return "refused";
    std::string out;
    for (const std::string& left : texts(now.goals())) out += (out.empty() ? "" : " and ") + left;
    return out;
  }
};

TEST_F(RuleSetTest, OnlyTheOriginalDividesWithoutCheckingForZero) {
  const char* action = "mul_simp | (0*(1/0)) in obj";
  EXPECT_EQ(after(RuleSet::kInt2021, "1=0*(1/0)", action), "proven");
  EXPECT_EQ(after(RuleSet::kStandard, "1=0*(1/0)", action), "0!=0");
  EXPECT_EQ(after(RuleSet::kFull, "1=0*(1/0)", action), "0!=0");
}

TEST_F(RuleSetTest, TheFullSetIntroduces) {
  const struct {
    const char *goal, *action, *result;
  } kCases[] = {
      {"0=b", "add_simp | b in obj, 0 in obj", "(b+(-b))=b"},
      {"1=b", "mul_simp | b in obj, 1 in obj", "b!=0 and (b*(1/b))=b"},
      {"a=b", "mul_one | a in obj", "(a*1)=b"},
      {"a=b", "add_zero | a in obj", "(a+0)=b"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(after(RuleSet::kFull, c.goal, c.action), c.result) << c.action;
    EXPECT_EQ(after(RuleSet::kStandard, c.goal, c.action), "refused") << c.action;
    EXPECT_EQ(after(RuleSet::kInt2021, c.goal, c.action), "refused") << c.action;
  }
}

TEST_F(RuleSetTest, TheFullSetStillEliminates) {
  const struct {
    const char *goal, *action, *result;
  } kCases[] = {
      {"a+0=b", "add_zero | (a+0) in obj", "a=b"},
      {"0+a=b", "add_zero | (0+a) in obj", "a=b"},
      {"a*1=b", "mul_one | (a*1) in obj", "a=b"},
      {"1*a=b", "mul_one | (1*a) in obj", "a=b"},
      {"a-b=0", "add_simp | (a+(-b)) in obj", "a=b"},
      {"a*(1/b)=1", "mul_simp | (a*(1/b)) in obj", "a=b and b!=0"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(after(RuleSet::kFull, c.goal, c.action), c.result) << c.action;
    EXPECT_EQ(after(RuleSet::kStandard, c.goal, c.action), c.result) << c.action;
  }
  const Rules full = make_rules(RuleSet::kFull);
  EXPECT_EQ(arity(full, *find_axiom("add_simp")), 2u);
  EXPECT_EQ(arity(full, *find_axiom("mul_simp")), 2u);
  EXPECT_EQ(arity(full, *find_axiom("mul_one")), 1u);
}

std::string row_error(std::string_view text) {
  return error_of([&] { read_rows(std::vector{text}); });
}

TEST(RowsTest, ReadsRowsWithTheirOperandsDerived) {
  const std::string_view texts[] = {"a => b+c+a if b=c, a!=0; 0 => 1", "0>=a*b if a=b", "a=b",
                                    "b+c => c+b+c"};
  const Rules rules = read_rows(texts);
  ASSERT_EQ(rules.axioms.size(), 4u);
  EXPECT_EQ(operands_of(rules, 0), (Texts{"b, c, a", "0"}));
  EXPECT_EQ(operands_of(rules, 1), (Texts{"(a*b)"}));
  EXPECT_EQ(operands_of(rules, 2), (Texts{"a, b"}));
  EXPECT_EQ(operands_of(rules, 3), (Texts{"(b+c)"}));
  EXPECT_EQ(arity(rules, 0), 3u);
  const Row& row = rules.axioms[0][0];
  EXPECT_EQ(row.premises.size(), 2u);
  EXPECT_TRUE(row.by);
  EXPECT_FALSE(row.conclusion);
  EXPECT_TRUE(rules.axioms[1][0].conclusion);
  EXPECT_FALSE(rules.axioms[1][0].by);
}

TEST(RowsTest, RefusesARowWithAVariableThatNoOperandBinds) {
  for (const std::string_view text : {"a+b => a if a=c", "a>=b if a>=c, c>=b", "0=0 if a=b"}) {
    EXPECT_EQ(row_error(text),
              "the axiom row '" + std::string(text) + "' has unbound variables or is too large");
  }
}

TEST(RowsTest, RefusesARowTheKernelCannotHold) {
  for (const std::string_view text :
       {"0=0", "a => b+c+d+a", "a>=b if a=b, a>=b, b>=a", "1>=0 if 1=1"}) {
    EXPECT_EQ(row_error(text),
              "the axiom row '" + std::string(text) + "' has unbound variables or is too large");
  }
}

TEST(RowsTest, RefusesARowItCannotRead) {
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"", "column 1: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"a+b", "column 4: expected an operator, =, >=, <= or !=, but the text ends"},
      {"a =>", "column 5: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"a => b if", "column 10: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"a => b if a", "column 12: expected an operator, =, >=, <= or !=, but the text ends"},
      {"a => b when a=b", "column 8: expected 'if', ',' or the end of the row, but found 'w'"},
      {"a>=b if a=b,", "column 13: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"a!=0", "column 5: expected a row that concludes = or >=, but the text ends"},
      {"a => b ;", "column 1: expected a variable, 0, 1, '-' or '(', but the text ends"},
  };
  for (const auto& [text, message] : kCases) EXPECT_EQ(row_error(text), message) << text;
}

}  // namespace
}  // namespace ineq
