#include "search/prove.h"

#include "base/error.h"
#include "base/names.h"
#include "search/breadth_first.h"
#include "search/distance_evaluator.h"
#include "search/random_walk.h"

namespace ineq {
namespace {

SearchResult search(Problem& problem, const AgentOptions& options, Budget& budget) {
  switch (options.agent) {
    case Agent::kBestFirst: {
      DistanceEvaluator evaluator(problem, budget);
      return best_first(problem, evaluator, options.best_first, budget);
    }
    case Agent::kBreadthFirst:
      return breadth_first(problem, budget);
    case Agent::kMcts: {
      DistanceEvaluator evaluator(problem, budget);
      MctsOptions seeded = options.mcts;
      seeded.seed = options.seed;
      return mcts(problem, evaluator, seeded, budget);
    }
    case Agent::kRandom:
      return random_walk(problem, options.seed, budget);
  }
  INEQ_CHECK(false);
}

}  // namespace

std::string_view to_string(Agent agent) { return kAgentNames[static_cast<std::size_t>(agent)]; }

std::optional<Agent> find_agent(std::string_view name) {
  return find_name<Agent>(kAgentNames, name);
}

SearchResult prove(Problem& problem, const AgentOptions& options, Budget& budget) {
  SearchResult result = search(problem, options, budget);
  if (result.proven()) {
    INEQ_CHECK(result.proof.size() <= budget.limits().steps);
    INEQ_CHECK(check(problem.bank, problem.rules, problem.theorem, result.proof).proven);
  }
  return result;
}

}  // namespace ineq
