#include "benchmark/summary.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/fixture.h"

namespace ineq {
namespace {

TEST(SummaryTest, SummaryOfAHandfulOfResults) {
  ResultSummary summary(15);
  const auto result = [](SearchEnd end, std::size_t length, std::uint64_t expanded) {
    return ProblemResult{.end = end,
                         .proof = Texts(length, "step"),
                         .counts = {.expanded = expanded, .generated = 10 * expanded},
                         .seconds = 2};
  };
  for (const std::uint64_t expanded : {0, 1, 5, 6, 100}) {
    summary.add(result(SearchEnd::kProven, expanded == 0 ? 0 : 3, expanded));
  }
  for (int i = 0; i < 3; ++i) summary.add(result(SearchEnd::kProven, 4, 7));
  summary.add(result(SearchEnd::kNodes, 0, 1000));
  summary.add(result(SearchEnd::kRefuted, 0, 0));

  EXPECT_EQ(summary.all().problems, 10u);
  EXPECT_EQ(summary.proven().problems, 8u);
  EXPECT_EQ(summary.ended(SearchEnd::kNodes), 1u);
  EXPECT_EQ(summary.ended(SearchEnd::kMemory), 0u);
  EXPECT_DOUBLE_EQ(summary.success(), 0.8);
  EXPECT_DOUBLE_EQ(summary.proven_length(), 24.0 / 8);
  EXPECT_DOUBLE_EQ(summary.length(), (24.0 + 2 * 15) / 10);
  EXPECT_DOUBLE_EQ(summary.all().mean_count(summary.all().counts.expanded), 113.3);
  EXPECT_DOUBLE_EQ(summary.proven().mean_count(summary.proven().counts.generated), 1330.0 / 8);
  EXPECT_DOUBLE_EQ(summary.all().mean(summary.all().seconds), 2);
  const std::pair<std::uint64_t, std::uint64_t> kWithin[] = {{0, 1}, {1, 2},  {4, 2},   {5, 3},
                                                             {6, 4}, {99, 7}, {100, 8}, {5000, 8}};
  for (const auto& [nodes, proven] : kWithin) EXPECT_EQ(summary.proven_within(nodes), proven);
}

TEST(SummaryTest, SuccessCanBeCountedInStates) {
  ResultSummary summary(15);
  const auto result = [](std::uint64_t expanded, std::uint64_t states) {
    return ProblemResult{
        .end = SearchEnd::kProven, .counts = {.expanded = expanded}, .states = states};
  };
  summary.add(result(1, 4));
  summary.add(result(2, 30));
  EXPECT_TRUE(summary.has_counts(NodeCount::kStates));
  EXPECT_EQ(summary.proven_within(4), 2u);
  EXPECT_EQ(summary.proven_within(3, NodeCount::kStates), 0u);
  EXPECT_EQ(summary.proven_within(4, NodeCount::kStates), 1u);
  EXPECT_EQ(summary.proven_within(30, NodeCount::kStates), 2u);
  summary.add(result(3, 0));  // not counted
  EXPECT_TRUE(summary.has_counts(NodeCount::kExpanded));
  EXPECT_FALSE(summary.has_counts(NodeCount::kStates));
}

// What an unverified answer does not have is not zero.
TEST(SummaryTest, SummaryOfAnswersAlone) {
  ResultSummary summary(15);
  summary.add({.end = SearchEnd::kProven, .answer_only = true, .seconds = 2});
  summary.add({.end = SearchEnd::kSeconds, .answer_only = true, .seconds = 4});
  EXPECT_FALSE(summary.has_counts());
  EXPECT_DOUBLE_EQ(summary.success(), 0.5);
  EXPECT_DOUBLE_EQ(summary.all().mean(summary.all().seconds), 3);
  EXPECT_TRUE(std::isnan(summary.length()));
  EXPECT_TRUE(std::isnan(summary.proven_length()));
  EXPECT_TRUE(std::isnan(summary.all().mean_count(summary.all().counts.expanded)));
}

// Values of Wilson's score interval, computed by hand elsewhere.
TEST(SummaryTest, IntervalsAreWilsons) {
  const auto interval = [](int proven, int all) {
    ResultSummary summary(15);
    for (int i = 0; i < all; ++i) {
      summary.add({.end = i < proven ? SearchEnd::kProven : SearchEnd::kNodes});
    }
    return summary.interval();
  };
  EXPECT_NEAR(interval(8, 10).first, 0.4902, 1e-4);
  EXPECT_NEAR(interval(8, 10).second, 0.9433, 1e-4);
  EXPECT_NEAR(interval(20, 20).first, 0.8389, 1e-4);
  EXPECT_NEAR(interval(20, 20).second, 1, 1e-12);
  EXPECT_NEAR(interval(0, 20).first, 0, 1e-12);
  EXPECT_NEAR(interval(0, 20).second, 0.1611, 1e-4);
  EXPECT_EQ(interval(0, 0), std::pair(0.0, 1.0));
}

TEST(SummaryTest, BudgetsEndWithTheLimit) {
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_EQ(budgets(10'000), (Numbers{5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000}));
  EXPECT_EQ(budgets(60), (Numbers{5, 10, 20, 50, 60}));
  EXPECT_EQ(budgets(5), Numbers{5});
  EXPECT_EQ(budgets(3), Numbers{3});
  EXPECT_EQ(budgets(0), Numbers{0});
  EXPECT_EQ(budgets(UINT64_MAX).back(), UINT64_MAX);
  EXPECT_EQ(budgets(60, NodeCount::kStates), (Numbers{5, 10, 15, 20, 25, 30, 40, 50}));
  EXPECT_EQ(budgets(10'000, NodeCount::kStates).back(), 1000u);
  EXPECT_EQ(budgets(3, NodeCount::kStates), Numbers{3});
}

}  // namespace
}  // namespace ineq
