#include "experiment/cell_numbers.h"

#include <gtest/gtest.h>

#include "benchmark/summary.h"
#include "support/measured.h"

namespace ineq {
namespace {

const Filter kAll;

class CellNumbersTest : public MeasuredFixture {
 protected:
  std::optional<double> mean(const Cell& at, const char* measure = "success") {
    const auto number = numbers().number(kAll, at, measure);
    return number ? std::optional(number->mean) : std::nullopt;
  }
  static std::pair<double, double> interval(std::uint64_t part, std::uint64_t whole) {
    const auto [low, high] = wilson_interval(part, whole);
    return {100 * low, 100 * high};
  }
};

TEST_F(CellNumbersTest, ANumberIsTheMeanOverSeedsAndThenOverCells) {
  measure_seeds("dag", "k3l3", {50, 60});
  measure_seeds("dag", "k3l5", {80});
  EXPECT_EQ(mean({{"agent", "dag"}, {"setting", "k3l3"}}), 55);
  EXPECT_EQ(mean({{"agent", "dag"}, {"setting", "k3l5"}}), 80);
  const auto both = numbers().number(kAll, {{"agent", "dag"}}, "success");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->mean, 67.5);
  EXPECT_EQ(both->by_seed,
            (std::map<std::string, double>{{"1", 65}}));  // only the first seed has both cells
  EXPECT_EQ(both->theorems, 200u);
  EXPECT_EQ(both->cells, 2u);
  ASSERT_EQ(both->sources.size(), 2u);
  EXPECT_EQ(both->sources[0].size() + both->sources[1].size(), 3u);
  EXPECT_EQ(mean({{"agent", "dag"}, {"seed", "2"}, {"setting", "k3l3"}}), 60);
}

TEST_F(CellNumbersTest, ANumberCanBeRestrictedToSomeSeeds) {
  measure_seeds("dag", "k3l3", {50, 60, 70});
  auto number = numbers().number(kAll, {}, "success");
  number->keep({{"1", 50}, {"3", 70}});
  EXPECT_EQ(number->mean, 60);
  number->keep({{"3", 70}});
  EXPECT_EQ(number->mean, 70);
  EXPECT_EQ(number->interval, interval(70, 100));
}

// All seeds are tested on the same theorems, so that more of them tell nothing about others.
TEST_F(CellNumbersTest, IntervalsDependOnTheTheoremsAndNotOnTheSeeds) {
  measure_seeds("dag", "k3l3", {50, 60});
  measure_seeds("dag", "k3l5", {65, 65});
  const auto one = numbers().number(kAll, {{"setting", "k3l3"}}, "success");
  EXPECT_EQ(one->interval, interval(55, 100));
  EXPECT_EQ(one->theorems, 100u);
  EXPECT_EQ(numbers().number(kAll, {}, "success")->interval, interval(120, 200));
  EXPECT_EQ(numbers().number(kAll, {}, "length")->interval, (std::pair<double, double>()));
}

TEST_F(CellNumbersTest, SourcesNameTheResultsOfEachSeed) {
  measure_seeds("dag", "k3l3", {50, 60});
  const auto number = numbers().number(kAll, {}, "success");
  ASSERT_EQ(number->sources.size(), 1u);
  ASSERT_EQ(number->sources[0].size(), 2u);
  for (const std::size_t i : {0u, 1u}) {
    EXPECT_EQ(number->sources[0][i].agent, plan_.tests[i].agent);
    EXPECT_EQ(number->sources[0][i].test, plan_.tests[i].key);
  }
}

TEST_F(CellNumbersTest, ThereIsNoNumberIfACellWasNotRun) {
  measure_seeds("dag", "k3l3", {50});
  add_missing(cell("dag", "k3l5"));
  measure_seeds("gin", "k3l3", {40});
  add_left_out(cell("gin", "k3l5"));
  const auto is_missing = [&](const Cell& at) { return numbers().is_missing(kAll, at); };
  EXPECT_EQ(mean({{"agent", "dag"}, {"setting", "k3l5"}}), std::nullopt);
  EXPECT_TRUE(is_missing({{"agent", "dag"}, {"setting", "k3l5"}}));
  EXPECT_EQ(mean({{"agent", "gin"}, {"setting", "k3l5"}}), std::nullopt);
  EXPECT_FALSE(is_missing({{"agent", "gin"}, {"setting", "k3l5"}}));
  EXPECT_FALSE(is_missing({{"agent", "dag"}, {"setting", "k3l3"}}));
  for (const char* agent : {"dag", "gin"}) EXPECT_EQ(mean({{"agent", agent}}), std::nullopt);
  EXPECT_TRUE(numbers().exists(kAll, {{"agent", "gin"}, {"setting", "k3l5"}}));
  EXPECT_FALSE(numbers().exists(kAll, {{"agent", "bow"}}));
  EXPECT_EQ(mean({{"agent", "bow"}}), std::nullopt);
}

TEST_F(CellNumbersTest, AMissingSeedIsLeftOut) {
  measure_seeds("dag", "k3l3", {50});
  add_missing(cell("dag", "k3l3", "2"));
  EXPECT_EQ(mean({{"agent", "dag"}}), 50);
  EXPECT_TRUE(numbers().is_missing(kAll, {{"agent", "dag"}}));
}

TEST_F(CellNumbersTest, AFilterChoosesCells) {
  measure_seeds("dag", "k3l3", {50, 70});
  measure_seeds("gin", "k3l3", {10});
  const Filter second = {{{"seed", {"2"}}}};
  EXPECT_EQ(numbers().number(second, {}, "success")->mean, 70);
  EXPECT_FALSE(numbers().exists(second, {{"agent", "gin"}}));
}

TEST_F(CellNumbersTest, EachMeasureIsAMeanOverAllTheorems) {
  TestRecord& test = measure(cell("dag", "k3l3"), 0);
  test.step_limit = 10;
  test.outcomes = {
      {.end = SearchEnd::kProven,
       .length = 3,
       .counts = {.expanded = 5, .evaluated = 7},
       .cpu_seconds = 0.25},
      {.end = SearchEnd::kNodes, .counts = {.expanded = 8, .evaluated = 9}, .cpu_seconds = 0.5}};
  EXPECT_EQ(mean({}), 50);
  EXPECT_EQ(mean({}, "length"), 6.5);  // the second one counts as ten steps
  EXPECT_EQ(mean({}, "expanded"), 6.5);
  EXPECT_EQ(mean({}, "evaluated"), 8);
  EXPECT_EQ(mean({}, "milliseconds"), 375);
  EXPECT_EQ(mean({}, "minutes"), 1);
}

TEST_F(CellNumbersTest, ASearchHasNoMinutesOfTraining) {
  measure(cell("dag", "k3l3"), 1);
  records_.begin()->second.training.reset();
  EXPECT_EQ(mean({}, "minutes"), 0);
}

TEST_F(CellNumbersTest, AnUnknownMeasureIsRefused) {
  EXPECT_EQ(find_measure("length").name, "length");
  EXPECT_EQ(error_of([] { find_measure("lenght"); }), "there is no measure 'lenght'");
}

TEST_F(CellNumbersTest, NumbersOfThePaperAreThoseOfTheFile) {
  measure_seeds("dag", "k3l3", {50});
  add_paper("GNN (paper)", {90, 70});
  add_paper("GNN (paper)", {0.5, 1.5}, "deviation");
  EXPECT_TRUE(numbers().is_of_paper("GNN (paper)"));
  EXPECT_FALSE(numbers().is_of_paper("dag"));
  const Cell at = {{"agent", "GNN (paper)"}, {"setting", "k3l5"}};
  const auto number = numbers().number(kAll, at, "success");
  ASSERT_TRUE(number);
  EXPECT_EQ(number->mean, 70);
  EXPECT_EQ(number->theorems, 1000u);
  EXPECT_EQ(number->interval, interval(700, 1000));
  EXPECT_TRUE(number->by_seed.empty() && number->sources.empty());
  EXPECT_EQ(mean(at, "deviation"), 1.5);
  EXPECT_EQ(mean(at, "length"), std::nullopt);
  EXPECT_TRUE(numbers().exists(kAll, at));
  EXPECT_FALSE(numbers().is_missing(kAll, at));
}

// So that both sides of a comparison are means over the same cells.
TEST_F(CellNumbersTest, AMeanOfThePaperIsOverTheCellsThatExist) {
  experiment_.axes[1].values = {"k3l3", "k3l5", "k3l7"};
  measure_seeds("dag", "k3l3", {50});
  measure_seeds("dag", "k3l5", {50});
  add_paper("GNN (paper)", {90, 70, 10});
  add_paper("holes (paper)", {90, std::nullopt, 10});
  EXPECT_EQ(mean({{"agent", "GNN (paper)"}}), 80);
  EXPECT_EQ(numbers().number(kAll, {{"agent", "GNN (paper)"}}, "success")->theorems, 2000u);
  EXPECT_EQ(mean({{"agent", "holes (paper)"}, {"setting", "k3l5"}}), std::nullopt);
}

TEST_F(CellNumbersTest, ValuesAreInTheOrderOfTheFile) {
  add_paper("GNN (paper)", {90, 70});
  measure(cell("gin", "k3l5"), 1);
  measure(cell("gin", "k3l3"), 1);
  add_left_out(cell("dag", "k3l3"));
  EXPECT_EQ(numbers().values("agent", kAll), (Texts{"dag", "gin", "GNN (paper)"}));
  EXPECT_EQ(numbers().values("setting", kAll), (Texts{"k3l3", "k3l5"}));
  EXPECT_EQ(numbers().values("agent", {{{"setting", {"k3l5"}}}}), (Texts{"gin", "GNN (paper)"}));
  EXPECT_EQ(numbers().values("agent", {{{"agent", {"dag", "GNN (paper)"}}}}),
            (Texts{"dag", "GNN (paper)"}));
  EXPECT_EQ(numbers().values("none", kAll), Texts{});
}

TEST_F(CellNumbersTest, TrainingsAndCostsCountEachJobOnce) {
  Cell other = cell("dag", "k3l3");
  other["act"] = "beam";
  measure(cell("dag", "k3l3"), 1).outcomes[0].cpu_seconds = 2;
  measure(other, 1).outcomes[0].cpu_seconds = 3;
  planned_.cells.push_back(planned_.cells.back());  // the same test in another cell
  measure(cell("gin", "k3l3"), 1);
  add_missing(cell("gin", "k3l5"));
  add_left_out(cell("gin", "k3l5", "2"));
  EXPECT_EQ(numbers().trainings(kAll, {}).size(), 2u);
  const auto dag = numbers().trainings(kAll, {{"agent", "dag"}});
  ASSERT_EQ(dag.size(), 1u);
  EXPECT_EQ(dag[0].first, plan_.tests[0].agent);
  EXPECT_EQ(dag[0].second->states, 100u);
  const CellNumbers::Cost cost = numbers().cost();
  EXPECT_EQ(cost.trainings, 2u);
  EXPECT_EQ(cost.training_seconds, 120);
  EXPECT_EQ(cost.tests, 3u);
  EXPECT_EQ(cost.missing_tests, 1u);
  EXPECT_EQ(cost.test_seconds, 5);
}

}  // namespace
}  // namespace ineq
