// The keys of trainings and tests, by which results are found again.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "experiment/plan.h"
#include "files/output.h"
#include "support/plans.h"

namespace ineq {
namespace {

constexpr const char* kFirst = "dag seed 1 k2l2";

class PlanKeyTest : public PlanFixture {
 protected:
  void change(const std::string& file, const std::string& old, const std::string& by) {
    files_.write("common", ExperimentFiles().text("common"));
    files_.write("one", ExperimentFiles().text("one"));
    files_.replace(file, old, by);
  }
  std::string key() { return make().trainings.front().key; }
  std::string key_with(const std::string& option) {
    change("one", "[train]\n", "[train]\n" + option + "\n");
    return key();
  }
};

// Published results would be lost if this one changed.
TEST_F(PlanKeyTest, KeysStayTheSame) {
  const Plan plan = make();
  EXPECT_EQ(training(plan, kFirst).key, "f8b972a1b6dd0554");
  EXPECT_EQ(plan.tests.front().label, "dag greedy seed 1 k2l2 near");
  EXPECT_EQ(plan.tests.front().key, "84e3df5d1bc80d45");
}

TEST_F(PlanKeyTest, EqualConfigurationsOfTwoExperimentsShareAKey) {
  files_.replace("common", R"(["one"])", R"(["one", "two"])");
  files_.write("two", R"(
[axes]
agent = ["dag"]
length = ["2", "3"]
[train]
residual = false
mix = ["standard/k2l{length}", "standard/k2l3:2"]
[tests]
any = { like = "standard/k2l{length}" }
)");
  const Plan one = make({"one"}), both = make({"one", "two"}), two = make({"two"});
  EXPECT_EQ(two.trainings.size(), 2u);
  EXPECT_EQ(two.tests.size(), 2u);
  EXPECT_EQ(training_keys(both), training_keys(one));
  EXPECT_EQ(test_keys(both), test_keys(one));
  ASSERT_EQ(both.experiments.size(), 2u);
  EXPECT_EQ(both.experiments[1].cells.front().test, two.tests.front().key);
}

TEST_F(PlanKeyTest, WhateverATrainingDependsOnChangesItsKey) {
  std::set<std::string> keys = {key()};
  for (const char* option :
       {"width = 16", "rate = 7e-3", "validations = 3", "largest = 100", "from_search = 2",
        "hold_out = true", "preset = 'paper'", "exclude_tests = 'near'", "exclude_tests = 'far'"}) {
    EXPECT_TRUE(keys.insert(key_with(option)).second) << option;
  }
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"standard/k2l3:2", "standard/k2l3:3"},
      {"standard/k2l3:2", "standard/k2l3d1:2"},
      {"standard/k2l3:2", "field/k2l3:2"},
      {"\"standard/{setting}\", \"standard/k2l3:2\"", "\"standard/orders/k3l3/train-100\""}};
  for (const auto& [old, by] : changes) {
    change("one", old, by);
    EXPECT_TRUE(keys.insert(key()).second) << by;
  }
  change("common", "seeds = [1]", "seeds = [2]");
  EXPECT_TRUE(keys.insert(key()).second);
}

TEST_F(PlanKeyTest, DefaultsAreNotPartOfAKey) {
  const std::string before = key();
  for (const char* option :
       {"width = 64", "validations = 20", "hold_out = false", "preset = 'small'", "start = []"}) {
    EXPECT_EQ(key_with(option), before) << option;
  }
}

// As when somebody else repeats an experiment: paths differ, and all files have the same contents.
TEST_F(PlanKeyTest, FoldersDoNotMatter) {
  const auto change_files = [](const ExperimentFiles& files) {
    files.replace("one", "far = \"standard/iid/k3l3/test\"", "far = \"own.jsonl\"");
    files.replace("one", "[train]\n", "[train]\nexclude_tests = ['near', 'far']\n");
    files.replace("one", "\"standard/k2l3:2\"", "\"standard/orders/k3l3/train-100\"");
    files.replace("one", "[options.agent.gin]",
                  "[options.setting.k2l2]\nstart = \"setting=k2l3\"\n[options.agent.gin]");
    write_file(files.folder() + "/own.jsonl", "{}");
  };
  change_files(files_);
  const Plan here = make();
  const ExperimentFiles elsewhere;
  change_files(elsewhere);
  const Suite suite = elsewhere.load();
  Workspace workspace(folder_.path("another/folder"), suite.shared);
  const Plan there = make_plan(suite, {"one"}, "smoke", {}, workspace);
  EXPECT_EQ(training_keys(there), training_keys(here));
  EXPECT_EQ(test_keys(there), test_keys(here));
  EXPECT_EQ(there.tests.back().problems_name, here.tests.back().problems_name);
}

TEST_F(PlanKeyTest, TheContentsOfFilesMatter) {
  change("one", "far = \"standard/iid/k3l3/test\"", "far = \"own.jsonl\"");
  files_.replace("one", "[train]\n", "[train]\nexclude_tests = 'far'\n");
  std::set<std::string> trainings, tests;
  for (const char* text : {"{}", "[]"}) {
    write_file(files_.folder() + "/own.jsonl", text);
    suite_ = files_.load();
    Workspace workspace(folder_.path("work"), suite_.shared);  // which remembers checksums
    const Plan plan = make_plan(suite_, {"one"}, "smoke", {}, workspace);
    trainings.insert(plan.trainings.front().key);
    for (const TestJob& test : plan.tests) {
      if (test.agent == "best-first" && test.problems_name == "own.jsonl") tests.insert(test.key);
    }
  }
  EXPECT_EQ(trainings.size(), 2u);
  EXPECT_EQ(tests.size(), 4u);  // two ways to act
}

TEST_F(PlanKeyTest, ATrainingDependsOnTheOneThatItStartsFrom) {
  std::set<std::string> keys;
  for (const char* rate : {"1e-3", "2e-3", "3e-3"}) {
    change("one", "[options.agent.gin]",
           std::string("[options.setting.k2l2]\nstart = \"setting=k2l3\"\nrate = 5e-3\n"
                       "[options.setting.k2l3]\nrate = ") +
               rate + "\n[options.agent.gin]");
    keys.insert(training(make(), kFirst).key);
  }
  EXPECT_EQ(keys.size(), 3u);
}

TEST_F(PlanKeyTest, WhateverATestDependsOnChangesItsKey) {
  const Texts before = test_keys(make());
  EXPECT_EQ(std::set<std::string>(before.begin(), before.end()).size(), before.size());
  std::set<std::string> first = {before.front()};
  for (const auto& [old, by] : std::vector<std::pair<std::string, std::string>>{
           {"[acts.greedy]\n", "[acts.greedy]\nsteps = 9\n"},
           {"tests = 2", "tests = 3"},
           {"states = 96", "states = 97"}}) {
    change("common", old, by);
    EXPECT_TRUE(first.insert(make().tests.front().key).second) << by;
  }
  change("common", "seconds_per_problem = 0.5", "seconds_per_problem = 5");  // an estimate
  EXPECT_EQ(test_keys(make()), before);
  // A search draws from its seed.
  std::set<std::string> search;
  for (const char* seeds : {"seeds = [1]", "seeds = [2]"}) {
    change("common", "seeds = [1]", seeds);
    search.insert(make_only("agent", "best-first").tests.front().key);
  }
  EXPECT_EQ(search.size(), 2u);
}

}  // namespace
}  // namespace ineq
