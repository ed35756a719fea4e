#include "search/prove.h"

#include "base/error.h"
#include "base/names.h"
#include "search/breadth_first.h"
#include "search/random_walk.h"

namespace ineq {
namespace {

SearchResult search(Problem& problem, const AgentOptions& options, Budget& budget) {
  switch (options.algorithm) {
    case Algorithm::kBestFirst: {
      const auto evaluator = options.evaluator(problem, budget);
      return best_first(problem, *evaluator, options.best_first, budget);
    }
    case Algorithm::kBreadthFirst:
      return breadth_first(problem, budget);
    case Algorithm::kMcts: {
      const auto evaluator = options.evaluator(problem, budget);
      return mcts(problem, *evaluator, options.mcts, Rng(options.seed), budget);
    }
    case Algorithm::kRandom:
      return random_walk(problem, Rng(options.seed), budget);
  }
  INEQ_CHECK(false);
}

}  // namespace

std::string_view to_string(Algorithm algorithm) {
  return kAlgorithmNames[static_cast<std::size_t>(algorithm)];
}

std::optional<Algorithm> find_algorithm(std::string_view name) {
  return find_name<Algorithm>(kAlgorithmNames, name);
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
