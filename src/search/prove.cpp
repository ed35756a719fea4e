#include "search/prove.h"

#include "base/error.h"
#include "base/names.h"
#include "search/breadth_first.h"
#include "search/distance_evaluator.h"
#include "search/random_walk.h"

namespace ineq {
namespace {

SearchResult search(Problem& problem, const AgentOptions& options, const SearchLimits& limits) {
  DistanceEvaluator evaluator(problem);
  switch (options.agent) {
    case Agent::kBestFirst:
      return best_first(problem, evaluator, options.best_first, limits);
    case Agent::kBreadthFirst:
      return breadth_first(problem, limits);
    case Agent::kMcts: {
      MctsOptions seeded = options.mcts;
      seeded.seed = options.seed;
      return mcts(problem, evaluator, seeded, limits);
    }
    case Agent::kRandom:
      return random_walk(problem, options.seed, limits);
  }
  INEQ_CHECK(false);
}

}  // namespace

std::string_view to_string(Agent agent) { return kAgentNames[static_cast<std::size_t>(agent)]; }

std::optional<Agent> find_agent(std::string_view name) {
  return find_name<Agent>(kAgentNames, name);
}

SearchResult prove(Problem& problem, const AgentOptions& options, const SearchLimits& limits) {
  SearchResult result = search(problem, options, limits);
  if (result.proven()) {
    INEQ_CHECK(result.proof.size() <= limits.steps);
    INEQ_CHECK(check(problem.bank, problem.rules, problem.theorem, result.proof).accepted);
  }
  return result;
}

}  // namespace ineq
