#include "agents/program_agent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <string>
#include <unordered_set>
#include <vector>

#include "benchmark/child.h"
#include "files/lines.h"
#include "files/temporary_folder.h"
#include "proof/action_text.h"
#include "search/move_finder.h"
#include "support/fixture.h"
#include "support/repository.h"

namespace ineq {
namespace {

// A rule: short texts of actions come first, and each goal takes a step. Once in Python …
constexpr const char* kScript = R"(
import json, math, sys

def rank(state):
    order = sorted(range(len(state["actions"])), key=lambda i: (len(state["actions"][i]), state["actions"][i]))
    logs = [-0.5 * (i + 1) for i in range(len(order))]
    return {"actions": order, "log_probs": logs, "steps_left": len(state["goals"])}

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"protocol": 1, "name": "rule", "version": "1", "mode": "policy", "views": ["text", "actions"],
                  "values": True}
    else:
        answer = {"answers": [rank(state) for state in message["states"]]}
    print(json.dumps({"id": message["id"], **answer}), flush=True)
)";

// … and once here.
class RuleEvaluator : public Evaluator {
 public:
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
    for (std::size_t i = 0; i < queries.size(); ++i) answer(queries[i], out[i]);
  }

 private:
  static void answer(const Query& query, Evaluation& out) {
    Problem& problem = *query.problem;
    out.steps_left = static_cast<double>(count_goals(*query.state));
    out.proposals.clear();
    std::vector<LegalAction> moves(query.moves.begin(), query.moves.end());
    if (query.proposals > 0) {
      MoveFinder(problem, *query.budget).list(*query.state, Scope::kWholeState, moves);
    }
    std::vector<std::string> texts;
    for (const LegalAction& move : moves) {
      texts.push_back(print_action(problem.bank, *query.state, move.action));
    }
    std::vector<std::size_t> order(moves.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {},
                      [&](std::size_t i) { return std::pair(texts[i].size(), texts[i]); });
    out.priors.assign(query.moves.size(), 0);
    double sum = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      const double log = -0.5 * static_cast<double>(rank + 1);
      if (out.proposals.size() < query.proposals) {
        out.proposals.push_back({.action = moves[order[rank]].action, .log_prior = log});
      }
      if (query.moves.empty()) continue;
      sum += out.priors[order[rank]] = std::max(std::exp(log), 1e-12);
    }
    for (double& prior : out.priors) prior /= sum;
  }
};

class ProgramAgentTest : public ::testing::Test {
 protected:
  ProgramAgentTest() {
    std::ofstream(script()) << kScript;
    for (const char* file : {"examples/theorems.jsonl", "examples/textbook.jsonl"}) {
      LineReader lines(in_repository(file));
      for_each_unproven_record(lines, [&](Record record) {
        problems_.push_back({.record = std::move(record), .number = problems_.size()});
      });
    }
    for (const TestProblem& problem : problems_) pointers_.push_back(&problem);
  }

  std::string script() const { return folder_.path() + "/rule.py"; }

  std::vector<ProblemResult> solve(const Solver& solver) {
    std::vector<ProblemResult> out;
    for (std::size_t i = 0; i < pointers_.size(); i += solver.together) {
      const std::size_t count = std::min(solver.together, pointers_.size() - i);
      for (ProblemResult& result : solver.solve_many(std::span(pointers_).subspan(i, count))) {
        out.push_back(std::move(result));
      }
    }
    return out;
  }

  const TemporaryFolder folder_;
  std::vector<TestProblem> problems_;
  std::vector<const TestProblem*> pointers_;
};

TEST_F(ProgramAgentTest, ARuleIsTheSameInPythonAndHere) {
  if (!find_program("python3")) GTEST_SKIP() << "there is no python3";
  const AgentRequest request{.limits = {.nodes = 20, .steps = 8}};
  std::size_t proven = 0;
  for (const Acting acting : {Acting::kGreedy, Acting::kBeam, Acting::kBestFirst, Acting::kMcts}) {
    ActingOptions options{.acting = acting};
    if (acting == Acting::kBeam) options.policy.beam = 3;
    const std::string command = "python3 '" + script() + "'";
    const auto program = std::make_shared<ProgramAgent>(command, 60, options, request);
    const auto from_python = solve(make_program_solver(program, command, options, request, {}));
    const auto make = [&options]() -> Act {
      return [&options](std::span<const PolicyTask> tasks) {
        RuleEvaluator rule;
        return act(rule, options, tasks);
      };
    };
    const auto from_here = solve(make_acting_solver("rule", make, options, request, {}));
    EXPECT_EQ(program->remark(), "");
    ASSERT_EQ(from_python.size(), from_here.size());
    for (std::size_t i = 0; i < from_here.size(); ++i) {
      EXPECT_EQ(to_string(from_python[i].end), to_string(from_here[i].end)) << i;
      EXPECT_EQ(from_python[i].proof, from_here[i].proof) << i;
      EXPECT_EQ(from_python[i].counts.expanded, from_here[i].counts.expanded) << i;
      proven += from_here[i].proven();
    }
  }
  EXPECT_GT(proven, 40u);
}

// Whatever a guide says once it has failed, the problem has failed.
TEST_F(ProgramAgentTest, AGuideThatFailsEndsTheSearch) {
  class Failing : public RuleEvaluator {
   public:
    void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
      RuleEvaluator::evaluate(queries, out);
      for (const Query& query : queries) query.budget->fail("gave up");
      for (const Query& query : queries) query.budget->fail("not this");
    }
  };
  const AgentRequest request{.limits = {.nodes = 20, .steps = 8}};
  for (const Acting acting : {Acting::kGreedy, Acting::kBeam, Acting::kBestFirst, Acting::kMcts}) {
    const ActingOptions options{.acting = acting};
    const auto make = [&options]() -> Act {
      return [&options](std::span<const PolicyTask> tasks) {
        Failing rule;
        return act(rule, options, tasks);
      };
    };
    std::size_t failed = 0;
    for (const ProblemResult& result :
         solve(make_acting_solver("failing", make, options, request, {}))) {
      if (result.end == SearchEnd::kFailed) {
        EXPECT_EQ(result.why, "gave up");
        EXPECT_TRUE(result.proof.empty());
        ++failed;
      } else {  // it was over before anything was asked
        EXPECT_LE(result.counts.expanded, 1u);
      }
    }
    EXPECT_GT(failed, 100u);
  }
}

}  // namespace
}  // namespace ineq
