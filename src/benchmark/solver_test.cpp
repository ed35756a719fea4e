#include "benchmark/solver.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

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
    out.push_back({.record = read_unproven_record(line), .number = i});
  }
  return out;
}

TestProblem problem_of(const std::string& goal) {
  return {.record = {.id = {}, .rules = {}, .premises = {}, .goal = goal, .proof = {}}};
}

AgentRequest request_of(std::string_view agent, std::uint64_t nodes) {
  AgentRequest out;
  out.agent.algorithm = *find_algorithm(agent);
  out.limits.nodes = nodes;
  out.limits.memory = std::size_t{2} << 20;  // random walks run into large states
  return out;
}

std::vector<ProblemResult> results_of(const std::vector<TestProblem>& problems,
                                      const AgentRequest& request) {
  std::vector<ProblemResult> out;
  const Solver solver = make_solver(request);
  for (const TestProblem& problem : problems) out.push_back(solver.solve(problem));
  return out;
}

// All of a result but the times, to compare.
auto lasting(const ProblemResult& r) {
  return std::tuple(r.end, r.proof, r.counts.expanded, r.counts.generated, r.counts.steps,
                    r.counts.evaluated, r.counts.batches, r.bytes);
}

// What lets one run stand for all smaller budgets.
TEST(SolverTest, AProofIsFoundUnderEveryLimitThatAllowsItsExpansions) {
  const auto problems = generated(3, 10);
  for (const std::string_view agent : kAlgorithmNames) {
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

TEST(SolverTest, EveryProofIsAcceptedAsItIsWritten) {
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

TEST(SolverTest, RulesOfTheRequestWinOverThoseOfTheRecord) {
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
TEST(SolverTest, EachProblemHasTheSeedOfItsNumber) {
  std::vector<TestProblem> problems(6, problem_of("((a+b)+c)=((c+b)+a)"));
  for (std::size_t i = 0; i < problems.size(); ++i) problems[i].number = i;
  const auto results = results_of(problems, request_of("random", 1000));
  std::set<std::uint64_t> expanded;
  for (const ProblemResult& result : results) expanded.insert(result.counts.expanded);
  EXPECT_GT(expanded.size(), 2u);
  const auto last = results_of({problems.back()}, request_of("random", 1000));
  EXPECT_EQ(lasting(last[0]), lasting(results.back()));
}

// A large state has more actions than fit into the memory, or than anyone wants to wait for.
TEST(SolverTest, LimitsHoldWithinAnExpansion) {
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
