#include "experiment/experiment_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/rng.h"
#include "support/experiments.h"
#include "support/fixture.h"
#include "support/repository.h"
#include "support/wrong_text.h"

namespace ineq {
namespace {

using Values = std::map<std::string, Texts>;

class ExperimentFileTest : public testing::Test {
 protected:
  ExperimentFiles files_;
};

TEST_F(ExperimentFileTest, TheSharedFileIsReadInFull) {
  const SharedParts shared = files_.load().shared;
  EXPECT_EQ(shared.folder, files_.folder());
  EXPECT_EQ(shared.title, "All");
  EXPECT_EQ(shared.text, "About all.");
  ASSERT_EQ(shared.theorems.size(), 2u);
  EXPECT_EQ(shared.theorems.at("standard").order_trials, 300u);
  EXPECT_EQ(shared.theorems.at("standard").axioms, AxiomSet::kOrderedField);
  EXPECT_EQ(shared.theorems.at("field").axioms, AxiomSet::kField);
  EXPECT_EQ(shared.agents, (std::map<std::string, OptionTexts>{
                               {"dag", {{"network", {"dag"}}}},
                               {"gin", {{"network", {"gin"}}, {"rate", {"0.0003"}}}}}));
  EXPECT_EQ(shared.untrained, (std::map<std::string, std::string>{{"best-first", "best-first"}}));
  EXPECT_EQ(shared.acts, (std::map<std::string, OptionTexts>{
                             {"beam", {{"search", {"beam"}}, {"steps", {"20"}}}}, {"greedy", {}}}));
  EXPECT_EQ(shared.act_seconds, (std::map<std::string, double>{{"greedy", 0.5}}));
  EXPECT_EQ(shared.labels, (std::map<std::string, std::string>{{"beam", "beam search"}}));
  ASSERT_EQ(shared.scales.size(), 2u);
  const Scale& smoke = shared.scales.at("smoke");
  EXPECT_EQ(smoke.seeds, Texts{"1"});
  EXPECT_EQ(smoke.tests, 2u);
  EXPECT_EQ(smoke.train,
            (OptionTexts{{"batch", {"16"}}, {"hold_out", {"false"}}, {"states", {"96"}}}));
  const Scale& cpu = shared.scales.at("cpu");
  EXPECT_EQ(cpu.agents.at("dag"), (OptionTexts{{"states", {"1000"}}}));
  EXPECT_EQ(cpu.speeds, (std::map<std::string, double>{{"dag", 100}}));
}

TEST_F(ExperimentFileTest, WhatAnExperimentComputesIsReadInFull) {
  const Experiment one = files_.load().find("one");
  EXPECT_EQ(one.title, "One");
  EXPECT_EQ(one.paper, "Table 1");
  EXPECT_EQ(one.text, "About one.");
  ASSERT_EQ(one.axes.size(), 4u);
  EXPECT_EQ(one.find_axis("agent")->values, (Texts{"dag", "gin", "best-first"}));
  EXPECT_EQ(one.find_axis("test")->values, (Texts{"near", "far"}));
  ASSERT_EQ(one.skip.size(), 1u);
  EXPECT_EQ(one.skip[0].values, (Values{{"agent", {"gin"}}, {"setting", {"k2l3"}}}));
  EXPECT_EQ(one.train, (OptionTexts{{"mix", {"standard/{setting}", "standard/k2l3:2"}},
                                    {"residual", {"false"}}}));
  EXPECT_EQ(one.options.at("agent").at("gin"), (OptionTexts{{"batch", {"8"}}}));
  EXPECT_EQ(one.tests.at("near").like, "standard/{setting}");
  EXPECT_EQ(one.tests.at("far").file, "standard/iid/k3l3/test");
  const Scale& cpu = one.scales.at("cpu");
  EXPECT_EQ(cpu.seeds, (Texts{"1", "2", "3"}));
  EXPECT_EQ(cpu.tests, 4u);
  EXPECT_EQ(cpu.only.values, (Values{{"agent", {"dag", "gin"}}}));
  ASSERT_EQ(cpu.skip.size(), 1u);
  EXPECT_EQ(cpu.skip[0].values, (Values{{"act", {"beam"}}, {"seed", {"2"}}}));
  EXPECT_EQ(cpu.train, (OptionTexts{{"width", {"16"}}}));
  EXPECT_EQ(cpu.agents.at("gin"), (OptionTexts{{"states", {"400"}}}));
  EXPECT_EQ(cpu.speeds.at("gin"), 12.5);
}

TEST_F(ExperimentFileTest, WhatAnExperimentReportsIsReadInFull) {
  const Experiment one = files_.load().find("one");
  ASSERT_EQ(one.numbers.size(), 1u);
  EXPECT_EQ(one.numbers[0].at, (Cell{{"act", "greedy"}, {"agent", "GNN (paper)"}}));
  EXPECT_EQ(one.numbers[0].by, (Texts{"setting", "test"}));
  EXPECT_EQ(one.numbers[0].measure, "length");
  EXPECT_EQ(one.numbers[0].values, (std::vector<std::optional<double>>{1, 2.5, std::nullopt, 4}));
  ASSERT_EQ(one.tables.size(), 1u);
  const TableSpec& table = one.tables[0];
  EXPECT_EQ(table.title, "Lengths");
  EXPECT_EQ(table.where.values, (Values{{"act", {"greedy"}}}));
  EXPECT_EQ(table.rows, (Texts{"agent", "setting"}));
  EXPECT_EQ(table.columns, Texts{"test"});
  EXPECT_EQ(table.measure, "length");
  EXPECT_EQ(table.average, "setting");
  EXPECT_EQ(table.difference, (Texts{"dag", "GNN (paper)"}));
  EXPECT_TRUE(table.spread);
  ASSERT_EQ(one.plots.size(), 2u);
  const PlotSpec& plot = one.plots[0];
  EXPECT_EQ(plot.name + plot.title + plot.x + plot.x_label, "curveCurvessettingthe setting");
  EXPECT_EQ(plot.where.values, (Values{{"act", {"greedy", "beam"}}}));
  EXPECT_EQ(plot.curves, Texts{"agent"});
  EXPECT_EQ(plot.measure, "expanded");
  EXPECT_TRUE(plot.logarithmic_x && !plot.learning);
  EXPECT_EQ(one.plots[1].curves, Texts{"seed"});
  EXPECT_TRUE(one.plots[1].learning && !one.plots[1].logarithmic_x);
  ASSERT_EQ(one.claims.size(), 1u);
  const Claim& claim = one.claims[0];
  EXPECT_EQ(claim.text + claim.axis + claim.value, "It is soagentdag");
  EXPECT_EQ(claim.where.values, (Values{{"test", {"far"}}}));
  EXPECT_EQ(claim.than, (Texts{"gin", "GNN (paper)"}));
  EXPECT_EQ(claim.measure, "length");
  EXPECT_TRUE(claim.lower);
  EXPECT_EQ(claim.margin, 1.5);
  EXPECT_EQ(claim.within, 2.5);
  ASSERT_TRUE(claim.more);
  EXPECT_EQ(claim.more->name, "setting");
  EXPECT_EQ(claim.more->values, (Texts{"k2l3", "k2l2"}));
}

TEST_F(ExperimentFileTest, MostAxesNeedNotBeNamed) {
  files_.write("one", "[axes]\nagent = 'dag'\n[tests]\nfar = 'x'\nnear = 'y'\n");
  const Experiment one = files_.load().find("one");
  EXPECT_EQ(one.find_axis("agent")->values, Texts{"dag"});
  EXPECT_EQ(one.find_axis("act")->values, Texts{"greedy"});
  EXPECT_EQ(one.find_axis("test")->values, (Texts{"far", "near"}));
  files_.write("one", "[tests]\nfar = 'x'\n");
  EXPECT_EQ(files_.load_error(), "one.toml: axes: the axis 'agent' is missing");
}

TEST_F(ExperimentFileTest, ExperimentsComeInTheOrderOfTheSharedFile) {
  files_.write("zero", files_.text("one"));
  files_.replace("zero", "\"curve\"", "\"another curve\"");
  files_.replace("zero", "\"learning\"", "\"more learning\"");
  for (const Texts& order : {Texts{"zero", "one"}, Texts{"one", "zero"}}) {
    files_.write("common", ExperimentFiles().text("common"));
    files_.replace("common", "[\"one\"]", "['" + order[0] + "', '" + order[1] + "']");
    Texts names;
    for (const Experiment& experiment : files_.load().experiments) names.push_back(experiment.name);
    EXPECT_EQ(names, order);
  }
}

TEST_F(ExperimentFileTest, MembersThatDoNotExistAreRefused) {
  expect_mistakes("common", {{"order =", "ordr =", "'ordr' is not known here"},
                             {"axioms =", "axiom =", "theorems.field: there is no field 'axiom'"},
                             {"tests = 3", "test = 3", "scales.cpu: 'test' is not known here"}});
  expect_mistakes("one", {{"paper =", "papper =", "'papper' is not known here"},
                          {"like =", "lik =", "tests.near: 'lik' is not known here"},
                          {"seeds =", "seed =", "scales.cpu: 'seed' is not known here"},
                          {"by =", "bye =", "numbers[0]: 'bye' is not known here"},
                          {"columns =", "colums =", "tables[0]: 'colums' is not known here"},
                          {"x_label =", "label =", "plots[0]: 'label' is not known here"},
                          {"lower =", "higher =", "claims[0]: 'higher' is not known here"}});
}

TEST_F(ExperimentFileTest, ValuesOfTheWrongTypeAreRefused) {
  expect_mistakes(
      "common",
      {{"\"All\"", "[1]", "title: expected a text, a number or a bool"},
       {"tests = 2", "tests = '2'", "scales.smoke.tests: expected a whole number"},
       {"0.5", "'x'", "acts: this has the wrong type"},
       {"= 100 }", "= 'x' }", "scales.cpu.agents: this has the wrong type"},
       {"[labels]\n", "[labels]\nx = []\n", "labels.x: expected a text, a number or a bool"},
       {"untrained = \"best-first\"", "untrained = []",
        "agents.best-first: untrained: expected one search"}});
  const std::string bad_count = "scales.cpu.tests: expected a whole number";
  expect_mistakes(
      "one",
      {{"\"One\"", "{ x = 1 }", "title: expected a text, a number or a bool"},
       {"[\"near\", \"far\"]", "[]", "axes.test: an axis has at least one value"},
       {"[\"near\", \"far\"]", "[['x']]", "axes.test: expected a text, a number or a bool"},
       {"tests = 4", "tests = -4", bad_count},
       {"tests = 4", "tests = 4.5", bad_count},
       {"tests = 4", "tests = true", bad_count},
       {"{ width = 16 }", "16", "scales.cpu.train: expected a table of options"},
       {"{ act = \"greedy\" }\nrows", "1\nrows", "tables[0].where: expected a table of axes"},
       {"spread = true", "spread = 1", "tables[0].spread: this has the wrong type"},
       {"within = 2.5", "within = 'x'", "claims[0].within: this has the wrong type"},
       {"margin = 1.5", "margin = 'x'", "claims[0].margin: this has the wrong type"},
       {"[\"k2l3\", \"k2l2\"]", "\"k2l3\"", "claims[0].more: expected one axis with two values"}});
  files_.write("one", "axes = 1\n");
  EXPECT_EQ(files_.load_error(), "one.toml: axes: expected a table");
  files_.write("one", "claims = [1]\n");
  EXPECT_EQ(files_.load_error(), "one.toml: claims[0]: expected a table");
  files_.write("one", "claims = 1\n");
  EXPECT_EQ(files_.load_error(), "one.toml: claims: expected a list of tables");
}

TEST_F(ExperimentFileTest, NumbersOfThePaperMustBeNumbers) {
  expect_mistakes("one", {{"2.5\n", "2,5\n", "numbers[0].values: '2,5' is no number"},
                          {"2.5\n", "1e999\n", "numbers[0].values: '1e999' is no number"},
                          {"2.5\n", "x\n", "numbers[0].values: 'x' is no number"}});
}

TEST_F(ExperimentFileTest, SyntaxErrorsNameTheLine) {
  for (const std::string file : {"common", "one"}) {
    files_.write(file, "title = 'x'\ntext = 'y\n");
    EXPECT_TRUE(files_.load_error().starts_with(file + ".toml:2: ")) << files_.load_error();
    files_.write("common", ExperimentFiles().text("common"));
  }
  files_.write("one", "title = 'x'\n[$x]\n");
  EXPECT_TRUE(files_.load_error().starts_with("one.toml:2: ")) << files_.load_error();
  files_.write("one", "title = 'x'\ntitle = 'y'\n");
  EXPECT_TRUE(files_.load_error().starts_with("one.toml:2: ")) << files_.load_error();
}

TEST_F(ExperimentFileTest, AMissingFileIsNamed) {
  files_.replace("common", "[\"one\"]", "[\"two\"]");
  EXPECT_TRUE(files_.load_error().starts_with("two.toml: ")) << files_.load_error();
  EXPECT_TRUE(error_of([] { load_experiments("/nowhere"); }).starts_with("/nowhere/common.toml: "));
}

// Only in ASCII: for other characters, toml++ 3.3 reaches a statement that it says is unreachable,
// which does no harm but ends a program under sanitizers.
TEST_F(ExperimentFileTest, DamagedFilesNeverCrash) {
  Rng rng(1);
  std::size_t refused = 0;
  for (const std::string file : {"common", "one"}) {
    const std::string good = files_.text(file);
    for (int i = 0; i < 300; ++i) {
      const std::string bad = damaged(rng, good);
      if (std::ranges::any_of(bad, [](char c) { return (c & 0x80) != 0; })) continue;
      files_.write(file, bad);
      if (files_.load_error() != "no error") ++refused;
    }
    files_.write(file, good);
  }
  EXPECT_GT(refused, 200u);
  EXPECT_EQ(files_.load_error(), "no error");
}

// A file that the order leaves out would never be run.
TEST_F(ExperimentFileTest, AllExperimentsOfTheRepositoryAreRead) {
  std::set<std::string> files, names = {"common"};
  for (const auto& entry : std::filesystem::directory_iterator(in_repository("experiments"))) {
    files.insert(entry.path().stem());
  }
  for (const Experiment& experiment : load_experiments(in_repository("experiments")).experiments) {
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
  }
  EXPECT_EQ(names, files);
}

}  // namespace
}  // namespace ineq
