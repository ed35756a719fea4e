#include "experiment/report.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "benchmark/process.h"
#include "benchmark/split_manifest.h"
#include "files/lines.h"
#include "support/measured.h"

namespace ineq {
namespace {

class ReportTest : public MeasuredFixture {
 protected:
  ExperimentReport make() {
    numbers();  // saves the results
    plan_.scale = "cpu";
    shared_.scales["cpu"];
    plan_.experiments = {planned_};
    return make_report({.shared = shared_, .experiments = {}}, plan_, store_, "pictures");
  }
  Picture picture(const PlotSpec& plot) {
    experiment_.plots = {plot};
    const ExperimentReport report = make();
    EXPECT_EQ(report.pictures.size(), 1u);
    return report.pictures.at(0).second;
  }
  static void expect_in_order(const std::string& text, const Texts& parts) {
    std::size_t at = 0;
    for (const std::string& part : parts) {
      const std::size_t found = text.find(part, at);
      EXPECT_NE(found, std::string::npos) << part << "\nis not in the rest of\n" << text;
      if (found != std::string::npos) at = found + part.size();
    }
  }
  using Points = std::vector<std::pair<double, double>>;
};

TEST_F(ReportTest, AReportHasAllParts) {
  shared_.title = "Results";
  shared_.text = "About all.";
  shared_.scales["cpu"].text = "About this scale.";
  shared_.acts["greedy"] = {{"revisit", {"true"}}, {"n", {"1", "2"}}};
  experiment_.title = "Unseen orders, 2 seeds";
  experiment_.paper = "Table 1";
  experiment_.text = "About one.";
  experiment_.tables = {{.title = "Success", .rows = {"agent"}, .columns = {"setting"}}};
  experiment_.plots = {{.name = "plot", .title = "Plot", .x = "setting", .curves = {"agent"}}};
  experiment_.claims = {{.text = "It is so", .axis = "agent", .value = "dag", .than = {"gin"}}};
  measure(cell("dag", "k3l3"), 90);
  measure(cell("gin", "k3l3"), 50).outcomes[0].counts.expanded = 150;
  const ExperimentReport report = make();
  expect_in_order(
      report.text,
      {"# Results\n\nAbout this scale.\n\nAbout all.\n\n",
       "| [Unseen orders, 2 seeds](#unseen-orders-2-seeds) | Table 1 | 2 | 2 | 2 |\n",
       "\n2 trained agents, 2 CPU minutes of training in all.",
       "| It is so | yes (single runs) | [Unseen orders, 2 seeds](#unseen-orders-2-seeds) |\n",
       "\n## Unseen orders, 2 seeds\n\n*Paper: Table 1.*\n\nAbout one.\n\n",
       "```\nineq experiment run one --scale cpu\n```\n\n"
       "2 trainings (2 CPU minutes) and 2 tests (0 CPU seconds).\n\n",
       "**Success**\n\n| agent | K3 L3 |\n|---|---|\n| dag | 90.0 [82.6, 94.5] |\n",
       "![Plot](pictures/plot.svg)\n\n",
       "- It is so: **yes (single runs)**. It holds in the only comparison",
       "| greedy | dag | 15 | 0.0 | 0.0 | 0.0 | 0.0 | 0.00 |\n"
       "| greedy | gin | 15 | 1.5 | 0.0 | 0.0 | 0.0 | 0.00 |\n",
       "| greedy | `-n 1 -n 2 --revisit true` |\n",
       "| all.jsonl | 100 | – | `0123456789abcdef` |\n"});
  EXPECT_EQ(report.pictures.size(), 1u);
  EXPECT_EQ(report.numbers.size(), 2u);
}

// The checksum decides, so that a set of another version is not taken for a frozen one.
TEST_F(ReportTest, FrozenSetsAreShownWithTheirVersion) {
  measure(cell("dag", "k3l3"), 90).checksum = frozen_manifest().begin()->second.sha256;
  EXPECT_NE(make().text.find("| all.jsonl | 100 | v1 | `"), std::string::npos);
}

TEST_F(ReportTest, MissingTestsAreCounted) {
  measure(cell("dag", "k3l3"), 90);
  add_missing(cell("gin", "k3l3"));
  add_left_out(cell("gin", "k3l5"));
  EXPECT_NE(make().text.find("\n**Of this scale, 1 test has not been run yet.**\n"),
            std::string::npos);
}

TEST_F(ReportTest, TrainingsOfSeveralExperimentsCountOnce) {
  measure(cell("dag", "k3l3"), 90);
  numbers();
  plan_.experiments = {planned_, planned_};
  plan_.scale = "cpu";
  shared_.scales["cpu"];
  const ExperimentReport report =
      make_report({.shared = shared_, .experiments = {}}, plan_, store_, "");
  EXPECT_NE(report.text.find("1 trained agents, 1 CPU minutes of training in all."),
            std::string::npos);
}

TEST_F(ReportTest, APlotHasACurveOfEachAgent) {
  measure_seeds("dag", "k3l3", {90, 94});
  measure_seeds("dag", "k3l5", {70});
  measure_seeds("gin", "k3l5", {40});
  add_left_out(cell("gin", "k3l3"));
  add_paper("GNN (paper)", {80, 60});
  const Picture made = picture({.name = "p", .title = "Plot", .x = "setting", .curves = {"agent"}});
  EXPECT_EQ(made.title, "Plot");
  EXPECT_EQ(made.x, "setting");
  EXPECT_EQ(made.y, "success, %");
  EXPECT_EQ(made.y_max, 100);
  EXPECT_EQ(made.x_names, (Texts{"K3 L3", "K3 L5"}));
  ASSERT_EQ(made.curves.size(), 3u);
  EXPECT_EQ(made.curves[0].name, "dag");
  EXPECT_EQ(made.curves[0].points, (Points{{1, 92}, {2, 70}}));
  EXPECT_EQ(made.curves[1].points, (Points{{2, 40}}));
  EXPECT_EQ(made.curves[2].points, (Points{{1, 80}, {2, 60}}));
}

TEST_F(ReportTest, NumbersOfAnAxisAreDrawnWhereTheyAre) {
  experiment_.axes[1].values = {"100", "500"};
  measure(cell("dag", "100"), 90);
  measure(cell("dag", "500"), 95);
  const Picture made = picture({.name = "p",
                                .title = "P",
                                .x = "setting",
                                .curves = {"agent"},
                                .measure = "length",
                                .x_label = "orders",
                                .logarithmic_x = true});
  EXPECT_EQ(made.x, "orders");
  EXPECT_EQ(made.y, "mean length of the proofs");
  EXPECT_FALSE(made.y_max);
  EXPECT_TRUE(made.x_names.empty() && made.logarithmic_x);
  EXPECT_EQ(made.x_marks, (std::vector<double>{100, 500}));
  ASSERT_EQ(made.curves.size(), 1u);
  EXPECT_EQ(made.curves[0].points, (Points{{100, 5.1}, {500, 4.55}}));
}

TEST_F(ReportTest, SeedsCanBeTheXAxis) {
  measure_seeds("dag", "k3l3", {90, 94});
  const Picture made = picture({.name = "p", .title = "P", .x = "seed", .curves = {"agent"}});
  EXPECT_EQ(made.x, "seed");
  EXPECT_EQ(made.curves.at(0).points, (Points{{1, 90}, {2, 94}}));
}

TEST_F(ReportTest, LearningCurvesAreOverStatesOrMinutes) {
  measure_seeds("dag", "k3l3", {90, 94});
  measure(cell("gin", "k3l3"), 1);
  for (auto& [agent, record] : records_) {
    if (agent.starts_with("dag")) record.training->curve = {{50, 30, 0.25}, {100, 120, 0.5}};
  }
  PlotSpec plot = {
      .name = "p", .title = "P", .x = "states", .curves = {"agent", "seed"}, .learning = true};
  const Picture states = picture(plot);
  EXPECT_EQ(states.y, "success on validation theorems, %");
  ASSERT_EQ(states.curves.size(), 2u);  // gin was never validated
  EXPECT_EQ(states.curves[0].name, "dag, seed 1");
  EXPECT_EQ(states.curves[0].points, (Points{{50, 25}, {100, 50}}));
  plot.x = "minutes";
  EXPECT_EQ(picture(plot).curves[1].points, (Points{{0.5, 25}, {2, 50}}));
}

TEST_F(ReportTest, APlotOfNothingIsLeftOut) {
  add_left_out(cell("dag", "k3l3"));
  experiment_.plots = {
      {.name = "p", .title = "P", .x = "setting", .curves = {"agent"}},
      {.name = "q", .title = "Q", .x = "states", .curves = {"agent"}, .learning = true}};
  const ExperimentReport report = make();
  EXPECT_TRUE(report.pictures.empty());
  EXPECT_EQ(report.text.find("!["), std::string::npos);
}

TEST_F(ReportTest, PicturesAreInAFolderBesideTheText) {
  EXPECT_EQ(picture_folder("some/where/cpu.md"), "cpu");
  EXPECT_EQ(error_of([] { picture_folder("cpu.txt"); }),
            "'cpu.txt': the name of a report ends in .md");
  if (!find_program("gnuplot")) GTEST_SKIP() << "there is no gnuplot";
  const ExperimentReport report = {
      .text = "text\n",
      .pictures = {{"plot", {.title = "t", .x = "x", .y = "y", .curves = {{"c", {{1, 2}}}}}}},
      .numbers = {}};
  write_report(report, folder_.path("cpu.md"));
  EXPECT_EQ(read_file(folder_.path("cpu.md")), "text\n");
  EXPECT_TRUE(std::filesystem::exists(folder_.path("cpu/plot.svg")));
  EXPECT_NE(error_of([&] { write_report(report, folder_.path("cpu.md/x.md")); }), "no error");
}

}  // namespace
}  // namespace ineq
