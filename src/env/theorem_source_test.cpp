#include "env/theorem_source.h"

#include <gtest/gtest.h>

#include <set>

#include "algebra/copy.h"
#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

Record record(const std::string& goal, std::optional<RuleSet> rules = {}) {
  return {.id = {}, .rules = rules, .premises = {}, .goal = goal, .proof = {}};
}

std::string goal_of(TheoremSource& source, std::uint64_t seed, std::uint64_t number) {
  const auto drawn = source.draw(seed, number);
  return to_string(drawn.bank, drawn.theorem.goal);
}

TEST(ListSourceTest, DrawsAnyOfThemAndAlwaysTheSame) {
  ListSource source({record("a=b"), record("b=c"), record("c=d")});
  const auto other = source.clone();
  std::set<std::string> drawn;
  for (std::uint64_t number = 0; number < 30; ++number) {
    drawn.insert(goal_of(source, 7, number));
    EXPECT_EQ(goal_of(source, 7, number), goal_of(*other, 7, number));
  }
  EXPECT_EQ(drawn, (std::set<std::string>{"a=b", "b=c", "c=d"}));
}

TEST(ListSourceTest, GoesInTurnWithAStride) {
  ListSource source({record("a=b"), record("b=c"), record("c=d")}, 2);
  EXPECT_EQ(goal_of(source, 0, 0), "a=b");
  EXPECT_EQ(goal_of(source, 1, 0), "b=c");
  EXPECT_EQ(goal_of(source, 0, 1), "c=d");
  EXPECT_EQ(goal_of(source, 1, 1), "a=b");
  EXPECT_EQ(goal_of(source, 0, 2), "b=c");
}

TEST(ListSourceTest, KnowsTheRulesOfItsTheorems) {
  EXPECT_EQ(ListSource({record("a=b")}).rules(), std::nullopt);
  EXPECT_EQ(ListSource({record("a=b"), record("b=c", RuleSet::kFull)}).rules(), RuleSet::kFull);
  EXPECT_EQ(error_of([] {
              ListSource({record("a=b", RuleSet::kStandard), record("b=c", RuleSet::kFull)});
            }),
            "the theorems of a list have the same rules: found full after standard");
}

TEST(ListSourceTest, RefusesWhatIsNoTask) {
  EXPECT_EQ(error_of([] { ListSource(std::vector<Record>{}); }),
            "a list of theorems needs at least one");
  EXPECT_EQ(error_of([] { ListSource({record("a=a")}); }),
            "a=a is trivial or among its premises: there is nothing to prove");
  EXPECT_NE(error_of([] { ListSource(std::string("/does/not/exist")); }), "no error");
}

TEST(CopyTheoremTest, IsTheSameInAnotherBank) {
  const Rules rules = make_rules(RuleSet::kFull);
  Rng rng(3);
  Bank from, to;
  Theorem copy;
  for (int i = 0; i < 200; ++i) {
    from.reset();
    const Theorem theorem = random_theorem(from, rules, rng);
    copy_theorem(from, theorem, to, copy);
    EXPECT_EQ(to_string(to, copy.goal), to_string(from, theorem.goal));
    EXPECT_EQ(State(to, copy).hash(), State(from, theorem).hash());
  }
}

}  // namespace
}  // namespace ineq
