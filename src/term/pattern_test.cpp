#include "term/pattern.h"

#include <gtest/gtest.h>

#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class PatternTest : public Fixture {
 protected:
  Term pattern(std::string_view text) { return parse_term(patterns_, text); }

  // The bindings as `a=..., b=...`, or `no` if there is no match.
  std::string bindings_of(std::string_view pattern_text, std::string_view term_text) {
    Bindings bindings;
    if (!match(patterns_, pattern(pattern_text), bank_, term(term_text), bindings)) return "no";
    std::string out;
    for (std::uint32_t i = 0; i < 26; ++i) {
      if (!bindings[i]) continue;
      out += out.empty() ? "" : ", ";
      out += static_cast<char>('a' + i);
      out += '=';
      out += to_string(bank_, *bindings[i]);
    }
    return out;
  }

  Bank patterns_;
};

TEST_F(PatternTest, MatchesWhenSomeTermsForTheVariablesMakeThemEqual) {
  const struct {
    const char *pattern, *term, *bindings;
  } kCases[] = {
      {"a", "x", "a=x"},
      {"a", "(x+y)*z", "a=((x+y)*z)"},
      {"z", "0", "z=0"},
      {"0", "0", ""},
      {"0", "1", "no"},
      {"0", "x", "no"},
      {"a+b", "x+y", "a=x, b=y"},
      {"b+a", "x+y", "a=y, b=x"},
      {"a+b", "x*y", "no"},
      {"a*a", "x*x", "a=x"},
      {"a*a", "x*y", "no"},
      {"a*a", "(x+y)*(x+y)", "a=(x+y)"},
      {"c*a+d*a", "x*z+y*z", "a=z, c=x, d=y"},
      {"c*a+d*a", "x*z+y*x", "no"},
      {"a+-b", "x-y", "a=x, b=y"},
      {"a+-b", "x+y", "no"},
      {"a^2", "x^2", "a=x"},
      {"a^2", "x*x", "no"},
      {"a*(1/b)", "x/(y+1)", "a=x, b=(y+1)"},
      {"1*a", "1*1", "a=1"},
      {"(a+b)+c", "x+(y+z)", "no"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(bindings_of(c.pattern, c.term), c.bindings) << c.pattern << " on " << c.term;
  }
}

TEST_F(PatternTest, EarlierBindingsBindLaterMatches) {
  Bindings bindings;
  EXPECT_TRUE(match(patterns_, pattern("a*c"), bank_, term("x*z"), bindings));
  Bindings other = bindings;
  EXPECT_TRUE(match(patterns_, pattern("b*c"), bank_, term("y*z"), bindings));
  EXPECT_EQ(bindings[1], term("y"));
  EXPECT_FALSE(match(patterns_, pattern("b*c"), bank_, term("y*x"), other));
}

TEST_F(PatternTest, SubstitutionPutsTheTermsInPlaceOfTheVariables) {
  Bindings bindings;
  bindings.bind(0, term("x+y"));
  bindings.bind(1, term("0"));
  const Statement s = parse_statement(patterns_, "a*b>=1/a");
  EXPECT_EQ(substitute(patterns_, pattern("-a^2+b*1"), bank_, bindings), term("-(x+y)^2+0*1"));
  EXPECT_EQ(substitute(patterns_, s, bank_, bindings), statement("(x+y)*0>=1/(x+y)"));
  EXPECT_EQ(substitute(patterns_, parse_statement(patterns_, "a!=0"), bank_, bindings),
            statement("x+y!=0"));
}

TEST_F(PatternTest, WhatSubstitutionMakesMatchesWithTheSameBindings) {
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    const Term p = random_term(patterns_, rng, 4);
    Bindings bindings;
    for (std::uint32_t v = 0; v < 26; ++v) bindings.bind(v, random_term(bank_, rng, 3));
    Bindings found;
    ASSERT_TRUE(match(patterns_, p, bank_, substitute(patterns_, p, bank_, bindings), found));
    for (std::uint32_t v = 0; v < 26; ++v) {
      ASSERT_EQ(found[v].value_or(*bindings[v]), *bindings[v]);
    }
  }
}

}  // namespace
}  // namespace ineq
