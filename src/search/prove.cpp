#include "search/prove.h"

#include <utility>

#include "base/error.h"
#include "base/names.h"
#include "search/breadth_first.h"
#include "search/lazy_best_first.h"
#include "search/random_walk.h"

namespace ineq {
namespace {

SearchResult search(Problem& problem, const AgentOptions& options, Budget& budget,
                    SearchObserver* observer) {
  switch (options.algorithm) {
    case Algorithm::kBestFirst:
    case Algorithm::kMcts: {
      const auto evaluator = options.evaluator(problem, budget);
      const auto stepped = make_search(problem, options, budget, observer);
      return run(*stepped, *evaluator);
    }
    case Algorithm::kBreadthFirst:
      return breadth_first(problem, budget, observer);
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

ProveResult prove(Problem& problem, const AgentOptions& options, Budget& budget,
                  SearchObserver* observer) {
  return verify(problem, search(problem, options, budget, observer), budget.limits());
}

std::unique_ptr<SteppedSearch> make_search(Problem& problem, const AgentOptions& options,
                                           Budget& budget, SearchObserver* observer) {
  switch (options.algorithm) {
    case Algorithm::kBestFirst:
      if (options.best_first.width > 0) {
        return std::make_unique<LazyBestFirst>(problem, options.best_first, budget, observer);
      }
      return std::make_unique<BestFirst>(problem, options.best_first, budget, observer);
    case Algorithm::kMcts:
      return std::make_unique<Mcts>(problem, options.mcts, Rng(options.seed), budget, observer);
    case Algorithm::kBreadthFirst:
    case Algorithm::kRandom:
      return nullptr;
  }
  INEQ_CHECK(false);
}

ProveResult verify(Problem& problem, SearchResult result, const SearchLimits& limits) {
  ProveResult out{{std::move(result)}, std::nullopt};
  if (!out.found()) return out;
  INEQ_CHECK(out.proof.size() <= limits.steps);
  out.proven = check(problem.bank, problem.rules, problem.theorem, out.proof).proven;
  INEQ_CHECK(out.proven);
  return out;
}

}  // namespace ineq
