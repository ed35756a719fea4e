#include "benchmark/solver.h"

#include <ctime>
#include <memory>

#include "base/error.h"
#include "base/streams.h"
#include "proof/action_text.h"
#include "proof/history.h"
#include "proof/rules_by_set.h"

namespace ineq {
namespace {

double thread_seconds() {
  std::timespec now{};
  INEQ_CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

ProblemResult try_problem(const TestProblem& test, const AgentRequest& request,
                          const RulesBySet& rules) {
  const double start = thread_seconds();
  Budget budget(request.limits);
  const RuleSet set = rules_for(test.record, request.rules);
  Bank bank;
  const Theorem theorem = read_theorem(bank, test.record);
  Problem problem(set, rules[set], bank, theorem, request.prune);
  AgentOptions agent = request.agent;
  agent.seed = seed_of_problem(agent.seed, test.number);
  const ProveResult found = prove(problem, agent, budget);
  ProblemResult out{
      .end = found.end, .counts = found.counts, .bytes = found.bytes, .seconds = found.seconds};
  if (found.proven) out.proof = print_actions(problem.bank, History(problem.bank, *found.proven));
  out.cpu_seconds = thread_seconds() - start;
  return out;
}

}  // namespace

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
