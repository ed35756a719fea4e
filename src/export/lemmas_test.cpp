#include "export/lemmas.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "term/print.h"

namespace ineq {
namespace {

TEST(LemmasTest, EveryRowIsALemmaExceptTheFalseOne) {
  const Lemmas lemmas;
  for (const RuleSet set : kRuleSets) {
    const Rules rules = make_rules(set);
    for (std::size_t axiom = 0; axiom < rules.axioms.size(); ++axiom) {
      for (const Row& row : rules.axioms[axiom]) {
        const Lemma* lemma = lemmas.find(rules, axiom, row);
        const bool is_unsound = set == RuleSet::kInt2021 && axioms()[axiom].letter == 'H';
        ASSERT_EQ(lemma == nullptr, is_unsound) << axioms()[axiom].name;
        if (is_unsound) continue;
        EXPECT_EQ(lemma->axiom, axiom);
        EXPECT_EQ(to_string(lemmas.patterns(), lemma->row->operands.back()),
                  to_string(rules.patterns, row.operands.back()));
      }
    }
  }
}

TEST(LemmasTest, NamesAreDistinctAndLettersInOrder) {
  const Lemmas lemmas;
  std::set<std::string> names;
  for (const Lemma& lemma : lemmas.all()) {
    EXPECT_TRUE(names.insert(lemma.name()).second);
    EXPECT_FALSE(lemma.letters.empty()) << lemma.name();
    EXPECT_TRUE(std::ranges::is_sorted(lemma.letters)) << lemma.name();
  }
  EXPECT_TRUE(names.contains("AdditionAssociativity_2"));
}

}  // namespace
}  // namespace ineq
