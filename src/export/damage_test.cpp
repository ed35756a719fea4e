#include "export/damage.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "generate/generator.h"

namespace ineq {
namespace {

bool is_line(Bank& bank, const Lemmas& lemmas, const Line& line) {
  const auto made = [&](Statement s) {
    return substitute(lemmas.patterns(), s, bank, line.bindings);
  };
  const Row& row = *line.lemma->row;
  for (std::size_t i = 0; i < row.premises.size(); ++i) {
    if (line.assumptions[i] != made(row.premises[i])) return false;
  }
  if (!row.by) return line.conclusion == made(*row.conclusion);
  const auto term = [&](Term t) { return substitute(lemmas.patterns(), t, bank, line.bindings); };
  return subterm(bank, line.conclusion, line.place) == term(row.operands.back()) &&
         line.assumptions.back() == replace(bank, line.conclusion, line.place, term(*row.by));
}

// As a checker reads it.
bool holds(Bank& bank, const Lemmas& lemmas, const Derivation& derivation) {
  std::vector<Statement> known = derivation.theorem.premises;
  const auto is_known = [&](Statement s) {
    return is_trivial(bank, s) || std::ranges::find(known, s) != known.end();
  };
  for (const Line& line : derivation.lines) {
    if (!is_line(bank, lemmas, line) || !std::ranges::all_of(line.assumptions, is_known)) {
      return false;
    }
    known.push_back(line.conclusion);
  }
  return is_known(derivation.theorem.goal);
}

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
      const auto& [theorem, proof] = std::tie(generated.theorem, generated.proof);
      Rng rng(i);
      const Derivation whole = derive(bank, generator.rules(), theorem, proof, lemmas);
      ASSERT_TRUE(holds(bank, lemmas, whole));
      const auto wrong = damaged(bank, generator.rules(), theorem, proof, lemmas, rng);
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
