#include "experiment/experiment.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

TEST(ExperimentTest, AxesInBracesAreFilledIn) {
  const Cell cell = {{"setting", "k3l5"}, {"orders", "100"}, {"empty", ""}};
  EXPECT_EQ(fill("", cell), "");
  EXPECT_EQ(fill("plain", cell), "plain");
  EXPECT_EQ(fill("{setting}", cell), "k3l5");
  EXPECT_EQ(fill("a/{setting}/b-{orders}{empty}.", cell), "a/k3l5/b-100.");
  EXPECT_EQ(error_of([&] { fill("{seting}", cell); }), "there is no axis 'seting' here");
  EXPECT_EQ(error_of([&] { fill("a {setting", cell); }), "'{' without '}'");
}

TEST(ExperimentTest, AFilterMatchesIfEachAxisHasOneOfItsValues) {
  const Cell cell = {{"agent", "dag"}, {"seed", "1"}};
  EXPECT_TRUE(Filter{}.matches(cell));
  EXPECT_TRUE((Filter{{{"agent", {"gin", "dag"}}}}.matches(cell)));
  EXPECT_FALSE((Filter{{{"agent", {"gin"}}}}.matches(cell)));
  EXPECT_FALSE((Filter{{{"agent", {"dag"}}, {"seed", {"2"}}}}.matches(cell)));
  EXPECT_TRUE((Filter{{{"setting", {"k3l3"}}}}.matches(cell)));  // the cell has no such axis
  EXPECT_FALSE((Filter{{{"agent", {}}}}.matches(cell)));
}

TEST(ExperimentTest, ExperimentsAreFoundByName) {
  Suite suite;
  suite.experiments.resize(2);
  suite.experiments[1].name = "two";
  EXPECT_EQ(&suite.find("two"), &suite.experiments[1]);
  EXPECT_EQ(error_of([&] { suite.find("three"); }),
            "there is no experiment 'three'; `ineq experiment list` names them");
}

class ScaleTest : public testing::Test {
 protected:
  ScaleTest() {
    shared_.scales["cpu"] = {.seeds = {"1", "2"},
                             .tests = 10,
                             .only = {{{"agent", {"dag"}}}},
                             .skip = {{{{"seed", {"2"}}}}}};
    shared_.scales["smoke"] = {};
  }
  Scale scale() const { return scale_of(shared_, experiment_, "cpu"); }

  SharedParts shared_;
  Experiment experiment_;
};

TEST_F(ScaleTest, AnExperimentCanUseASharedScaleAsItIs) {
  EXPECT_EQ(scale().seeds, (Texts{"1", "2"}));
  EXPECT_EQ(scale().tests, 10u);
  EXPECT_EQ(scale().only.values, shared_.scales["cpu"].only.values);
  EXPECT_EQ(scale().skip.size(), 1u);
  experiment_.scales["cpu"] = {};
  EXPECT_EQ(scale().seeds, (Texts{"1", "2"}));
  EXPECT_EQ(scale().tests, 10u);
  EXPECT_EQ(scale().only.values, shared_.scales["cpu"].only.values);
}

TEST_F(ScaleTest, AnExperimentChangesASharedScale) {
  experiment_.scales["cpu"] = {
      .seeds = {"3"}, .tests = 20, .only = {{{"agent", {"gin"}}}}, .skip = {{{{"act", {"beam"}}}}}};
  EXPECT_EQ(scale().seeds, Texts{"3"});
  EXPECT_EQ(scale().tests, 20u);
  EXPECT_EQ(scale().only.values, experiment_.scales["cpu"].only.values);
  ASSERT_EQ(scale().skip.size(), 2u);
  EXPECT_EQ(scale().skip[1].values, experiment_.scales["cpu"].skip[0].values);
}

TEST_F(ScaleTest, AnUnknownScaleIsRefused) {
  EXPECT_EQ(error_of([&] { scale_of(shared_, experiment_, "gpu"); }),
            "there is no scale 'gpu', only cpu, smoke");
}

class CellsTest : public testing::Test {
 protected:
  CellsTest() { experiment_.axes = {{"agent", {"dag", "gin"}}, {"setting", {"k3l5", "k3l3"}}}; }

  // The cells, with those in parentheses that are not run.
  Texts cells() const {
    Texts out;
    for (const auto& [cell, is_run] : cells_of(experiment_, scale_)) {
      EXPECT_EQ(cell.size(), 3u);
      const std::string text = cell.at("agent") + " " + cell.at("setting") + " " + cell.at("seed");
      out.push_back(is_run ? text : "(" + text + ")");
    }
    return out;
  }

  Experiment experiment_;
  Scale scale_ = {.seeds = {"2", "1"}};
};

TEST_F(CellsTest, EachCombinationIsACellInTheOrderOfTheValues) {
  EXPECT_EQ(cells(), (Texts{"dag k3l5 2", "dag k3l5 1", "dag k3l3 2", "dag k3l3 1", "gin k3l5 2",
                            "gin k3l5 1", "gin k3l3 2", "gin k3l3 1"}));
  scale_.seeds = {};
  EXPECT_EQ(cells(), Texts{});
}

TEST_F(CellsTest, SkippedCellsDoNotExist) {
  scale_.seeds = {"1"};
  experiment_.skip = {{{{"agent", {"gin"}}, {"setting", {"k3l3"}}}}, {{{"setting", {"k3l5"}}}}};
  EXPECT_EQ(cells(), Texts{"dag k3l3 1"});
}

TEST_F(CellsTest, AScaleLeavesCellsOut) {
  scale_.only = {{{"agent", {"gin"}}}};
  scale_.skip = {{{{"setting", {"k3l3"}}, {"seed", {"2"}}}}};
  EXPECT_EQ(cells(), (Texts{"(dag k3l5 2)", "(dag k3l5 1)", "(dag k3l3 2)", "(dag k3l3 1)",
                            "gin k3l5 2", "gin k3l5 1", "(gin k3l3 2)", "gin k3l3 1"}));
}

}  // namespace
}  // namespace ineq
