#include "term/print.h"

#include <gtest/gtest.h>

#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using PrintTest = Fixture;

TEST_F(PrintTest, WhatIsPrintedIsReadBackAsTheSame) {
  Rng rng(1);
  for (unsigned i = 0; i < 5000; ++i) {
    const Statement s = random_statement(bank_, rng, 1 + i % 7, true);
    const Term t = random_term(bank_, rng, 1 + i % 7);
    for (const Style style : {Style::kInt, Style::kPointer, Style::kInfix}) {
      const std::string text = to_string(bank_, s, style);
      ASSERT_EQ(statement(text), s) << text;
      const std::string term_text = to_string(bank_, t, style);
      ASSERT_EQ(term(term_text), t) << term_text;
    }
  }
}

// The kernel can make statements of the greatest height, so their texts must be readable too.
TEST_F(PrintTest, TheTallestStatementsAreReadBackToo) {
  for (const Op op : {Op::kAdd, Op::kNegate, Op::kMultiply, Op::kSquare, Op::kInvert}) {
    for (const bool to_the_left : {true, false}) {
      const Term b = bank_.variable('b');
      Term t = bank_.variable('a');
      for (int i = 1; i < kMaxHeight; ++i) {
        t = to_the_left || arity(op) == 1 ? bank_.term(op, t, b) : bank_.term(op, b, t);
      }
      const Statement s = bank_.statement(Op::kEqual, t, b);
      ASSERT_TRUE(fits(bank_[s]));
      for (const Style style : {Style::kInt, Style::kPointer, Style::kInfix}) {
        const std::string text = to_string(bank_, s, style);
        EXPECT_NO_THROW(EXPECT_EQ(statement(text), s)) << text.substr(0, 10) << "...";
      }
    }
  }
}

TEST_F(PrintTest, PrintsEachStyle) {
  struct Case {
    const char *canonical, *pointer, *infix, *latex;
  };
  const Case kCases[] = {
      {"((a+b)*(-c))>=0", "((a+b)*(-c))\\geq 0", "(a+b)*(-c) >= 0", "(a+b) \\cdot (-c) \\geq 0"},
      {"(a^2)=(1/b)", "(a^2)=(1/b)", "a^2 = 1/b", "a^2 = \\frac{1}{b}"},
      {"(a+b)!=0", "(a+b)\\neq 0", "a+b != 0", "a+b \\neq 0"},
  };
  for (const Case& c : kCases) {
    const Statement s = statement(c.canonical);
    EXPECT_EQ(to_string(bank_, s), c.canonical);
    EXPECT_EQ(to_string(bank_, s, Style::kPointer), c.pointer);
    EXPECT_EQ(to_string(bank_, s, Style::kInfix), c.infix);
    EXPECT_EQ(to_string(bank_, s, Style::kLatex), c.latex);
  }
}

TEST_F(PrintTest, UsesNoMoreBracketsThanNeeded) {
  struct Case {
    const char *canonical, *infix, *latex;
  };
  const Case kCases[] = {
      {"((a+b)+c)", "a+b+c", "a+b+c"},
      {"(a+(b+c))", "a+(b+c)", "a+(b+c)"},
      {"((a*b)*c)", "a*b*c", "a \\cdot b \\cdot c"},
      {"(a*(b*c))", "a*(b*c)", "a \\cdot (b \\cdot c)"},
      {"(a+(b*c))", "a+b*c", "a+b \\cdot c"},
      {"((a+b)*c)", "(a+b)*c", "(a+b) \\cdot c"},
      {"(a*(b+c))", "a*(b+c)", "a \\cdot (b+c)"},
      {"(a+(-b))", "a-b", "a-b"},
      {"(a+(-(b+c)))", "a-(b+c)", "a-(b+c)"},
      {"(a+(-(b*c)))", "a-b*c", "a-b \\cdot c"},
      {"(a+(-(-b)))", "a-(-b)", "a-(-b)"},
      {"((-a)+b)", "-a+b", "-a+b"},
      {"((-a)*b)", "(-a)*b", "(-a) \\cdot b"},
      {"(a*(-b))", "a*(-b)", "a \\cdot (-b)"},
      {"(-(a*b))", "-(a*b)", "-(a \\cdot b)"},
      {"(-(a+b))", "-(a+b)", "-(a+b)"},
      {"(-(-a))", "-(-a)", "-(-a)"},
      {"(-(a^2))", "-a^2", "-a^2"},
      {"((-a)^2)", "(-a)^2", "(-a)^2"},
      {"((a^2)^2)", "(a^2)^2", "(a^2)^2"},
      {"((a*b)^2)", "(a*b)^2", "(a \\cdot b)^2"},
      {"(a*(b^2))", "a*b^2", "a \\cdot b^2"},
      {"(1/a)", "1/a", "\\frac{1}{a}"},
      {"(1/(a+b))", "1/(a+b)", "\\frac{1}{a+b}"},
      {"(1/(a^2))", "1/a^2", "\\frac{1}{a^2}"},
      {"(1/(1/a))", "1/(1/a)", "\\frac{1}{\\frac{1}{a}}"},
      {"((1/a)^2)", "(1/a)^2", "(\\frac{1}{a})^2"},
      {"(-(1/a))", "-(1/a)", "-(\\frac{1}{a})"},
      {"(a*(1/b))", "a/b", "a \\cdot \\frac{1}{b}"},
      {"(a*(1/(b*c)))", "a/(b*c)", "a \\cdot \\frac{1}{b \\cdot c}"},
      {"((a*(1/b))*c)", "a/b*c", "a \\cdot \\frac{1}{b} \\cdot c"},
      {"((1/a)*b)", "1/a*b", "\\frac{1}{a} \\cdot b"},
      {"(1*(1/a))", "1*(1/a)", "1 \\cdot \\frac{1}{a}"},
      {"((a*1)*(1/b))", "a*1/b", "a \\cdot 1 \\cdot \\frac{1}{b}"},
      {"((1^2)*(1/b))", "1^2/b", "1^2 \\cdot \\frac{1}{b}"},
      {"(0+1)", "0+1", "0+1"},
  };
  for (const Case& c : kCases) {
    const Term t = term(c.canonical);
    EXPECT_EQ(to_string(bank_, t), c.canonical);
    EXPECT_EQ(to_string(bank_, t, Style::kInfix), c.infix);
    EXPECT_EQ(to_string(bank_, t, Style::kLatex), c.latex);
  }
}

TEST_F(PrintTest, PrintingAppends) {
  std::string out = "goal ";
  print(bank_, statement("a=b"), Style::kInt, out);
  print(bank_, term("c"), Style::kInfix, out);
  EXPECT_EQ(out, "goal a=bc");
}

// The expected positions are those of the reference implementation.
TEST_F(PrintTest, AnchorsFollowTheOperatorOfEachOccurrence) {
  const Statement s = statement("((a+(-b))*(c^2))>=(1/0)");
  std::string text = "@";
  std::vector<std::uint32_t> anchors{7, 7, 7};
  print_anchored(bank_, s, text, anchors);
  EXPECT_EQ(text, "@((a+(-b))*(c^2))\\geq (1/0)");
  Texts marked;
  for (std::size_t i = 1; i < anchors.size(); ++i) {
    marked.push_back(std::string(text).insert(anchors[i], 1, '~'));
  }
  EXPECT_EQ(marked, (Texts{
                        "@((a+(-b))*~(c^2))\\geq (1/0)",
                        "@((a+~(-b))*(c^2))\\geq (1/0)",
                        "@((a~+(-b))*(c^2))\\geq (1/0)",
                        "@((a+(-~b))*(c^2))\\geq (1/0)",
                        "@((a+(-b~))*(c^2))\\geq (1/0)",
                        "@((a+(-b))*(c^2~))\\geq (1/0)",
                        "@((a+(-b))*(c~^2))\\geq (1/0)",
                        "@((a+(-b))*(c^2))\\geq (1/~0)",
                        "@((a+(-b))*(c^2))\\geq (1/0~)",
                    }));
}

TEST_F(PrintTest, EveryOccurrenceHasAnAnchorOfItsOwn) {
  Rng rng(2);
  for (int i = 0; i < 500; ++i) {
    const Statement s = random_statement(bank_, rng, 5, true);
    std::string text;
    std::vector<std::uint32_t> anchors;
    print_anchored(bank_, s, text, anchors);
    ASSERT_EQ(text, to_string(bank_, s, Style::kPointer));
    ASSERT_EQ(anchors.size(), bank_[s].size);
    std::ranges::sort(anchors);
    ASSERT_EQ(std::ranges::adjacent_find(anchors), anchors.end()) << text;
  }
}

}  // namespace
}  // namespace ineq
