#include "export/damage.h"

#include <gtest/gtest.h>

#include "generate/generator.h"
#include "support/exported.h"

namespace ineq {
namespace {

TEST(DamageTest, MakesEveryDerivationWrong) {
  const Lemmas lemmas;
  for (const RuleSet set : {RuleSet::kStandard, RuleSet::kFull}) {
    Specification specification{.k = 3, .l = 5};
    specification.rules = set;
    Generator generator(specification);
    std::size_t statements = 0, steps = 0;
    for (std::uint64_t i = 0; i < 300; ++i) {
      const Generated& generated = generator.generate(i);
      Bank bank = generator.bank();
      const Theorem& theorem = generated.theorem();
      Rng rng(i);
      const Derivation whole = derive(bank, generated.proven, lemmas);
      ASSERT_TRUE(holds(bank, lemmas, whole));
      const auto wrong = damaged(bank, generated.proven, lemmas, rng);
      ASSERT_TRUE(wrong.has_value());
      EXPECT_FALSE(holds(bank, lemmas, *wrong));
      const bool same =
          wrong->theorem.goal == theorem.goal && wrong->theorem.premises == theorem.premises;
      ++(same ? steps : statements);
    }
    EXPECT_GT(statements, 50u);
    EXPECT_GT(steps, 50u);
  }
}

}  // namespace
}  // namespace ineq
