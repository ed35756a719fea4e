#include "term/parse.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

class ParseTest : public Fixture {
 protected:
  std::string read_term(std::string_view text) { return to_string(bank_, term(text)); }
  std::string read_statement(std::string_view text) { return to_string(bank_, statement(text)); }
  std::string term_error(std::string_view text) {
    return error_of([&] { term(text); });
  }
  std::string statement_error(std::string_view text) {
    return error_of([&] { statement(text); });
  }
};

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST_F(ParseTest, ReadsTermsAsPeopleAndIntWriteThem) {
  const Pairs kCases = {
      // INT's canonical form
      {"a", "a"},
      {"0", "0"},
      {"1", "1"},
      {"(a+b)", "(a+b)"},
      {"(-a)", "(-a)"},
      {"(a*b)", "(a*b)"},
      {"(a^2)", "(a^2)"},
      {"(1/a)", "(1/a)"},
      {"(((b+(b+f))^2)+(b+c))", "(((b+(b+f))^2)+(b+c))"},
      {"(c*(1/(0+c)))", "(c*(1/(0+c)))"},
      // associativity
      {"a+b+c", "((a+b)+c)"},
      {"a*b*c", "((a*b)*c)"},
      {"a-b-c", "((a+(-b))+(-c))"},
      {"a/b/c", "((a*(1/b))*(1/c))"},
      {"a-b+c", "((a+(-b))+c)"},
      {"a+(b+c)", "(a+(b+c))"},
      // precedence
      {"a+b*c", "(a+(b*c))"},
      {"a*b+c", "((a*b)+c)"},
      {"a-b*c", "(a+(-(b*c)))"},
      {"-a*b", "((-a)*b)"},
      {"-a+b", "((-a)+b)"},
      {"a*-b", "(a*(-b))"},
      {"a+-b", "(a+(-b))"},
      {"a--b", "(a+(-(-b)))"},
      {"--a", "(-(-a))"},
      {"-a^2", "(-(a^2))"},
      {"(-a)^2", "((-a)^2)"},
      {"a*b^2", "(a*(b^2))"},
      {"a^2^2", "((a^2)^2)"},
      {"a+b^2", "(a+(b^2))"},
      // division
      {"a/b", "(a*(1/b))"},
      {"1/a*b", "((1/a)*b)"},
      {"1/a/b", "((1/a)*(1/b))"},
      {"1/(a*b)", "(1/(a*b))"},
      {"(1)/a", "(1/a)"},
      {"1*(1/a)", "(1*(1/a))"},
      {"b*1/a", "((b*1)*(1/a))"},
      {"1/a^2", "(1/(a^2))"},
      {"(1/a)^2", "((1/a)^2)"},
      {"1/-a", "(1/(-a))"},
      {"-1/a", "((-1)*(1/a))"},
      {"0/a", "(0*(1/a))"},
      // blanks, redundant brackets and other signs
      {"  a  +\tb ", "(a+b)"},
      {"( ( a ) )", "a"},
      {"a ^ 2", "(a^2)"},
      {"a·b", "(a*b)"},
      {"a×b", "(a*b)"},
      {"a⋅b", "(a*b)"},
      {"a²", "(a^2)"},
      {"a²²", "((a^2)^2)"},
      {"a − b", "(a+(-b))"},
      {"−a", "(-a)"},
      {"z", "z"},
  };
  for (const auto& [text, canonical] : kCases) EXPECT_EQ(read_term(text), canonical) << text;
}

TEST_F(ParseTest, ReadsStatementsAsPeopleAndIntWriteThem) {
  const Pairs kCases = {
      {"a=b", "a=b"},
      {"a>=b", "a>=b"},
      {"a≥b", "a>=b"},
      {"a\\geq b", "a>=b"},
      {"a<=b", "b>=a"},
      {"a≤b", "b>=a"},
      {"a\\leq b", "b>=a"},
      {"a!=0", "a!=0"},
      {"a ≠ 0", "a!=0"},
      {"a\\neq 0", "a!=0"},
      {"((a+d)*b)>=0", "((a+d)*b)>=0"},
      {"(a + d)·b ≥ 0", "((a+d)*b)>=0"},
      {"a - b/c = d", "(a+(-(b*(1/c))))=d"},
      {"x+y <= z²", "(z^2)>=(x+y)"},
      {"a=-b", "a=(-b)"},
      {"a>=-b", "a>=(-b)"},
      {" a = b ", "a=b"},
  };
  for (const auto& [text, canonical] : kCases) EXPECT_EQ(read_statement(text), canonical) << text;
}

TEST_F(ParseTest, PointsAtWhatIsWrongInATerm) {
  const std::string kOperand = "expected a variable, 0, 1, '-' or '(', but ";
  const Pairs kCases = {
      {"", "column 1: " + kOperand + "the text ends"},
      {"   ", "column 4: " + kOperand + "the text ends"},
      {"(a+b", "column 5: expected an operator or ')', but the text ends"},
      {"((a+b)", "column 7: expected an operator or ')', but the text ends"},
      {"a+b)", "column 4: expected an operator or the end of the term, but found ')'"},
      {"(a b)", "column 4: expected an operator or ')', but found 'b'"},
      {"()", "column 2: " + kOperand + "found ')'"},
      {"ab", "column 2: expected an operator or the end of the term, but found 'b'"},
      {"a (b)", "column 3: expected an operator or the end of the term, but found '('"},
      {"a+", "column 3: " + kOperand + "the text ends"},
      {"+a", "column 1: " + kOperand + "found '+'"},
      {"a+*b", "column 3: " + kOperand + "found '*'"},
      {"-", "column 2: " + kOperand + "the text ends"},
      {"1/", "column 3: " + kOperand + "the text ends"},
      {"A", "column 1: " + kOperand + "found 'A'"},
      {"α", "column 1: " + kOperand + "found 'α'"},
      {"a+α", "column 3: " + kOperand + "found 'α'"},
      {"2", "column 1: " + kOperand + "found '2'"},
      {"2*a", "column 1: " + kOperand + "found '2'"},
      {"10", "column 1: expected 0 or 1, the only numbers, but found '1'"},
      {"a*00", "column 3: expected 0 or 1, the only numbers, but found '0'"},
      {"a^3", "column 3: expected 2 after ^, but found '3'"},
      {"a^", "column 3: expected 2 after ^, but the text ends"},
      {"a^b", "column 3: expected 2 after ^, but found 'b'"},
      {"a^22", "column 4: expected an operator or the end of the term, but found '2'"},
      {"a=b", "column 2: expected an operator or the end of the term, but found '='"},
      {"a\n", "column 2: expected an operator or the end of the term, but found '\\x0a'"},
      {"a+\xff", "column 3: " + kOperand + "found '\\xff'"},
      {"\xe2\x89", "column 1: " + kOperand + "found '\\xe2\\x89'"},
      {"\xc2", "column 1: " + kOperand + "found '\\xc2'"},
  };
  for (const auto& [text, message] : kCases) EXPECT_EQ(term_error(text), message) << text;
  EXPECT_TRUE(term_error(std::string_view("a\0b", 3)).starts_with("column 2: expected"));
}

TEST_F(ParseTest, PointsAtWhatIsWrongInAStatement) {
  const Pairs kCases = {
      {"", "column 1: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"a", "column 2: expected an operator, =, >=, <= or !=, but the text ends"},
      {"ab=c", "column 2: expected an operator, =, >=, <= or !=, but found 'b'"},
      {"a>b", "column 2: expected =, >= or <=, the only relations, but found '>'"},
      {"a<b", "column 2: expected =, >= or <=, the only relations, but found '<'"},
      {"a==b", "column 3: expected a variable, 0, 1, '-' or '(', but found '='"},
      {"a=>b", "column 3: expected a variable, 0, 1, '-' or '(', but found '>'"},
      {"a=", "column 3: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"=a", "column 1: expected a variable, 0, 1, '-' or '(', but found '='"},
      {"a!=b", "column 4: expected 0 (the only such statement is x!=0), but found 'b'"},
      {"a!=1", "column 4: expected 0 (the only such statement is x!=0), but found '1'"},
      {"a!=", "column 4: expected 0 (the only such statement is x!=0), but the text ends"},
      {"a!=0+b", "column 5: expected an operator or the end of the statement, but found '+'"},
      {"a=b=c", "column 4: expected an operator or the end of the statement, but found '='"},
      {"a>=b>=c", "column 5: expected an operator or the end of the statement, but found '>'"},
      {"(a=b)", "column 3: expected an operator or ')', but found '='"},
      {"a≥", "column 5: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {"a\\ge b", "column 2: expected an operator, =, >=, <= or !=, but found '\\'"},
  };
  for (const auto& [text, message] : kCases) EXPECT_EQ(statement_error(text), message) << text;
}

TEST_F(ParseTest, RefusesDeepAndLargeTextsWithoutDeepRecursion) {
  constexpr std::size_t kMany = 100'000;
  const std::string kDeep = ": expected at most 2001 nested brackets and signs, but found ";
  const std::string kLarge = ": expected a term of at most 65536 nodes and 1000 levels, but found ";
  EXPECT_EQ(term_error(repeat("(", kMany) + "a" + repeat(")", kMany)),
            "column 2002" + kDeep + "'('");
  EXPECT_EQ(term_error(repeat("(", kMany)), "column 2002" + kDeep + "'('");
  EXPECT_EQ(term_error(repeat("-", kMany) + "a"), "column 2002" + kDeep + "'-'");
  EXPECT_EQ(term_error(repeat("(a+", kMany)), "column 6002" + kDeep + "'a'");
  EXPECT_EQ(term_error("a" + repeat("+a", kMany)), "column 2004" + kLarge + "'+'");
  EXPECT_EQ(term_error("a" + repeat("*a", kMany)), "column 2004" + kLarge + "'*'");
  EXPECT_EQ(term_error("a" + repeat("^2", kMany)), "column 2004" + kLarge + "'^'");
  EXPECT_EQ(term_error("a" + repeat("/a", kMany)), "column 2002" + kLarge + "'/'");
}

TEST_F(ParseTest, AcceptsTermsUpToTheLimits) {
  EXPECT_EQ(bank_[term("a" + repeat("+a", kMaxHeight))].height, kMaxHeight);
  EXPECT_EQ(bank_[statement("a" + repeat("+a", kMaxHeight - 1) + "=a")].height, kMaxHeight);
  EXPECT_EQ(statement_error("a" + repeat("+a", kMaxHeight) + "=a"),
            "column 2004: expected a smaller statement, but the text ends");
  EXPECT_EQ(term(repeat("(", kMaxHeight - 1) + "a" + repeat(")", kMaxHeight - 1)), term("a"));

  std::string balanced = "a";
  for (int i = 0; i < 15; ++i) balanced = "(" + balanced + "+" + balanced + ")";
  EXPECT_EQ(bank_[term(balanced)].size, kMaxSize - 1);
  EXPECT_EQ(bank_[statement(balanced + "!=0")].size, kMaxSize);
  EXPECT_EQ(statement_error(balanced + "=a"),
            "column " + std::to_string(balanced.size() + 3) +
                ": expected a smaller statement, but the text ends");
  EXPECT_EQ(term_error("a+" + balanced),
            "column " + std::to_string(balanced.size() + 3) +
                ": expected a term of at most 65536 nodes and 1000 levels, but the text ends");
}

TEST_F(ParseTest, ACursorReadsTermsAmongOtherThings) {
  Parser parser(bank_, " rule_1 | a+b in  c>=d 12");
  EXPECT_EQ(parser.column(), 2u);
  EXPECT_EQ(parser.word(), "rule_1");
  EXPECT_EQ(parser.word(), "");
  EXPECT_FALSE(parser.accept("!"));
  EXPECT_TRUE(parser.accept("|"));
  EXPECT_EQ(parser.term(), term("a+b"));
  EXPECT_TRUE(parser.accept("in"));
  EXPECT_EQ(parser.column(), 19u);
  const Term left = parser.term();
  EXPECT_EQ(parser.statement_from(left), statement("c>=d"));
  EXPECT_FALSE(parser.at_end());
  EXPECT_EQ(error_of([&] { parser.fail("nothing"); }),
            "column 24: expected nothing, but found '1'");
  EXPECT_EQ(parser.word(), "12");
  EXPECT_TRUE(parser.at_end());
}

}  // namespace
}  // namespace ineq
