// Letters, copies and values modulo a prime.

#include <gtest/gtest.h>

#include "algebra/copy.h"
#include "algebra/letters.h"
#include "algebra/match.h"
#include "algebra/prime_field.h"
#include "base/rng.h"
#include "support/fixture.h"
#include "term/print.h"

namespace ineq {
namespace {

class AlgebraTest : public Fixture {};

TEST_F(AlgebraTest, LettersOfAStatement) {
  EXPECT_EQ(letters_in(bank_, statement("a*c = 1/z")), 1u | 1u << 2 | 1u << 25);
  EXPECT_EQ(letters_in(bank_, statement("1 >= 0")), 0u);
}

TEST_F(AlgebraTest, ACopyIsTheSameStatementInTheOtherBank) {
  Bank other;
  CopyMemo memo;
  other.variable('z');  // makes the ids of the two banks differ
  for (const char* text : {"(a+b)*(a+b) >= 0", "1/(a+b) = -(b^2)", "a+b != 0"}) {
    const Statement s = statement(text);
    const Statement copied = copy_statement(bank_, s, other);
    EXPECT_EQ(to_string(other, copied), to_string(bank_, s));
    EXPECT_EQ(copy_statement(bank_, s, other, memo), copied);
  }
  other.reset();
  memo.clear();
  const Statement s = statement("a+b != 0");
  EXPECT_EQ(to_string(other, copy_statement(bank_, s, other, memo)), to_string(bank_, s));
}

TEST_F(AlgebraTest, AStatementMatchesAPatternOfItsKind) {
  Bank patterns;
  const Statement pattern = parse_statement(patterns, "a+b >= a");
  Bindings bindings;
  EXPECT_TRUE(match(patterns, pattern, bank_, statement("c^2+1 >= c^2"), bindings));
  EXPECT_EQ(bindings[0], term("c^2"));
  EXPECT_EQ(bindings[1], term("1"));
  for (const char* other : {"c^2+1 = c^2", "c^2+1 >= 1", "c^2 >= c^2"}) {
    bindings = {};
    EXPECT_FALSE(match(patterns, pattern, bank_, statement(other), bindings)) << other;
  }
}

template <typename Field>
void expect_field(std::uint64_t seed) {
  Rng rng(seed);
  for (int i = 0; i < 1000; ++i) {
    const auto draw = [&] {
      return static_cast<typename Field::Value>(rng.next() % Field::kPrime);
    };
    const auto x = draw(), y = draw(), z = draw();
    EXPECT_EQ(Field::subtract(Field::add(x, y), y), x);
    EXPECT_EQ(Field::add(x, Field::negate(x)), 0u);
    EXPECT_EQ(Field::multiply(x, Field::add(y, z)),
              Field::add(Field::multiply(x, y), Field::multiply(x, z)));
    EXPECT_EQ(Field::multiply(x, y), static_cast<__uint128_t>(x) * y % Field::kPrime);
    if (x != 0) {
      EXPECT_EQ(Field::multiply(x, Field::invert(x)), 1u);
    }
  }
  const auto last = Field::kPrime - 1;
  EXPECT_EQ(Field::multiply(last, last), 1u);
  EXPECT_EQ(Field::add(last, 1), 0u);
  EXPECT_EQ(Field::invert(0), 0u);
}

TEST_F(AlgebraTest, PrimeFields) {
  expect_field<PrimeField<31>>(1);
  expect_field<PrimeField<61>>(2);
}

}  // namespace
}  // namespace ineq
