#include "algebra/generic_point.h"

#include <gtest/gtest.h>

#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using GenericPointTest = Fixture;

TEST_F(GenericPointTest, IdenticallyZeroIsZeroAndTheRestIsNot) {
  Rng rng(1);
  for (int i = 0; i < 100; ++i) {
    GenericPoint point;
    point.draw(rng);
    for (const char* text : {"0", "a-a", "(a+b)^2-(a^2+(1+1)*(a*b)+b^2)", "1/0", "(a*b)/(b*a)-1",
                             "0*(1/a)", "(a-b)*(a+b)-(a^2-b^2)"}) {
      EXPECT_EQ(point.value(bank_, term(text)), 0u) << text;
    }
    for (const char* text : {"1", "a", "a-b", "a+b", "1/a", "a^2+b^2", "(a+b)^2-(a^2+b^2)", "-1"}) {
      EXPECT_NE(point.value(bank_, term(text)), 0u) << text;
    }
  }
}

TEST_F(GenericPointTest, AVariableCanBeSet) {
  Rng rng(1);
  GenericPoint point;
  point.draw(rng);
  const std::uint64_t difference =
      GenericPoint::Field::subtract(point.value(bank_, term("b")), point.value(bank_, term("a")));
  point.set(bank_, term("f"), difference);
  EXPECT_EQ(point.value(bank_, term("a+f-b")), 0u);
  EXPECT_NE(point.value(bank_, term("a+f")), 0u);
}

// A term is zero at the generic point exactly if it is zero at several exact rational points.
TEST_F(GenericPointTest, AgreesWithRationalNumbers) {
  Rng rng(2);
  int zeros = 0;
  for (int i = 0; i < 5000; ++i) {
    bank_.reset();
    const Term drawn = random_term(bank_, rng, 4);
    bool zero = true;
    for (int k = 0; k < 4 && zero; ++k) {
      Point point = random_point(rng);
      point.inverse_of_zero = 0;
      for (auto& value : point.variable) value += Rational(static_cast<int>(rng.below(997)), 7);
      zero = evaluate(bank_, drawn, point) == 0;
    }
    GenericPoint point;
    point.draw(rng);
    EXPECT_EQ(point.value(bank_, drawn) == 0, zero) << to_string(bank_, drawn);
    zeros += zero;
  }
  EXPECT_GT(zeros, 100);
}

}  // namespace
}  // namespace ineq
