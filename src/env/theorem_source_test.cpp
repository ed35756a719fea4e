#include "env/theorem_source.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "algebra/copy.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

Record record(const std::string& goal, std::optional<RuleSet> rules = {}) {
  return {.id = {}, .rules = rules, .premises = {}, .goal = goal, .proof = {}};
}

std::string goal_of(TheoremSource& source, const EpisodeName& name) {
  const auto drawn = source.draw(name);
  return to_string(drawn.bank, drawn.theorem.goal);
}

TEST(ListSourceTest, DrawsAnyOfThemAndAlwaysTheSame) {
  ListSource source({record("a=b"), record("b=c"), record("c=d")});
  const auto other = source.clone();
  std::set<std::string> drawn;
  for (std::uint64_t number = 0; number < 30; ++number) {
    const EpisodeName name{.seed = 7, .number = number};
    drawn.insert(goal_of(source, name));
    EXPECT_EQ(goal_of(source, name), goal_of(*other, name));
  }
  EXPECT_EQ(drawn, (std::set<std::string>{"a=b", "b=c", "c=d"}));
}

TEST(ListSourceTest, GoesInTurnWithAStride) {
  ListSource source({record("a=b"), record("b=c"), record("c=d")}, 2);
  const auto goal = [&](std::uint64_t environment, std::uint64_t number) {
    const std::string out = goal_of(source, {.environment = environment, .number = number});
    EXPECT_EQ(goal_of(source, {9, environment, number}), out) << "the seed must not matter";
    return out;
  };
  EXPECT_EQ(goal(0, 0), "a=b");
  EXPECT_EQ(goal(1, 0), "b=c");
  EXPECT_EQ(goal(0, 1), "c=d");
  EXPECT_EQ(goal(1, 1), "a=b");
  EXPECT_EQ(goal(0, 2), "b=c");
}

// Every stream that an environment draws from, by its name.
std::set<std::uint64_t> streams_of_pool(std::uint64_t seed, std::uint64_t environments) {
  std::set<std::uint64_t> out;
  for (std::uint64_t i = 0; i < environments; ++i) {
    const EpisodeName name{.seed = seed, .environment = i};
    for (std::uint64_t number = 0; number < 100; ++number) {
      out.insert(stream_seed(Purpose::kDataset, name.stream_seed(), number));
    }
  }
  return out;
}

// Theorems that a model was trained on must not be among those it is tested with.
TEST(EpisodeNameTest, PoolsAndDatasetsShareNoStream) {
  const std::set<std::uint64_t> pool = streams_of_pool(0, 64);
  EXPECT_EQ(pool.size(), 6400u) << "nor do two environments";
  for (const std::uint64_t stream : streams_of_pool(1, 64)) EXPECT_FALSE(pool.contains(stream));

  const std::set<std::uint64_t> large = streams_of_pool(0, 1024);
  for (std::uint64_t seed = 0; seed < 1024; ++seed) {
    for (std::uint64_t index = 0; index < 100; ++index) {
      ASSERT_FALSE(large.contains(stream_seed(Purpose::kDataset, seed, index)));
    }
  }
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

TEST(ListSourceTest, ReadingAFileCanBeInterrupted) {
  const TemporaryFolder folder;
  write_file(folder.path("list"), R"({"premises": [], "goal": "a+b=b+a", "proof": []})");
  std::atomic<bool> interrupt = false;
  ListSource source(folder.path("list"), 0, &interrupt);
  interrupt = true;
  EXPECT_EQ(error_of([&] { ListSource(folder.path("list"), 0, &interrupt); }),
            folder.path("list") + ":1: interrupted");
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
