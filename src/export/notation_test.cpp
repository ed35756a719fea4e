#include "export/notation.h"

#include "support/fixture.h"

namespace ineq {
namespace {

constexpr Notation kWords{.zero = "zero",
                          .one = "one",
                          .add = "plus(L,R)",
                          .negate = "minus(L)",
                          .multiply = "times(L,R)",
                          .square = "square(L)",
                          .invert = "over(L)",
                          .equal = "L is R",
                          .greater_equal = "R under L",  // the right side first
                          .non_zero = "L is not zero",
                          .first_variable = 'A'};

using NotationTest = Fixture;

TEST_F(NotationTest, EveryOperatorHasItsText) {
  EXPECT_EQ(text(kWords, bank_, statement("(a+0)*b = 1/(-c)")),
            "times(plus(A,zero),B) is over(minus(C))");
  EXPECT_EQ(text(kWords, bank_, statement("a^2 >= 1")), "one under square(A)");
  EXPECT_EQ(text(kWords, bank_, statement("z != 0")), "Z is not zero");
  EXPECT_EQ(text(kWords, bank_, term("a+b")), "plus(A,B)");
}

// L and R stand for operands in the notation, but not in the names of variables.
TEST_F(NotationTest, VariablesMayBeCalledLAndR) {
  EXPECT_EQ(text(kWords, bank_, term("l+r")), "plus(L,R)");
}

TEST_F(NotationTest, AHoleStandsForOneOccurrence) {
  const Statement s = statement("(a+b)*(a+b) >= (a+b)");
  const std::string whole = text(kWords, bank_, s);
  EXPECT_EQ(whole, "plus(A,B) under times(plus(A,B),plus(A,B))");
  const std::pair<std::uint32_t, std::string> kHoles[] = {
      {1, "plus(A,B) under _"},
      {2, "plus(A,B) under times(_,plus(A,B))"},
      {3, "plus(A,B) under times(plus(_,B),plus(A,B))"},
      {4, "plus(A,B) under times(plus(A,_),plus(A,B))"},
      {5, "plus(A,B) under times(plus(A,B),_)"},
      {8, "_ under times(plus(A,B),plus(A,B))"},
      {10, "plus(A,_) under times(plus(A,B),plus(A,B))"},
  };
  for (const auto& [place, expected] : kHoles) {
    EXPECT_EQ(text(kWords, bank_, s, place, "_"), expected);
  }
}

}  // namespace
}  // namespace ineq
