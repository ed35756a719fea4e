#include "benchmark/solver.h"

#include <memory>

#include "base/cpu_time.h"
#include "base/streams.h"
#include "proof/action_text.h"
#include "proof/history.h"
#include "proof/rules_by_set.h"

namespace ineq {
namespace {

ProblemResult try_problem(const TestProblem& test, const AgentRequest& request,
                          const RulesBySet& rules) {
  const double start = thread_cpu_seconds();
  Budget budget(request.limits);
  const RuleSet set = rules_for(test.record, request.rules);
  Bank bank;
  const Theorem theorem = read_theorem(bank, test.record);
  Problem problem(set, rules[set], bank, theorem, request.prune);
  AgentOptions agent = request.agent;
  agent.seed = seed_of_problem(agent.seed, test.number);
  ProblemResult out = to_problem_result(problem, prove(problem, agent, budget));
  out.cpu_seconds = thread_cpu_seconds() - start;
  return out;
}

}  // namespace

ProblemResult to_problem_result(Problem& problem, const ProveResult& found) {
  ProblemResult out{.end = found.end,
                    .counts = found.counts,
                    .states = found.states,
                    .bytes = found.bytes,
                    .seconds = found.seconds,
                    .why = found.why};
  if (found.proven) out.proof = print_actions(problem.bank, History(problem.bank, *found.proven));
  return out;
}

std::vector<ProblemResult> solve_all(const Solver& solver,
                                     std::span<const TestProblem* const> problems) {
  if (solver.solve_many) return solver.solve_many(problems);
  std::vector<ProblemResult> out;
  for (const TestProblem* problem : problems) out.push_back(solver.solve(*problem));
  return out;
}

std::uint64_t seed_of_problem(std::uint64_t seed, std::uint64_t number) {
  return stream_seed(Purpose::kProblem, seed, number);
}

Solver make_solver(const AgentRequest& request, nlohmann::json options) {
  return {
      .name = std::string(to_string(request.agent.algorithm)),
      .options = std::move(options),
      .solve = [request, rules = std::make_shared<const RulesBySet>()](const TestProblem& problem) {
        return try_problem(problem, request, *rules);
      }};
}

}  // namespace ineq
