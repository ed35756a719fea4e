#include "experiment/consistency.h"

#include <gtest/gtest.h>

#include "support/experiments.h"

namespace ineq {
namespace {

TEST(ConsistencyTest, AgentsWaysToActTestsAndScalesMustExist) {
  expect_mistakes(
      "one", {{"[\"dag\", \"gin\", \"best-first\"]", "[\"dag\", \"gni\"]",
               "axes.agent: there is no 'gni'"},
              {"[\"greedy\", \"beam\"]", "[\"greedy\", \"beem\"]", "axes.act: there is no 'beem'"},
              {"[\"near\", \"far\"]", "[\"near\", \"fra\"]", "axes.test: there is no 'fra'"},
              {"[scales.cpu]", "[scales.gpu]\n[scales.cpu]", "scales: there is no scale 'gpu'"}});
}

TEST(ConsistencyTest, MisspeltAxesAreRefused) {
  const std::string error = "there is no axis 'seting'";
  expect_mistakes(
      "one",
      {{"\"gin\", setting = \"k2l3\"", "\"gin\", seting = \"k2l3\"", "skip[0]: " + error},
       {"[options.agent.gin]", "[options.seting.k2l2]", "options.seting: " + error},
       {"only = { agent = ", "only = { seting = ", "scales.cpu.only: " + error},
       {"skip = [{ act", "skip = [{ act = 'greedy' }, { seting", "scales.cpu.skip[1]: " + error},
       {"\"GNN (paper)\", act", "\"GNN (paper)\", seting", "numbers[0]: " + error},
       {"by = [\"setting\"", "by = [\"seting\"", "numbers[0]: " + error},
       {"where = { act = \"greedy\" }\nrows", "where = { seting = 'x' }\nrows",
        "tables[0]: " + error},
       {"rows = [\"agent\", \"setting\"]", "rows = [\"agent\", \"seting\"]", "tables[0]: " + error},
       {"columns = [\"test\"]", "columns = [\"test\", \"seting\"]", "tables[0]: " + error},
       {"average = \"setting\"", "average = \"seting\"",
        "tables[0]: average: 'seting' is not the last axis of the rows"},
       {"where = { act = [", "where = { seting = [", "plots[0]: " + error},
       {"x = \"setting\"", "x = \"seting\"", "plots[0]: " + error},
       {"curves = [\"agent\"]", "curves = [\"seting\"]", "plots[0]: " + error},
       {"where = { test", "where = { seting", "claims[0]: " + error},
       {"axis = \"agent\"", "axis = \"seting\"", "claims[0]: " + error},
       {"more = { setting", "more = { seting", "claims[0]: " + error}});
}

TEST(ConsistencyTest, MisspeltValuesOfAxesAreRefused) {
  const std::string error = "the axis 'agent' has no value 'dga'";
  expect_mistakes(
      "one",
      {{"{ agent = \"gin\"", "{ agent = \"dga\"", "skip[0]: " + error},
       {"[options.agent.gin]", "[options.agent.dga]", "options.agent: " + error},
       {"only = { agent = [\"dag\"", "only = { agent = [\"dga\"", "scales.cpu.only: " + error},
       {"skip = [{ act = \"beam\"", "skip = [{ agent = \"dga\"", "scales.cpu.skip[0]: " + error},
       {"difference = [\"dag\"", "difference = [\"dga\"", "tables[0]: " + error},
       {"value = \"dag\"", "value = \"dga\"", "claims[0]: " + error},
       {"than = [\"gin\"", "than = [\"dga\"", "claims[0]: " + error},
       {"more = { setting = [\"k2l3\"", "more = { agent = [\"dga\"", "claims[0]: " + error}});
}

TEST(ConsistencyTest, MeasuresMustExistAndBeMeasured) {
  const std::string none = "there is no measure 'lenght'";
  const std::string of_paper = "only the paper's numbers have this measure";
  const std::string numbers = "measure = \"length\"\nvalues",
                    table = "measure = \"length\"\naverage", plot = "\"expanded\"",
                    claim = "measure = \"length\"\nlower";
  expect_mistakes("one", {{numbers, "measure = \"lenght\"\nvalues", "numbers[0]: " + none},
                          {table, "measure = \"lenght\"\naverage", "tables[0]: " + none},
                          {plot, "\"lenght\"", "plots[0]: " + none},
                          {claim, "measure = \"lenght\"\nlower", "claims[0]: " + none},
                          {table, "measure = \"deviation\"\naverage", "tables[0]: " + of_paper},
                          {plot, "\"deviation\"", "plots[0]: " + of_paper},
                          {claim, "measure = \"deviation\"\nlower", "claims[0]: " + of_paper}});
}

TEST(ConsistencyTest, ThePaperHasANumberOfEachCell) {
  expect_mistakes("one",
                  {{"1 2.5\n", "1 2.5 3\n", "numbers[0]: GNN (paper) has 5 values instead of 4"},
                   {"1 2.5\n", "1\n", "numbers[0]: GNN (paper) has 3 values instead of 4"},
                   {"agent = \"GNN (paper)\", ", "", "numbers[0]: at.agent is missing"},
                   {"by = [\"setting\"", "by = [\"seed\"", "numbers[0]: there is no axis 'seed'"}});
}

// A mean over ways to act or settings that nobody has asked for would look like a result.
TEST(ConsistencyTest, TablesLeaveNoAxisWithSeveralValues) {
  const std::string error = "has several values here";
  expect_mistakes(
      "one",
      {{"[\"agent\", \"setting\"]\ncolumns", "[\"setting\"]\ncolumns",
        "tables[0]: the axis 'agent' " + error},
       {"where = { act = \"greedy\" }\nrows", "where = { act = [\"greedy\", \"beam\"] }\nrows",
        "tables[0]: the axis 'act' " + error},
       {"where = { act = \"greedy\" }\nrows", "rows", "tables[0]: the axis 'act' " + error}});
}

TEST(ConsistencyTest, PartsThatWouldGiveNothingAreRefused) {
  expect_mistakes("one",
                  {{"name = \"curve\"\n", "", "plots[0]: name is missing"},
                   {"than = [\"gin\", \"GNN (paper)\"]\n", "", "claims[0]: than is missing"},
                   {"[axes]\n", "[axes]\nseed = [1]\n", "axes: seeds are given by the scales"},
                   {"\"k2l2\", \"k2l3\"", "\"k2l2\", \"\"", "axes.setting: a value is empty"},
                   {"name = \"learning\"", "name = \"curve\"", "there is another plot 'curve'"}});
}

TEST(ConsistencyTest, LearningCurvesAreOverStatesOrMinutes) {
  expect_mistakes(
      "one", {{"x = \"minutes\"", "x = \"hours\"", "plots[1]: x: expected states or minutes"}});
}

}  // namespace
}  // namespace ineq
