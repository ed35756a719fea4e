#include "experiment/report_claim.h"

#include <gtest/gtest.h>

#include "support/measured.h"

namespace ineq {
namespace {

class ReportClaimTest : public MeasuredFixture {
 protected:
  ReportClaimTest() { experiment_.axes[1].values = {"k3l3", "k3l5", "k3l7"}; }

  // Success on each setting, by one run; −1: left out.
  void measure_settings(const std::string& agent, const std::vector<int>& proven) {
    for (std::size_t i = 0; i < proven.size(); ++i) {
      const std::string& setting = experiment_.axes[1].values[i];
      for (const char* seed : {"1", "2"}) {
        if (proven[i] < 0) {
          add_left_out(cell(agent, setting, seed));
        } else {
          measure(cell(agent, setting, seed), static_cast<std::size_t>(proven[i]));
        }
      }
    }
  }
  std::string judged() {
    const auto [verdict, because] = judge(shared_, experiment_, claim_, numbers());
    return verdict + ": " + because;
  }

  Claim claim_ = {.text = "It is so", .axis = "agent", .value = "dag", .than = {"gin"}};
};

TEST_F(ReportClaimTest, YesIfAllComparisonsHold) {
  measure_settings("dag", {90, 80, 50});
  measure_settings("gin", {50, 40, 49});
  EXPECT_EQ(judged(),
            "yes: It holds in 3 of 3 comparisons (difference +1.0 to +40.0 points). "
            "It clearly holds in 2, and clearly fails in 0.");
}

TEST_F(ReportClaimTest, NoIfNoneHolds) {
  measure_settings("dag", {50, 40, 49});
  measure_settings("gin", {90, 80, 50});
  EXPECT_EQ(judged(),
            "no: It holds in 0 of 3 comparisons (difference -40.0 to -1.0 points). "
            "It clearly holds in 0, and clearly fails in 2.");
}

TEST_F(ReportClaimTest, MostlyIfMoreThanHalfHold) {
  measure_settings("dag", {90, 80, 50});
  measure_settings("gin", {50, 40, 70});
  EXPECT_EQ(judged(),
            "mostly: It holds in 2 of 3 comparisons (difference -20.0 to +40.0 points). "
            "It clearly holds in 2, and clearly fails in 1. Exceptions: K3 L7 (-20.0).");
}

TEST_F(ReportClaimTest, RarelyIfFewerThanHalfHold) {
  measure_settings("dag", {90, 50, 40});
  measure_settings("gin", {50, 60, 70});
  EXPECT_EQ(judged(),
            "rarely: It holds in 1 of 3 comparisons (difference -30.0 to +40.0 points). "
            "It clearly holds in 1, and clearly fails in 1. "
            "Exceptions: K3 L7 (-30.0); K3 L5 (-10.0).");
}

TEST_F(ReportClaimTest, InPartIfHalfHold) {
  measure_settings("dag", {90, 50});
  measure_settings("gin", {50, 60});
  EXPECT_EQ(judged(),
            "in part: It holds in 1 of 2 comparisons (difference -10.0 to +40.0 points). "
            "It clearly holds in 1, and clearly fails in 0. Exceptions: K3 L5 (-10.0).");
}

TEST_F(ReportClaimTest, NotClearIfAllIntervalsOverlap) {
  measure_settings("dag", {52, 51});
  measure_settings("gin", {50, 50});
  EXPECT_EQ(judged(),
            "not clear: It holds in 2 of 2 comparisons (difference +1.0 to +2.0 points). "
            "It clearly holds in 0, and clearly fails in 0.");
}

TEST_F(ReportClaimTest, OneComparisonIsNotCounted) {
  measure_settings("dag", {90});
  measure_settings("gin", {50});
  EXPECT_EQ(judged(),
            "yes: It holds in the only comparison (difference +40.0 points). The difference is "
            "clear.");
}

// The intervals of the means are far apart, but those of the seeds are not.
TEST_F(ReportClaimTest, ADifferenceThatSeedsExplainIsNotClear) {
  measure_seeds("dag", "k3l3", {95, 65});
  measure_seeds("gin", "k3l3", {70, 30});
  EXPECT_EQ(judged(),
            "not clear: It holds in the only comparison (difference +30.0 points). The difference "
            "is not clear.");
}

TEST_F(ReportClaimTest, OnlySeedsThatBothSidesHaveAreCompared) {
  measure_seeds("dag", "k3l3", {90, 20});
  measure_seeds("gin", "k3l3", {50});
  EXPECT_EQ(judged(),
            "yes (single runs): It holds in the only comparison (difference +40.0 points). The "
            "difference is clear. All rest on a single training run of: dag, gin.");
}

TEST_F(ReportClaimTest, EqualResultsAreNotHigher) {
  claim_.measure = "length";
  measure_settings("dag", {50});
  measure_settings("gin", {50});
  EXPECT_EQ(judged(), "no: It does not hold in the only comparison (difference +0.00).");
}

TEST_F(ReportClaimTest, OtherMeasuresHaveNoIntervals) {
  claim_.measure = "length";  // 15 steps for a theorem that is not proven, and otherwise 4
  measure_settings("dag", {50, 40});
  measure_settings("gin", {90, 30});
  EXPECT_EQ(judged(),
            "in part: It holds in 1 of 2 comparisons (difference -1.10 to +4.40). "
            "Exceptions: K3 L5 (-1.10).");
}

TEST_F(ReportClaimTest, LowerTurnsTheComparisonRound) {
  claim_.measure = "length";
  claim_.lower = true;
  measure_settings("dag", {90});
  measure_settings("gin", {50});
  EXPECT_EQ(judged(), "yes: It holds in the only comparison (difference +4.40).");
}

TEST_F(ReportClaimTest, WithinAllowsASmallDifference) {
  claim_.within = 3;
  measure_settings("dag", {50, 50, 50});
  measure_settings("gin", {53, 54, 50});
  EXPECT_EQ(judged(),
            "mostly: It holds in 2 of 3 comparisons (difference -4.0 to +0.0 points). "
            "Exceptions: K3 L5 (-4.0).");
}

TEST_F(ReportClaimTest, AMarginAllowsASlightlyWorseResult) {
  claim_.margin = 3;
  measure_settings("dag", {50, 50, 90});
  measure_settings("gin", {53, 54, 50});
  EXPECT_EQ(judged(),
            "mostly: It holds in 2 of 3 comparisons (difference -4.0 to +40.0 points). "
            "Exceptions: K3 L5 (-4.0).");
}

TEST_F(ReportClaimTest, DifferencesCanBeComparedBetweenTwoValues) {
  claim_.more = Axis{"setting", {"k3l5", "k3l3"}};
  measure_settings("dag", {60, 80});
  measure_settings("gin", {50, 40});
  EXPECT_EQ(judged(), "yes: It holds in the only comparison (difference +30.0 points).");
}

TEST_F(ReportClaimTest, ADifferenceThatIsNotLargerDoesNotHold) {
  claim_.more = Axis{"setting", {"k3l3", "k3l5"}};
  measure_settings("dag", {60, 80});
  measure_settings("gin", {50, 40});
  EXPECT_EQ(judged(), "no: It does not hold in the only comparison (difference -30.0 points).");
}

TEST_F(ReportClaimTest, SingleRunsInAPartOfTheComparisonsAreCounted) {
  measure_settings("dag", {90, 90});
  measure_settings("gin", {50});
  measure(cell("gin", "k3l5"), 50);
  EXPECT_EQ(judged(),
            "yes: It holds in 2 of 2 comparisons (difference +40.0 to +40.0 points). It clearly "
            "holds in 2, and clearly fails in 0. 1 comparison rests on a single training run of: "
            "dag, gin.");
}

TEST_F(ReportClaimTest, SeveralOthersAreNamed) {
  add_paper("GNN (paper)", {50, 95, std::nullopt});
  claim_.than = {"gin", "GNN (paper)"};
  measure_settings("dag", {90, 80, 70});
  measure_settings("gin", {50, 40, 20});
  EXPECT_EQ(judged(),
            "mostly: It holds in 4 of 5 comparisons (difference -15.0 to +50.0 points). "
            "It clearly holds in 4, and clearly fails in 1. "
            "Exceptions: K3 L5, against GNN (paper) (-15.0).");
}

TEST_F(ReportClaimTest, OnlyTheLargestExceptionsAreNamed) {
  experiment_.axes[1].values = {"k3l3", "k3l5", "k3l7", "k5l5", "k5l7", "k15l15"};
  measure_settings("dag", {90, 10, 10, 10, 10, 10});
  measure_settings("gin", {10, 15, 20, 25, 30, 35});
  const std::string text = judged();
  EXPECT_TRUE(
      text.ends_with("Exceptions: K15 L15 (-25.0); K5 L7 (-20.0); K5 L5 (-15.0); "
                     "K3 L7 (-10.0); and 1 more."))
      << text;
}

TEST_F(ReportClaimTest, AgentsOfOneRunAreNamed) {
  measure_settings("dag", {90});
  measure(cell("gin", "k3l3"), 50);
  EXPECT_EQ(judged(),
            "yes (single runs): It holds in the only comparison (difference +40.0 points). The "
            "difference is clear. All rest on a single training run of: dag, gin.");
}

TEST_F(ReportClaimTest, ComparisonsThatWereNotRunAreCounted) {
  measure_settings("dag", {90, 80, 70});
  measure_settings("gin", {50, -1, -1});
  EXPECT_EQ(judged(),
            "yes: It holds in the only comparison (difference +40.0 points). The difference is "
            "clear. "
            "Comparisons without results: 2.");
}

TEST_F(ReportClaimTest, ADifferenceOfDifferencesWithoutResultsCountsOnce) {
  claim_.more = Axis{"setting", {"k3l5", "k3l3"}};
  measure_settings("dag", {60, -1});
  measure_settings("gin", {50, -1});
  EXPECT_EQ(judged(), "not tested: ");
}

TEST_F(ReportClaimTest, CellsThatDoNotExistAreNoComparisons) {
  measure_settings("dag", {90, 80});
  measure_settings("gin", {50});
  EXPECT_EQ(judged(),
            "yes: It holds in the only comparison (difference +40.0 points). The difference is "
            "clear.");
}

TEST_F(ReportClaimTest, AClaimThatNothingTestsSaysSo) {
  measure_settings("dag", {90});
  measure_settings("gin", {-1});
  EXPECT_EQ(judged(), "not tested: ");
}

TEST_F(ReportClaimTest, AFilterLimitsTheComparisons) {
  claim_.where = {{{"setting", {"k3l5"}}}};
  measure_settings("dag", {90, 20});
  measure_settings("gin", {50, 60});
  EXPECT_EQ(
      judged(),
      "no: It does not hold in the only comparison (difference -40.0 points). The difference is "
      "clear.");
}

}  // namespace
}  // namespace ineq
