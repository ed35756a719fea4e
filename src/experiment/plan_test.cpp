#include "experiment/plan.h"

#include <gtest/gtest.h>

#include "agents/network_options.h"
#include "support/plans.h"

namespace ineq {
namespace {

class PlanTest : public PlanFixture {
 protected:
  // Adds a line to the options of all trainings.
  void add_option(const std::string& line) {
    files_.replace("one", "[train]\n", "[train]\n" + line + "\n");
  }
  void replace_mix(const std::string& mix) {
    files_.replace("one", R"(["standard/{setting}", "standard/k2l3:2"])", mix);
  }
  // A third value of the axis `setting`, whose training starts from that of another one.
  void add_start(const std::string& setting, const std::string& change) {
    files_.replace(
        "one", "[options.agent.gin]",
        "[options.setting." + setting + "]\nstart = \"" + change + "\"\n[options.agent.gin]");
  }
};

TEST_F(PlanTest, EachCellHasItsTest) {
  const Plan plan = make();
  ASSERT_EQ(plan.experiments.size(), 1u);
  EXPECT_EQ(plan.scale, "smoke");
  const PlannedExperiment& planned = plan.experiments[0];
  EXPECT_EQ(planned.experiment, &suite_.find("one"));
  EXPECT_EQ(planned.cells.size(), 20u);  // 2 ways to act, 2 tests, and 5 of 6 agents and settings
  for (const auto& [cell, key] : planned.cells) {
    const TestJob& test = plan.test(key);
    EXPECT_EQ(test.act, cell.at("act"));
    EXPECT_EQ(test.problems_name, cell.at("test") == "far"
                                      ? "splits/standard-2/iid/k3l3/test.jsonl"
                                      : "splits/fresh-2/standard-" + cell.at("setting") + ".jsonl");
    EXPECT_EQ(test.problems, workspace_.folder() + "/" + test.problems_name);
    EXPECT_EQ(test.checksum, workspace_.checksum(test.problems));
    EXPECT_EQ(test.is_trained, cell.at("agent") != "best-first");
    if (!test.is_trained) {
      EXPECT_EQ(test.agent, "best-first");
      continue;
    }
    const TrainingJob* const job = plan.find_training(test.agent);
    ASSERT_NE(job, nullptr);
    EXPECT_EQ(job->label, cell.at("agent") + " seed 1 " + cell.at("setting"));
  }
  EXPECT_EQ(plan.find_training("none"), nullptr);
}

TEST_F(PlanTest, WhatSeveralCellsNeedIsPlannedOnce) {
  const Plan plan = make();
  EXPECT_EQ(labels(plan), (Texts{"dag seed 1 k2l2", "dag seed 1 k2l3", "gin seed 1 k2l2"}));
  // The search is tested on the same far theorems in both settings.
  EXPECT_EQ(plan.tests.size(), 18u);
}

TEST_F(PlanTest, TestsHaveTheOptionsOfTheWayToActAndTheNumberOfTheorems) {
  const Plan plan = make();
  for (const TestJob& test : plan.tests) {
    OptionTexts expected = {{"n", {"2"}}};
    if (test.act == "beam") expected["search"] = {"beam"}, expected["steps"] = {"20"};
    if (!test.is_trained) expected["seed"] = {"1"};
    EXPECT_EQ(test.options, expected);
    EXPECT_EQ(test.seconds, test.act == "greedy" ? 1 : 0);  // 0.5 per theorem
  }
}

TEST_F(PlanTest, TrainingsHaveTheOptionsOfTheirCell) {
  const Plan plan = make();
  const TrainConfig& dag = training(plan, "dag seed 1 k2l3").config;
  EXPECT_EQ(dag.network.network, NetworkKind::kDag);
  EXPECT_FALSE(dag.network.residual);
  EXPECT_EQ(dag.training.states, 96u);
  EXPECT_EQ(dag.training.batch, 16u);
  EXPECT_EQ(dag.training.seed, 1u);
  ASSERT_EQ(dag.samples.specifications.size(), 2u);
  EXPECT_EQ(dag.samples.specifications[0].weight, 1);
  EXPECT_EQ(dag.samples.specifications[0].specification.l, 3u);
  EXPECT_EQ(dag.samples.specifications[1].weight, 2);
  const TrainConfig& gin = training(plan, "gin seed 1 k2l2").config;
  EXPECT_EQ(gin.network.width, small_network(NetworkKind::kGin).width);
  EXPECT_EQ(gin.optimizer.rate, 3e-4);
  EXPECT_EQ(gin.training.batch, 8u);  // the experiment's options come after the scale's
}

TEST_F(PlanTest, TheScaleOfTheExperimentComesLast) {
  files_.replace("one", "gin = { states = 400", "gin = { batch = 4, states = 400");
  const Plan plan = make({"one"}, "cpu");
  const TrainingJob& dag = training(plan, "dag seed 3 k2l2");
  EXPECT_EQ(dag.config.training.states, 1000u);
  EXPECT_EQ(dag.config.network.width, 16u);
  EXPECT_EQ(dag.config.training.seed, 3u);
  EXPECT_EQ(dag.config.samples.seed, 3u);
  EXPECT_EQ(dag.seconds, 10);  // 1000 states at 100 per second
  const TrainingJob& gin = training(plan, "gin seed 1 k2l2");
  EXPECT_EQ(gin.config.training.batch, 4u);
  EXPECT_EQ(gin.seconds, 32);  // 400 states at 12.5 per second
}

TEST_F(PlanTest, CellsThatTheScaleLeavesOutAreNotPlanned) {
  const Plan plan = make({"one"}, "cpu");
  std::size_t run = 0;
  for (const auto& [cell, key] : plan.experiments[0].cells) {
    const bool is_run =
        cell.at("agent") != "best-first" && !(cell.at("act") == "beam" && cell.at("seed") == "2");
    EXPECT_EQ(!key.empty(), is_run);
    if (is_run) ++run;
  }
  EXPECT_EQ(run, 30u);
  EXPECT_EQ(plan.trainings.size(), 9u);
}

TEST_F(PlanTest, OnlyWhatIsAskedForIsPlanned) {
  const Plan plan = make_only("agent", "gin");
  EXPECT_EQ(labels(plan), Texts{"gin seed 1 k2l2"});
  EXPECT_EQ(plan.tests.size(), 4u);
  EXPECT_EQ(plan.experiments[0].cells.size(), 20u);
  for (const auto& [cell, key] : plan.experiments[0].cells) {
    EXPECT_EQ(key.empty(), cell.at("agent") != "gin");
  }
  EXPECT_TRUE(make_only("agent", "best-first").trainings.empty());
}

TEST_F(PlanTest, ATrainingComesAfterTheOneThatItStartsFrom) {
  add_start("k2l2", "setting=k2l3");
  const Plan plan = make();
  EXPECT_EQ(labels(plan),
            (Texts{"dag seed 1 k2l3", "dag seed 1 k2l2", "gin seed 1 k2l3", "gin seed 1 k2l2"}));
  for (const char* agent : {"dag", "gin"}) {
    const TrainingJob& first = training(plan, agent + std::string(" seed 1 k2l3"));
    const TrainingJob& second = training(plan, agent + std::string(" seed 1 k2l2"));
    EXPECT_EQ(first.needs, "");
    EXPECT_EQ(second.needs, first.key);
    EXPECT_EQ(second.config.training.start, workspace_.run(first.key));
    EXPECT_EQ(second.config.training.value, "");
  }
  const Plan only = make_only("setting", "k2l2");  // the other one is trained, but not tested
  EXPECT_EQ(training_keys(only), training_keys(plan));
  EXPECT_EQ(only.tests.size(), 12u);
}

TEST_F(PlanTest, AValueIsTrainedAfterItsAgent) {
  files_.replace("one", "[options.agent.gin]",
                 "[options.setting.k2l2]\nvalue = \"setting=k2l3\"\n[options.agent.gin]");
  const Plan plan = make_only("agent", "dag");
  EXPECT_EQ(training(plan, "dag seed 1 k2l2").config.training.value,
            workspace_.run(training(plan, "dag seed 1 k2l3").key));
}

TEST_F(PlanTest, NoTrainingStartsFromItself) {
  const std::string itself =
      "one: dag greedy seed 1 k2l2 near: a training cannot start from itself";
  add_start("k2l2", "setting=k2l2");
  EXPECT_EQ(refusal(), itself);
  files_.replace("one", "start = \"setting=k2l2\"", "start = \"setting=k2l3\"");
  EXPECT_EQ(refusal(), "no error");
  add_start("k2l3", "setting=k2l2");
  EXPECT_EQ(refusal(), itself);
}

TEST_F(PlanTest, StatesFollowFromTheTheoremsThatAreSeen) {
  add_option("seen = 100");
  // The weights are those of states. So three states are of 1/2 + 2/3 theorems.
  EXPECT_EQ(training(make(), "dag seed 1 k2l2").config.training.states, 257u);
  replace_mix("'standard/k2l3'");
  EXPECT_EQ(training(make(), "dag seed 1 k2l2").config.training.states, 300u);
  add_option("epochs = 7");  // without problems, each theorem is seen once
  EXPECT_EQ(training(make(), "dag seed 1 k2l2").config.training.states, 300u);
  add_option("problems = 50");
  EXPECT_EQ(training(make(), "dag seed 1 k2l2").config.training.states, 2100u);
}

TEST_F(PlanTest, TestTheoremsCanBeExcludedFromTraining) {
  add_option("exclude_tests = ['near', 'far']\nhold_out = false");
  const TrainConfig config = training(make(), "dag seed 1 k2l2").config;
  EXPECT_FALSE(config.samples.hold_out);
  const std::string splits = workspace_.folder() + "/splits/";
  for (const auto& [weight, specification] : config.samples.specifications) {
    EXPECT_EQ(specification.exclude, (Texts{splits + "fresh-2/standard-k2l2.jsonl",
                                            splits + "standard-2/iid/k3l3/test.jsonl"}));
  }
}

// A scale that says nothing about held-out theorems has results that count.
TEST_F(PlanTest, TestsThatTrainingCouldMeetAreRefused) {
  files_.replace("common", ", hold_out = false", "");
  const std::string text = files_.text("one");
  const std::string met =
      "one: dag greedy seed 1 k2l2 near: training could meet the theorems of "
      "the test 'near': name it in exclude_tests";
  EXPECT_EQ(refusal(), met);
  add_option("exclude_tests = ['near', 'far']");
  make();
  files_.write("one", text);
  add_option("exclude_tests = 'near'");  // the far ones are held out, as training is like them
  make();
  add_option("hold_out = false");
  EXPECT_TRUE(refusal().ends_with("of the test 'far': name it in exclude_tests")) << refusal();
  files_.write("one", text);
  add_option("exclude_tests = 'near'");
  replace_mix("'field/{setting}'");
  EXPECT_TRUE(refusal().ends_with("of the test 'far': name it in exclude_tests")) << refusal();
}

TEST_F(PlanTest, APresetGivesTheSizesOfANetwork) {
  add_option("preset = 'paper'");
  EXPECT_EQ(training(make(), "dag seed 1 k2l2").config.network.width,
            paper_network(NetworkKind::kDag).width);
}

TEST_F(PlanTest, MistakesNameTheExperimentAndTheCell) {
  const std::string cell = "one: dag greedy seed 1 k2l2 near: ";
  const auto expect_refusal = [&](const std::string& option, const std::string& error) {
    files_.write("one", ExperimentFiles().text("one"));
    add_option(option);
    EXPECT_EQ(refusal().substr(0, (cell + error).size()), cell + error);
  };
  expect_refusal("widht = 16", "train: there is no option 'widht'");
  expect_refusal("width = 'x'", "width: ");
  expect_refusal("width = 0", "width: ");
  expect_refusal("network = 'dga'", "there is no network 'dga'");
  expect_refusal("network = ['dag', 'gin']", "network: expected one value");
  expect_refusal("preset = 'large'", "there is no preset 'large'");
  expect_refusal("states = '{steps}'", "there is no axis 'steps' here");
  expect_refusal("exclude_tests = 'fra'", "exclude_tests: there is no test 'fra'");
  expect_refusal("hold_out = 1", "");
  expect_refusal("seen = 'x'", "");
  expect_refusal("start = 'k2l3'", "'k2l3': expected AXIS=VALUE");
  expect_refusal("start = 'seting=k2l3'", "'seting=k2l3': expected AXIS=VALUE");
  expect_refusal("start = 'setting=k3l2'", "'setting=k3l2': the axis has no such value");
  expect_refusal("start = 'agent=best-first'", "there is no training of 'best-first'");
  for (const char* mix : {"[]", "'standard'", "'nothing/k2l2'", "'standard/k2l2:x'"}) {
    files_.write("one", ExperimentFiles().text("one"));
    replace_mix(mix);
    EXPECT_TRUE(refusal().starts_with(cell)) << refusal();
  }
  EXPECT_EQ(error_of([&] { make({"two"}); }),
            "there is no experiment 'two'; `ineq experiment list` names them");
  EXPECT_EQ(error_of([&] { make({"one"}, "gpu"); }), "there is no scale 'gpu', only cpu, smoke");
}

}  // namespace
}  // namespace ineq
