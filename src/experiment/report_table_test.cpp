#include "experiment/report_table.h"

#include <gtest/gtest.h>

#include "support/measured.h"

namespace ineq {
namespace {

class ReportTableTest : public MeasuredFixture {
 protected:
  std::string table(const TableSpec& spec) {
    return make_table(shared_, experiment_, spec, numbers(), sources_);
  }

  const TableSpec by_setting_ = {.title = "T", .rows = {"agent"}, .columns = {"setting"}};
  nlohmann::ordered_json sources_ = nlohmann::ordered_json::array();
};

TEST_F(ReportTableTest, LabelsAreThoseOfTheFileOrOfSettings) {
  shared_.labels = {{"dag", "our agent"}, {"7", "seven"}};
  EXPECT_EQ(label_of(shared_, "dag"), "our agent");
  EXPECT_EQ(label_of(shared_, "gin"), "gin");
  EXPECT_EQ(label_of(shared_, "k3l5"), "K3 L5");
  EXPECT_EQ(label_of(shared_, "setting", "k3l5"), "K3 L5");
  EXPECT_EQ(label_of(shared_, "orders", "100"), "orders 100");
  EXPECT_EQ(label_of(shared_, "orders", "7"), "orders seven");
}

TEST_F(ReportTableTest, CombinationsAreThoseOfCellsThatExist) {
  measure(cell("dag", "k3l3"), 1);
  measure(cell("dag", "k3l5"), 1);
  measure(cell("gin", "k3l5"), 1);
  add_paper("GNN (paper)", {1, std::nullopt});
  EXPECT_EQ(combinations(numbers(), {}, {"setting", "agent"}),
            (std::vector<Cell>{{{"agent", "dag"}, {"setting", "k3l3"}},
                               {{"agent", "GNN (paper)"}, {"setting", "k3l3"}},
                               {{"agent", "dag"}, {"setting", "k3l5"}},
                               {{"agent", "gin"}, {"setting", "k3l5"}}}));
  EXPECT_EQ(combinations(numbers(), {}, {}), std::vector<Cell>{{}});
}

TEST_F(ReportTableTest, SuccessHasIntervalsAndNotes) {
  measure_seeds("dag", "k3l3", {90, 94});
  measure_seeds("dag", "k3l5", {40, 43});
  measure_seeds("gin", "k3l3", {100});
  add_missing(cell("gin", "k3l5"));
  EXPECT_EQ(table(by_setting_),
            "| agent | K3 L3 | K3 L5 |\n"
            "|---|---|---|\n"
            "| dag | 92.0 [85.0, 95.9] | 41.5 [32.8, 51.8] |\n"
            "| gin | 100.0 [96.3, 100] | missing |\n"
            "\n"
            "Each cell: 100 theorems. Training runs per cell: dag 2, gin 1. "
            "Two runs of a cell differ by at most 4.0 (dag, K3 L3).\n");
}

TEST_F(ReportTableTest, OtherMeasuresHaveNoIntervals) {
  measure(cell("dag", "k3l3"), 50);
  TableSpec spec = by_setting_;
  spec.measure = "length";
  EXPECT_EQ(table(spec),
            "| agent | K3 L3 |\n"
            "|---|---|\n"
            "| dag | 9.50 |\n"
            "\n"
            "Each cell: 100 theorems. Training runs per cell: dag 1.\n");
}

TEST_F(ReportTableTest, CellsThatAreNotRunAndThoseThatDoNotExistDiffer) {
  measure(cell("dag", "k3l3"), 50);
  add_left_out(cell("dag", "k3l5"));
  measure(cell("gin", "k3l3"), 50);
  add_paper("GNN (paper)", {90, std::nullopt});
  EXPECT_EQ(table(by_setting_),
            "| agent | K3 L3 | K3 L5 |\n"
            "|---|---|---|\n"
            "| dag | 50.0 [40.4, 59.6] | not run |\n"
            "| gin | 50.0 [40.4, 59.6] | – |\n"
            "| GNN (paper) | 90.0 | – |\n"
            "\n"
            "Each cell: 100 theorems. Training runs per cell: dag 1, gin 1.\n");
}

TEST_F(ReportTableTest, AgentsWithoutAnyNumberAreNamedBelow) {
  measure(cell("dag", "k3l3"), 50);
  add_left_out(cell("gin", "k3l3"));
  const std::string text = table(by_setting_);
  EXPECT_EQ(text.find("| gin"), std::string::npos);
  EXPECT_TRUE(text.ends_with("Not run at this scale: gin.\n")) << text;
}

TEST_F(ReportTableTest, ATableOfThePaperAloneIsNotShown) {
  add_left_out(cell("dag", "k3l3"));
  add_paper("GNN (paper)", {90, 80});
  EXPECT_EQ(table(by_setting_), "Not run at this scale.\n");
  EXPECT_TRUE(sources_.empty());
}

TEST_F(ReportTableTest, ATableWithoutResultsYetSaysSo) {
  add_missing(cell("dag", "k3l3"));
  EXPECT_EQ(table(by_setting_), "No results yet.\n");
}

TEST_F(ReportTableTest, AveragesOverFewerRowsAreNamed) {
  measure(cell("dag", "k3l3"), 90);
  measure(cell("dag", "k3l5"), 70);
  Cell other = cell("dag", "k3l5");
  other["act"] = "beam";
  experiment_.axes[3].values.push_back("beam");
  measure(other, 80);
  const TableSpec spec = {
      .title = "T", .rows = {"agent", "setting"}, .columns = {"act"}, .average = "setting"};
  EXPECT_TRUE(
      table(spec).ends_with(" In the column beam, averages are over 1 rows instead of 2.\n"));
}

TEST_F(ReportTableTest, TheNumberOfTheoremsAndRunsCanDiffer) {
  measure(cell("dag", "k3l3"), 50).outcomes.resize(80);
  measure_seeds("dag", "k3l5", {50, 50});
  EXPECT_TRUE(
      table(by_setting_)
          .ends_with("Each cell: 80 to 100 theorems. Training runs per cell: dag 1 to 2.\n"));
}

// With columns for what the rows leave open.
TEST_F(ReportTableTest, AveragesFollowTheRowsOfAnAgent) {
  measure_seeds("dag", "k3l3", {90});
  measure_seeds("dag", "k3l5", {70});
  measure_seeds("gin", "k3l3", {50});
  add_left_out(cell("gin", "k3l5"));
  add_paper("GNN (paper)", {80, 61});
  const TableSpec spec = {
      .title = "T", .rows = {"agent", "setting"}, .columns = {"act"}, .average = "setting"};
  EXPECT_EQ(table(spec),
            "| agent | setting | greedy |\n"
            "|---|---|---|\n"
            "| dag | K3 L3 | 90.0 [82.6, 94.5] |\n"
            "| dag | K3 L5 | 70.0 [60.4, 78.1] |\n"
            "| dag | average | 80.0 [73.9, 85.0] |\n"
            "| gin | K3 L3 | 50.0 [40.4, 59.6] |\n"
            "| gin | K3 L5 | not run |\n"
            "| gin | average | not run |\n"
            "| GNN (paper) | K3 L3 | 80.0 |\n"
            "| GNN (paper) | K3 L5 | 61.0 |\n"
            "| GNN (paper) | average | 70.5 |\n"
            "\n"
            "Each cell: 100 theorems. Training runs per cell: dag 1, gin 1.\n");
}

TEST_F(ReportTableTest, DifferencesAreToTheBestOfTheOthers) {
  measure_seeds("dag", "k3l3", {90});
  measure_seeds("dag", "k3l5", {70});
  add_paper("GNN (paper)", {80, 75.5});
  add_paper("transformer (paper)", {85, 71});
  const TableSpec spec = {.title = "T",
                          .rows = {"agent", "setting"},
                          .columns = {"act"},
                          .average = "setting",
                          .difference = {"dag", "GNN (paper)", "transformer (paper)"}};
  const std::string text = table(spec);
  EXPECT_NE(text.find("| dag − best of the paper | K3 L3 | +5.0 |\n"
                      "| dag − best of the paper | K3 L5 | -5.5 |\n"
                      "| dag − best of the paper | average | +2.0 |\n\n"),
            std::string::npos)
      << text;
}

TEST_F(ReportTableTest, ADifferenceNeedsBothSides) {
  measure_seeds("dag", "k3l3", {90});
  add_left_out(cell("dag", "k3l5"));
  add_paper("GNN (paper)", {std::nullopt, 75.5});
  TableSpec spec = by_setting_;
  spec.difference = {"dag", "GNN (paper)"};
  EXPECT_NE(table(spec).find("| dag − best of the paper | – | – |\n"), std::string::npos);
}

TEST_F(ReportTableTest, ASpreadIsTheDeviationOverSeeds) {
  measure_seeds("dag", "k3l3", {90, 94, 98});
  measure_seeds("dag", "k3l5", {40});
  add_paper("GNN (paper)", {80, 61});
  add_paper("GNN (paper)", {1.5, std::nullopt}, "deviation");
  TableSpec spec = by_setting_;
  spec.spread = true;
  EXPECT_EQ(table(spec),
            "| agent | K3 L3 | K3 L5 |\n"
            "|---|---|---|\n"
            "| dag | 94.0 ± 4.0 | 40.0 |\n"
            "| GNN (paper) | 80.0 ± 1.5 | 61.0 |\n"
            "\n"
            "Each cell: 100 theorems. Training runs per cell: dag 1 to 3.\n");
}

// An average over cells without a common seed, as while experiments are running.
TEST_F(ReportTableTest, NoSpreadIsKnownWithoutACommonSeed) {
  measure(cell("dag", "k3l3", "1"), 40);
  measure(cell("dag", "k3l5", "2"), 60);
  TableSpec spec = {
      .title = "T", .rows = {"agent", "setting"}, .columns = {"act"}, .average = "setting"};
  EXPECT_NE(table(spec).find("| dag | average | 50.0 [43.1, 56.9] |\n"), std::string::npos);
  spec.spread = true;
  EXPECT_NE(table(spec).find("| dag | average | 50.0 |\n"), std::string::npos);
}

TEST_F(ReportTableTest, EachNumberNamesTheResultsThatItWasMadeFrom) {
  measure_seeds("dag", "k3l3", {90, 94});
  add_paper("GNN (paper)", {80, 61});
  TableSpec spec = by_setting_;
  spec.difference = {"dag", "GNN (paper)"};
  table(spec);
  ASSERT_EQ(sources_.size(), 2u);
  nlohmann::ordered_json cells = nlohmann::ordered_json::array();
  for (const TestJob& test : plan_.tests) cells.push_back({test.agent, test.key});
  EXPECT_EQ(sources_[0], (nlohmann::ordered_json{{"experiment", "one"},
                                                 {"table", "T"},
                                                 {"row", {"dag"}},
                                                 {"column", "K3 L3"},
                                                 {"measure", "success"},
                                                 {"value", 92.0},
                                                 {"minus", 0.0},
                                                 {"text", "92.0 [85.0, 95.9]"},
                                                 {"cells", {cells}}}));
  EXPECT_EQ(sources_[1]["row"][0], "dag − best of the paper");
  EXPECT_EQ(sources_[1]["value"], 12.0);
  EXPECT_EQ(sources_[1]["minus"], 80.0);
  EXPECT_EQ(sources_[1]["text"], "+12.0");
}

}  // namespace
}  // namespace ineq
