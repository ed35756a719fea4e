// What remains to be done. The program's own tests run the jobs.

#include "experiment/runner.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "agents/run_directory.h"
#include "files/output.h"
#include "support/plans.h"

namespace ineq {
namespace {

class RemainingWorkTest : public PlanFixture {
 protected:
  // The training of k2l2 starts from that of k2l3.
  RemainingWorkTest() {
    files_.replace("one", "\"dag\", \"gin\", \"best-first\"", "\"dag\", \"best-first\"");
    files_.replace("one", "[options.agent.gin]",
                   "[options.setting.k2l2]\nstart = \"setting=k2l3\"\n[options.agent.dag]");
    files_.replace("one", "skip = [{ agent = \"gin\", setting = \"k2l3\" }]\n", "");
    files_.replace("one", "\"dag\", \"gin\"] }", "\"dag\"] }");
    files_.replace("one", "than = [\"gin\", ", "than = [");
    files_.replace("common", "train = { states",
                   "agents = { dag = { speed = 8 } }\ntrain = { states");
    plan_ = make();
    first_ = training(plan_, "dag seed 1 k2l3").key;
    second_ = training(plan_, "dag seed 1 k2l2").key;
  }

  Work work() const { return remaining_work(plan_, workspace_, store_); }
  // AGENT+TRAINING×TESTS for each group.
  Texts groups() const {
    Texts out;
    for (const Work::Group& group : work().groups) {
      const std::string name = group.agent == first_    ? "first"
                               : group.agent == second_ ? "second"
                                                        : group.agent;
      EXPECT_EQ(group.training == nullptr, name == "best-first");
      if (group.training != nullptr) {
        EXPECT_EQ(group.training->key, group.agent);
      }
      out.push_back(name + (group.trains ? " trains, " : ", ") +
                    std::to_string(group.tests.size()) + " tests");
    }
    return out;
  }

  // As finished jobs leave them.
  void finish_training(const std::string& agent) {
    AgentRecord record = store_.load(agent);
    record.training = {.config = to_json(plan_.find_training(agent)->config), .environment = {}};
    store_.save(agent, record);
    finish_run(agent);
  }
  void finish_run(const std::string& agent, const std::string& status = "done") {
    const RunDirectory run(workspace_.run(agent));
    std::filesystem::create_directories(run.folder() + "/checkpoints");
    write_file(run.best(), "weights");
    write_file(run.status(), R"({"status": ")" + status + "\"}");
  }
  void finish_tests(const std::string& agent) {
    AgentRecord record = store_.load(agent);
    for (const TestJob& test : plan_.tests) {
      if (test.agent == agent)
        record.tests[test.key] = {.problems = {}, .checksum = {}, .options = {}};
    }
    store_.save(agent, record);
  }

  Plan plan_;
  std::string first_, second_;
  TemporaryFolder results_;
  const ResultStore store_{results_.path()};
};

TEST_F(RemainingWorkTest, AtFirstEverythingRemains) {
  EXPECT_EQ(groups(),
            (Texts{"first trains, 4 tests", "second trains, 4 tests", "best-first, 6 tests"}));
}

TEST_F(RemainingWorkTest, TheTimeIsThatOfAllJobs) {
  const Work all = work();
  // 96 states at 8 per second, and two greedy tests of two theorems, with half a second each.
  EXPECT_EQ(all.groups[0].seconds, 14);
  EXPECT_EQ(all.groups[2].seconds, 3);
  EXPECT_EQ(all.seconds(), 31);
  finish_training(first_);
  EXPECT_EQ(work().groups[0].seconds, 2);
  EXPECT_EQ(work().seconds(), 19);
}

TEST_F(RemainingWorkTest, NothingIsDoneAgain) {
  finish_training(first_);
  EXPECT_EQ(groups(), (Texts{"first, 4 tests", "second trains, 4 tests", "best-first, 6 tests"}));
  finish_tests(first_);
  EXPECT_EQ(groups(), (Texts{"second trains, 4 tests", "best-first, 6 tests"}));
  finish_tests("best-first");
  EXPECT_EQ(groups(), Texts{"second trains, 4 tests"});
  finish_training(second_);
  finish_tests(second_);
  EXPECT_EQ(groups(), Texts{});
}

TEST_F(RemainingWorkTest, SomeTestsOfAnAgentCanRemain) {
  finish_training(first_);
  finish_tests(first_);
  AgentRecord record = store_.load(first_);
  record.tests.erase(record.tests.begin());
  store_.save(first_, record);
  EXPECT_EQ(groups().front(), "first, 1 tests");
}

// Results are published without the weights.
TEST_F(RemainingWorkTest, PublishedResultsNeedNoRun) {
  for (const std::string& agent : {first_, second_}) finish_training(agent);
  for (const std::string& agent : {first_, second_, std::string("best-first")}) finish_tests(agent);
  std::filesystem::remove_all(workspace_.folder() + "/runs");
  EXPECT_EQ(groups(), Texts{});
  // A further test needs the agent, and the agent the one that it started from.
  store_.save(second_, {.training = store_.load(second_).training});
  EXPECT_EQ(groups(), (Texts{"first trains, 0 tests", "second trains, 4 tests"}));
  finish_run(first_);
  EXPECT_EQ(groups(), Texts{"second trains, 4 tests"});
  finish_run(second_);
  EXPECT_EQ(groups(), Texts{"second, 4 tests"});
  std::filesystem::remove_all(workspace_.run(first_));  // whose weights nothing needs any more
  EXPECT_EQ(groups(), Texts{"second, 4 tests"});
}

TEST_F(RemainingWorkTest, AnUnfinishedRunGoesOn) {
  finish_training(first_);
  for (const char* status : {"running", "interrupted", "failed"}) {
    finish_run(first_, status);
    EXPECT_EQ(groups().front(), "first trains, 4 tests") << status;
  }
  write_file(RunDirectory(workspace_.run(first_)).status(), "damaged");
  EXPECT_EQ(groups().front(), "first trains, 4 tests");
  finish_run(first_);
  std::filesystem::remove(RunDirectory(workspace_.run(first_)).best());
  EXPECT_EQ(groups().front(), "first trains, 4 tests");
}

TEST_F(RemainingWorkTest, ResultsOfOtherDefaultsAreRefused) {
  finish_training(first_);
  AgentRecord record = store_.load(first_);
  record.training->config["network"].erase("typed_edges");  // as before there was this option
  store_.save(first_, record);
  work();
  record.training->config["optimizer"]["rate"] = 0.5;
  store_.save(first_, record);
  EXPECT_EQ(error_of([&] { work(); }),
            "the result " + first_ +
                " of the training 'dag seed 1 k2l3' is of other defaults: /optimizer/rate was 0.5 "
                "instead of 0.002; remove its file to train it again");
}

// A run of another machine, whose record was not kept.
TEST_F(RemainingWorkTest, ARunWithoutARecordIsReadAgain) {
  finish_run(first_);
  EXPECT_EQ(groups().front(), "first trains, 4 tests");
}

}  // namespace
}  // namespace ineq
