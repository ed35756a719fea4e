#include "env/environment.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

Record with_goal(const std::string& goal) {
  return {.id = {}, .rules = {}, .premises = {}, .goal = goal, .proof = {}};
}

Environment environment(std::uint64_t seed, std::uint64_t number, std::size_t step_limit = 15) {
  return Environment(Episode(RuleSet::kStandard, step_limit), seed, number);
}

const std::vector<Record> kRecords = {with_goal("a=b"), with_goal("b=c"), with_goal("c=d"),
                                      with_goal("d=e"), with_goal("e=f")};

std::string next_goal(Environment& environment, TheoremSource& source) {
  environment.begin(source);
  return environment.episode().record().goal;
}

TEST(EnvironmentTest, GoesThroughTheEpisodesOfItsName) {
  ListSource source(kRecords, 2);
  Environment third = environment(7, 2);
  EXPECT_FALSE(third.episode().begun());
  EXPECT_EQ(next_goal(third, source), "c=d");
  EXPECT_EQ(next_goal(third, source), "e=f");
  EXPECT_EQ(third.begun(), 2u);
  third.begin(source, 8);
  EXPECT_EQ(third.begun(), 1u) << "a seed begins with its first episode";
  EXPECT_EQ(third.episode().record().goal, "c=d");
}

TEST(EnvironmentTest, AGivenTheoremIsNotCounted) {
  ListSource source(kRecords, 1);
  Environment one = environment(0, 0);
  EXPECT_EQ(next_goal(one, source), "a=b");
  one.begin(with_goal("x=y"));
  EXPECT_EQ(one.episode().record().goal, "x=y");
  EXPECT_EQ(next_goal(one, source), "b=c");
  one.begin(with_goal("x=y"), 5);
  EXPECT_EQ(next_goal(one, source), "a=b");
}

TEST(EnvironmentTest, WhatIsRefusedChangesNothing) {
  ListSource source(kRecords, 1);
  Environment one = environment(3, 1);
  one.begin(source);
  const std::string before = one.save();
  EXPECT_THROW(one.begin(with_goal("a=?"), 9), Error);
  EXPECT_EQ(one.save(), before);
  for (const char* key : {"seed", "environment", "begun", "episode"}) {
    std::string damaged = before;
    damaged.replace(damaged.find(key), 1, "x");
    EXPECT_EQ(error_of([&] { one.restore(damaged); }), "this is not a saved environment") << key;
  }
  Environment longer = environment(3, 1, 16);
  EXPECT_THROW(longer.restore(before), Error);
  EXPECT_EQ(one.save(), before);
}

// Another environment that restores what was saved goes on with the theorems of the first, until it
// is given a seed.
TEST(EnvironmentTest, ASavedEnvironmentGoesOnElsewhere) {
  ListSource source(kRecords);
  ListSource in_turn(kRecords, 1);
  Environment one = environment(3, 1), other = environment(4, 0);
  one.begin(source);
  other.restore(one.save());
  EXPECT_EQ(other.save(), one.save());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(next_goal(other, source), next_goal(one, source));
  one.begin(in_turn, 6);
  other.begin(in_turn, 6);
  EXPECT_EQ(one.episode().record().goal, "b=c");
  EXPECT_EQ(other.episode().record().goal, "a=b");
}

}  // namespace
}  // namespace ineq
