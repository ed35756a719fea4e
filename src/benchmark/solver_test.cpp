#include "benchmark/evaluation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <set>
#include <stdexcept>

#include "generate/dataset.h"
#include "support/fixture.h"

namespace ineq {
namespace {

std::vector<TestProblem> generated(std::size_t l, std::uint64_t count) {
  Generator generator({.k = 3, .l = l, .order_trials = 2000});
  std::vector<TestProblem> out;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string line;
    append_record(generator, i, {}, line);
    out.push_back(read_problem(line));
    out.back().number = i;
  }
  return out;
}

TestProblem problem_of(const std::string& goal) {
  return {.record = {.id = {}, .rules = {}, .premises = {}, .goal = goal, .proof = {}}};
}

AgentRequest request_of(std::string_view agent, std::uint64_t nodes) {
  AgentRequest out;
  out.agent.agent = *find_agent(agent);
  out.limits.nodes = nodes;
  out.limits.memory = std::size_t{2} << 20;  // random walks run into large states
  return out;
}

std::vector<ProblemResult> results_of(const std::vector<TestProblem>& problems,
                                      const AgentRequest& request, unsigned threads = 1) {
  std::vector<ProblemResult> out;
  evaluate(problems, {.solver = make_solver(request), .threads = threads},
           [&](std::size_t i, const ProblemResult& result) {
             EXPECT_EQ(i, out.size());
             out.push_back(result);
           });
  return out;
}

// All of a result but the times, to compare.
auto lasting(const ProblemResult& r) {
  return std::tuple(r.end, r.proof, r.counts.expanded, r.counts.generated, r.counts.steps,
                    r.counts.evaluated, r.counts.batches, r.bytes);
}

TEST(EvaluationTest, ResultsDoNotDependOnTheThreads) {
  const auto problems = generated(5, 6);
  for (const std::string_view agent : kAgentNames) {
    SCOPED_TRACE(agent);
    const auto one = results_of(problems, request_of(agent, 20), 1);
    const auto four = results_of(problems, request_of(agent, 20), 4);
    ASSERT_EQ(one.size(), problems.size());
    ASSERT_EQ(four.size(), problems.size());
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(lasting(one[i]), lasting(four[i])) << i;
  }
}

// What lets one run stand for all smaller budgets.
TEST(EvaluationTest, AProofIsFoundUnderEveryLimitThatAllowsItsExpansions) {
  const auto problems = generated(3, 10);
  for (const std::string_view agent : kAgentNames) {
    SCOPED_TRACE(agent);
    const auto whole = results_of(problems, request_of(agent, 50));
    std::size_t proven = 0;
    for (const std::uint64_t nodes : {1, 2, 3, 7, 20}) {
      const auto less = results_of(problems, request_of(agent, nodes));
      for (std::size_t i = 0; i < problems.size(); ++i) {
        SCOPED_TRACE(i);
        if (whole[i].proven() && whole[i].counts.expanded <= nodes) {
          EXPECT_EQ(lasting(less[i]), lasting(whole[i]));
          ++proven;
        } else {
          EXPECT_FALSE(less[i].proven());
          EXPECT_LE(less[i].counts.expanded, nodes);
        }
      }
    }
    EXPECT_GT(proven, 0u);
  }
}

TEST(EvaluationTest, EveryProofIsAcceptedAsItIsWritten) {
  const auto problems = generated(5, 10);
  const auto results = results_of(problems, request_of("best-first", 200));
  const Rules rules = make_rules(RuleSet::kStandard);
  std::size_t proven = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (!results[i].proven()) continue;
    Bank bank;
    const Record record =
        read_record(write_proven(problems[i], RuleSet::kStandard, results[i].proof));
    EXPECT_TRUE(check_record(bank, rules, record).proven);
    ++proven;
  }
  EXPECT_GT(proven, 5u);
}

TEST(EvaluationTest, RulesOfTheRequestWinOverThoseOfTheRecord) {
  std::vector<TestProblem> problems = {problem_of("1=0*(1/0)")};
  AgentRequest request = request_of("breadth-first", 100);
  EXPECT_FALSE(results_of(problems, request)[0].proven());
  request.rules = RuleSet::kInt2021;
  EXPECT_TRUE(results_of(problems, request)[0].proven());
  request.rules.reset();
  problems[0].record.rules = RuleSet::kInt2021;
  EXPECT_TRUE(results_of(problems, request)[0].proven());
}

// Otherwise a random agent would fail at equal theorems together, and a part of a file would come
// out otherwise than in the whole.
TEST(EvaluationTest, EachProblemHasTheSeedOfItsNumber) {
  std::vector<TestProblem> problems(6, problem_of("((a+b)+c)=((c+b)+a)"));
  for (std::size_t i = 0; i < problems.size(); ++i) problems[i].number = i;
  const auto results = results_of(problems, request_of("random", 1000));
  std::set<std::uint64_t> expanded;
  for (const ProblemResult& result : results) expanded.insert(result.counts.expanded);
  EXPECT_GT(expanded.size(), 2u);
  const auto last = results_of({problems.back()}, request_of("random", 1000));
  EXPECT_EQ(lasting(last[0]), lasting(results.back()));
}

TEST(EvaluationTest, WhatWasInterruptedIsPassedOver) {
  std::vector<TestProblem> problems = generated(3, 3);
  problems.insert(problems.begin() + 1, problem_of("a*b+c*c>=d*a+1*b"));
  problems[1].record.rules = RuleSet::kInt2021;
  std::atomic<bool> interrupt = false;
  AgentRequest request = request_of("random", UINT64_MAX);  // the second one would never end
  request.limits.memory = SIZE_MAX;
  request.limits.interrupt = &interrupt;
  std::vector<std::size_t> visited;
  evaluate(problems, {.solver = make_solver(request), .interrupt = &interrupt},
           [&](std::size_t i, const ProblemResult&) {
             visited.push_back(i);
             interrupt = true;
           });
  EXPECT_EQ(visited, std::vector<std::size_t>{0});
}

TEST(EvaluationTest, FailuresReachTheCaller) {
  const std::vector<TestProblem> bad = {problem_of("a=a"), problem_of("a=")};
  for (const unsigned threads : {1u, 3u}) {
    const EvaluationRequest request{.solver = make_solver(request_of("best-first", 10)),
                                    .threads = threads};
    EXPECT_EQ(error_of([&] {
                evaluate(bad, request, [](std::size_t, const ProblemResult&) {});
              }).substr(0, 14),
              "goal, column 3");
    EXPECT_THROW(evaluate(generated(3, 20), request,
                          [](std::size_t, const ProblemResult&) { throw std::runtime_error("x"); }),
                 std::runtime_error);
  }
}

TEST(EvaluationTest, SummaryOfAHandfulOfResults) {
  EvaluationSummary summary(15);
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

// What an answer alone does not have is no zero.
TEST(EvaluationTest, SummaryOfAnswersAlone) {
  EvaluationSummary summary(15);
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
TEST(EvaluationTest, IntervalsAreWilsons) {
  const auto interval = [](int proven, int all) {
    EvaluationSummary summary(15);
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

TEST(EvaluationTest, BudgetsEndWithTheLimit) {
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_EQ(budgets(10'000), (Numbers{5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000}));
  EXPECT_EQ(budgets(60), (Numbers{5, 10, 20, 50, 60}));
  EXPECT_EQ(budgets(5), Numbers{5});
  EXPECT_EQ(budgets(3), Numbers{3});
  EXPECT_EQ(budgets(0), Numbers{0});
  EXPECT_EQ(budgets(UINT64_MAX).back(), UINT64_MAX);
}

// A large state has more actions than fit into the memory, or than anyone wants to wait for.
TEST(EvaluationTest, LimitsHoldWithinAnExpansion) {
  std::string sum = "a";
  for (int i = 0; i < 40; ++i) sum = "(" + sum + "+(b*c))";
  const TestProblem problem = problem_of(sum + ">=d");
  for (const std::string_view agent : {"breadth-first", "random"}) {
    SCOPED_TRACE(agent);
    AgentRequest request = request_of(agent, 100);
    request.prune = false;
    request.limits.memory = std::size_t{3} << 20;
    const ProblemResult result = results_of({problem}, request)[0];
    EXPECT_EQ(result.end, SearchEnd::kMemory);
    EXPECT_LT(result.bytes, std::size_t{4} << 20);
    if (agent == "breadth-first") {
      EXPECT_EQ(result.counts.expanded, 1u);
    }
  }
}

}  // namespace
}  // namespace ineq
