#include "agents/trainer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "agents/agent.h"
#include "agents/load_network.h"
#include "agents/run_directory.h"
#include "files/lines.h"
#include "files/npz.h"
#include "files/temporary_folder.h"
#include "proof/record.h"
#include "support/fixture.h"
#include "support/tiny_run.h"

namespace ineq {
namespace {

class TrainerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_networks()) GTEST_SKIP() << "this build has no networks";
  }

  struct Session {
    bool resume = false;
    unsigned threads = 1;
    std::uint64_t interrupt_after = UINT64_MAX;  // states
    TrainConfig config = tiny_run();
  };
  TrainProgress run(const std::string& name, const Session& session) {
    std::atomic<bool> interrupt = false;
    return train({.config = session.config,
                  .folder = folder_.path(name),
                  .resume = session.resume,
                  .threads = session.threads,
                  .interrupt = &interrupt},
                 [&](const TrainProgress& progress) {
                   if (progress.states >= session.interrupt_after) interrupt = true;
                 });
  }
  TrainProgress run(const std::string& name) { return run(name, Session{}); }

  using Arrays = std::vector<std::pair<std::string, std::vector<float>>>;
  static Arrays arrays_of(const std::string& path) {
    Arrays out;
    for (const NpzArray& array : read_npz(path).arrays) out.emplace_back(array.name, array.values);
    return out;
  }
  RunDirectory directory(const std::string& name) const { return RunDirectory(folder_.path(name)); }
  Arrays last(const std::string& name) const { return arrays_of(directory(name).last()); }
  Arrays best(const std::string& name) const { return arrays_of(directory(name).best()); }

  // The metrics without times, line by line.
  std::vector<nlohmann::json> metrics(const std::string& name) const {
    std::vector<nlohmann::json> out;
    std::istringstream lines(read_file(directory(name).metrics()));
    for (std::string line; std::getline(lines, line);) {
      out.push_back(nlohmann::json::parse(line));
      EXPECT_GT(out.back().at("time"), 0);
      EXPECT_GE(out.back().at("cpu_seconds"), 0);
      out.back().erase("time");
      out.back().erase("cpu_seconds");
    }
    return out;
  }
  std::string status(const std::string& name) const {
    return nlohmann::json::parse(read_file(directory(name).status())).at("status");
  }

  const TemporaryFolder folder_;
};

TEST_F(TrainerTest, LeavesACompleteRun) {
  const TrainProgress end = run("a");
  EXPECT_EQ(end.states, 196u);
  EXPECT_EQ(end.total, 196u);
  EXPECT_EQ(end.earlier, 0u);
  EXPECT_EQ(end.validations, 3u);
  EXPECT_GE(end.best_validation, 0);
  EXPECT_EQ(status("a"), "done");
  EXPECT_EQ(to_json(load_train_config(directory("a").config())), to_json(tiny_run()));
  EXPECT_TRUE(std::filesystem::exists(directory("a").environment()));
  EXPECT_GT(std::filesystem::file_size(directory("a").events()), 0u);
  const std::vector<nlohmann::json> lines = metrics("a");
  ASSERT_EQ(lines.size(), 25u);
  std::size_t validations = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].at("step"), i + 1);
    EXPECT_EQ(lines[i].at("states"), std::min<std::size_t>(8 * (i + 1), 196));
    validations += lines[i].contains("validation_success");
  }
  EXPECT_EQ(validations, 3u);
  EXPECT_EQ(Agent(folder_.path("a")).config().training.seed, 5u);
}

TEST_F(TrainerTest, LossFalls) {
  Session session;
  session.config.training.states = 1600;
  session.config.training.validations = 1;
  session.config.optimizer.rate = 1e-2;
  run("a", session);
  const std::vector<nlohmann::json> lines = metrics("a");
  const auto mean = [&](std::size_t first, std::size_t end) {
    double sum = 0;
    for (std::size_t i = first; i < end; ++i) sum += lines[i].at("policy_loss").get<double>();
    return sum / static_cast<double>(end - first);
  };
  EXPECT_LT(mean(lines.size() - 20, lines.size()), 0.7 * mean(0, 20));
}

TEST_F(TrainerTest, ThreadsChangeNothing) {
  run("one");
  run("three", {.threads = 3});
  EXPECT_TRUE(best("one") == best("three"));
  EXPECT_TRUE(last("one") == last("three"));
  EXPECT_EQ(metrics("one"), metrics("three"));
  Session other;
  other.config.training.seed = other.config.samples.seed = 6;
  run("other", other);
  EXPECT_FALSE(best("one") == best("other")) << "another seed";
  EXPECT_FALSE(last("one") == last("other")) << "another seed";
}

TEST_F(TrainerTest, InterruptionsChangeNothing) {
  run("whole");
  const TrainProgress half = run("parts", {.interrupt_after = 96});
  EXPECT_EQ(half.states, 96u);
  EXPECT_EQ(status("parts"), "interrupted");
  EXPECT_FALSE(last("whole") == last("parts"));
  const TrainProgress more = run("parts", {.resume = true, .threads = 2, .interrupt_after = 120});
  EXPECT_EQ(more.earlier, 96u);
  EXPECT_LT(more.states, 196u);
  const TrainProgress end = run("parts", {.resume = true});
  EXPECT_EQ(end.states, 196u);
  EXPECT_EQ(status("parts"), "done");
  EXPECT_TRUE(best("whole") == best("parts"));
  EXPECT_TRUE(last("whole") == last("parts"));
  EXPECT_EQ(metrics("whole"), metrics("parts"));
  EXPECT_EQ(std::filesystem::file_size(directory("whole").events()),
            std::filesystem::file_size(directory("parts").events()));
}

// The comparisons of the other tests can fail: one number of the state makes a difference.
TEST_F(TrainerTest, ADamagedStateChangesTheEnd) {
  run("whole");
  for (const char* name : {"weights/value.out.weight", "average/value.out.weight",
                           "moment/value.out.weight", "square/value.out.weight"}) {
    run(name, {.interrupt_after = 96});
    NpzArchive archive = read_npz(directory(name).last());
    const auto found = std::ranges::find(archive.arrays, name, &NpzArray::name);
    ASSERT_NE(found, archive.arrays.end()) << name;
    found->values[0] += 0.5f;
    write_npz(directory(name).last(), archive);
    run(name, {.resume = true});
    EXPECT_FALSE(last("whole") == last(name)) << name;
  }
}

// A run that was killed has metrics and best weights that are newer than its checkpoint.
TEST_F(TrainerTest, WhatCameAfterTheCheckpointIsCutOff) {
  run("whole");
  run("parts", {.interrupt_after = 96});
  std::ofstream(directory("parts").metrics(), std::ios::app) << "{\"step\":13}\n{\"st";
  std::ofstream(directory("parts").events(), std::ios::app) << "a part of a record";
  run("parts", {.resume = true});
  EXPECT_EQ(metrics("whole"), metrics("parts"));
  EXPECT_EQ(std::filesystem::file_size(directory("whole").events()),
            std::filesystem::file_size(directory("parts").events()));
}

// A run that was killed before its first checkpoint begins again.
TEST_F(TrainerTest, ResumesWithoutACheckpoint) {
  run("whole");
  run("parts", {.interrupt_after = 24});
  std::filesystem::remove(directory("parts").last());
  EXPECT_EQ(run("parts", {.resume = true}).earlier, 0u);
  EXPECT_TRUE(last("whole") == last("parts"));
  EXPECT_EQ(metrics("whole"), metrics("parts"));
}

TEST_F(TrainerTest, AFinishedRunStaysAsItIs) {
  run("a");
  const Arrays before = last("a");
  EXPECT_EQ(run("a", {.resume = true}).states, 196u);
  EXPECT_TRUE(last("a") == before);
  EXPECT_EQ(metrics("a").size(), 25u);
}

TEST_F(TrainerTest, AnotherRunIsNotOverwritten) {
  run("a", {.interrupt_after = 24});
  const Arrays before = last("a");
  EXPECT_EQ(error_of([&] { run("a"); }),
            folder_.path("a") + " already has a run: --resume continues it");
  Session other{.resume = true};
  other.config.optimizer.rate = 1;
  EXPECT_NE(error_of([&] { run("a", other); }).find("another configuration"), std::string::npos);
  EXPECT_TRUE(last("a") == before);
}

// What cannot be trained leaves nothing behind, so that it can be tried again.
TEST_F(TrainerTest, AnImpossibleRunLeavesNoRun) {
  Session session;
  session.config.samples.files = {folder_.path("missing.jsonl")};
  EXPECT_NE(error_of([&] { run("a", session); }).find("missing.jsonl"), std::string::npos);
  EXPECT_FALSE(directory("a").is_run());
  run("a", {.interrupt_after = 8});
}

// Without validation, the weights of the end are those that agents use.
TEST_F(TrainerTest, ARunWithoutValidationHasWeightsForAgents) {
  Session session;
  session.config.training.validation_problems = 0;
  run("a", session);
  EXPECT_EQ(Agent(folder_.path("a")).config().training.states, 196u);
  Arrays average;
  for (const auto& [name, values] : last("a")) {
    if (name.starts_with("average/")) average.emplace_back(name.substr(8), values);
  }
  EXPECT_TRUE(best("a") == average);
}

// Only the value is trained, on episodes of an agent; its sizes are new ones.
TrainConfig tiny_value(const std::string& run) {
  TrainConfig out = tiny_run();
  out.training.value = run;
  out.network.value_layers = 2;
  out.network.value_width = 5;
  out.samples.options.episodes = 70;
  out.samples.options.episode_steps = 4;
  return out;
}

TEST_F(TrainerTest, AValueIsTrainedByItself) {
  run("agent");
  Session session{.config = tiny_value(folder_.path("agent"))};
  session.config.training.states = 1600;
  session.config.optimizer.rate = 1e-2;
  run("value", session);
  const Arrays policy = best("agent"), value = best("value");
  std::size_t same = 0;
  for (const auto& array : policy) {
    if (array.first.starts_with(kValuePrefix)) continue;
    EXPECT_NE(std::ranges::find(value, array), value.end()) << array.first;
    ++same;
  }
  EXPECT_EQ(value.size(), same + 6);  // three layers
  EXPECT_GT(same, 10u);
  const std::vector<nlohmann::json> lines = metrics("value");
  EXPECT_LT(lines.back().at("value_loss"), 0.8 * lines.front().at("value_loss").get<double>());
  EXPECT_EQ(lines.back().at("policy_loss"), 0);
  EXPECT_FALSE(lines.back().contains("validation_success"));  // the policy is that of before
}

TEST_F(TrainerTest, InterruptionsOfTheTrainingOfAValueChangeNothing) {
  run("agent");
  const TrainConfig config = tiny_value(folder_.path("agent"));
  run("whole", {.config = config});
  EXPECT_EQ(run("parts", {.interrupt_after = 96, .config = config}).states, 96u);
  run("parts", {.resume = true, .threads = 2, .config = config});
  EXPECT_TRUE(last("whole") == last("parts"));
  EXPECT_TRUE(best("whole") == best("parts"));
}

// What a run starts with is in its checkpoint: the other run may change or be gone.
TEST_F(TrainerTest, AResumedRunDoesNotNeedTheRunThatItStartedWith) {
  run("agent");
  const TrainConfig value = tiny_value(folder_.path("agent"));
  TrainConfig further = tiny_run();
  further.training.start = folder_.path("agent");
  run("value", {.config = value});
  run("further", {.config = further});
  run("value-parts", {.interrupt_after = 96, .config = value});
  run("further-parts", {.interrupt_after = 96, .config = further});
  std::filesystem::remove_all(folder_.path("agent"));
  run("value-parts", {.resume = true, .config = value});
  run("further-parts", {.resume = true, .config = further});
  EXPECT_TRUE(last("value") == last("value-parts"));
  EXPECT_TRUE(last("further") == last("further-parts"));
}

// A run that learns from search has its own file of tests for the searches
// (agents/search_rounds_test.cpp).
TrainConfig tiny_rounds() {
  TrainConfig out = tiny_run();
  out.search = {
      .from_search = 3, .theorems = 70, .search_nodes = 4, .search_steps = 3, .window = 2};
  return out;
}

TEST_F(TrainerTest, RoundsOfSearchLeaveTheirProofs) {
  const TrainProgress end = run("a", {.config = tiny_rounds()});
  EXPECT_EQ(end.states, 196u);
  EXPECT_EQ(end.validations, 4u) << "before the first round, and after each";
  ASSERT_TRUE(end.round);
  EXPECT_EQ(end.round->round, 2u);
  std::vector<std::uint64_t> steps;  // before which there were searches
  for (const nlohmann::json& line : metrics("a")) {
    if (line.contains("search_success")) steps.push_back(line.at("step"));
  }
  EXPECT_EQ(steps, (std::vector<std::uint64_t>{0, 9, 17}));
  for (std::uint64_t round = 0; round < 3; ++round) {
    EXPECT_EQ(RoundSummary::read(directory("a").summary(round)).theorems, 70u);
    std::uint64_t records = 0;
    LineReader lines(directory("a").proofs(round));
    for_each_record(lines, [&](const Record&) { ++records; });
    EXPECT_EQ(records, 70u) << "every theorem comes with a proof";
  }
  EXPECT_FALSE(std::filesystem::exists(directory("a").proofs(3)));
}

TEST_F(TrainerTest, ThreadsAndInterruptionsDoNotChangeRounds) {
  run("whole", {.config = tiny_rounds()});
  run("threads", {.threads = 3, .config = tiny_rounds()});
  EXPECT_TRUE(last("whole") == last("threads"));
  // After the searches of the first round, before and after those of the second, and in the third.
  for (const std::uint64_t states : {0, 64, 72, 80, 160}) {
    const std::string name = std::to_string(states);
    const TrainProgress part = run(name, {.interrupt_after = states, .config = tiny_rounds()});
    EXPECT_LT(part.states, 196u);
    run(name, {.resume = true, .config = tiny_rounds()});
    EXPECT_TRUE(last("whole") == last(name)) << name;
    EXPECT_TRUE(best("whole") == best(name)) << name;
    EXPECT_EQ(metrics("whole"), metrics(name)) << name;
    EXPECT_EQ(read_file(directory("whole").proofs(2)), read_file(directory(name).proofs(2)));
  }
}

TEST_F(TrainerTest, ARoundNeedsItsProofs) {
  run("a", {.interrupt_after = 96, .config = tiny_rounds()});
  std::filesystem::remove(directory("a").proofs(1));
  EXPECT_NE(error_of([&] {
              run("a", {.resume = true, .config = tiny_rounds()});
            }).find("this file is missing"),
            std::string::npos);
}

TEST_F(TrainerTest, StartsWithTheWeightsOfAnotherRun) {
  run("a");
  Session session;
  session.config.training.start = folder_.path("a");
  session.config.optimizer.rate = 1e-9;
  session.config.training.seed = session.config.samples.seed = 77;
  run("b", session);
  const Arrays before = best("a"), after = best("b");
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t k = 0; k < before[i].second.size(); ++k) {
      ASSERT_NEAR(before[i].second[k], after[i].second[k], 1e-6) << before[i].first;
    }
  }
  session.config.network.width = 16;
  EXPECT_NE(error_of([&] { run("c", session); }).find("another network"), std::string::npos);
  session.config.training.start = folder_.path("nowhere");
  EXPECT_NE(error_of([&] { run("d", session); }).find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace ineq
