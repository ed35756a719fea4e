#include "agents/action_class.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "axioms/axioms.h"

namespace ineq {
namespace {

TEST(ActionClassTest, TheListHasWhatTheRowsOfAllRuleSetsNeedAndNothingElse) {
  std::set<std::pair<std::size_t, std::size_t>> needed, listed;
  for (const RuleSet set : kRuleSets) {
    const Rules rules = make_rules(set);
    for (std::size_t axiom = 0; axiom < rules.axioms.size(); ++axiom) {
      for (const Row& row : rules.axioms[axiom]) needed.emplace(axiom, row.operands.size());
    }
  }
  for (const ActionClass& c : kActionClassList) listed.emplace(c.axiom, c.count);
  EXPECT_EQ(listed, needed);
}

TEST(ActionClassTest, FindsEveryClass) {
  for (std::size_t i = 0; i < kActionClasses; ++i) {
    EXPECT_EQ(find_action_class(kActionClassList[i].axiom, kActionClassList[i].count), i);
  }
  EXPECT_EQ(find_action_class(0, 2), std::nullopt);
}

}  // namespace
}  // namespace ineq
