#include "search/prove.h"

#include "base/error.h"
#include "base/names.h"
#include "search/breadth_first.h"
#include "search/distance_evaluator.h"
#include "search/random_walk.h"

namespace ineq {
namespace {

SearchResult search(Problem& problem, const AgentOptions& options, const Watch& watch) {
  switch (options.agent) {
    case Agent::kBestFirst: {
      DistanceEvaluator evaluator(problem, watch);
      return best_first(problem, evaluator, options.best_first, watch);
    }
    case Agent::kBreadthFirst:
      return breadth_first(problem, watch);
    case Agent::kMcts: {
      DistanceEvaluator evaluator(problem, watch);
      MctsOptions seeded = options.mcts;
      seeded.seed = options.seed;
      return mcts(problem, evaluator, seeded, watch);
    }
    case Agent::kRandom:
      return random_walk(problem, options.seed, watch);
  }
  INEQ_CHECK(false);
}

}  // namespace

std::string_view to_string(Agent agent) { return kAgentNames[static_cast<std::size_t>(agent)]; }

std::optional<Agent> find_agent(std::string_view name) {
  return find_name<Agent>(kAgentNames, name);
}

SearchResult prove(Problem& problem, const AgentOptions& options, const Watch& watch) {
  SearchResult result = search(problem, options, watch);
  if (result.proven()) {
    INEQ_CHECK(result.proof.size() <= watch.limits().steps);
    INEQ_CHECK(check(problem.bank, problem.rules, problem.theorem, result.proof).proven);
  }
  return result;
}

}  // namespace ineq
