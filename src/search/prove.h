#pragma once
// Runs any of the searches by its name, with the evaluator that guides it. Every proof that is
// found goes through the kernel.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "search/best_first.h"
#include "search/distance_evaluator.h"
#include "search/evaluator.h"
#include "search/mcts.h"
#include "search/search.h"
#include "search/stepped_search.h"

namespace ineq {

enum class Algorithm : std::uint8_t { kBestFirst, kBreadthFirst, kMcts, kRandom };
inline constexpr std::string_view kAlgorithmNames[] = {"best-first", "breadth-first", "mcts",
                                                       "random"};
std::string_view to_string(Algorithm algorithm);
std::optional<Algorithm> find_algorithm(std::string_view name);

struct AgentOptions {
  Algorithm algorithm = Algorithm::kBestFirst;
  EvaluatorFactory evaluator = make_distance_evaluator;  // guides best-first and mcts
  BestFirstOptions best_first = {};
  MctsOptions mcts = {};
  std::uint64_t seed = 0;  // of the draws of mcts and random
};

struct ProveResult : SearchResult {
  std::optional<Proven> proven;  // if a proof was found; in the problem's bank
};

// The observer may be null.
ProveResult prove(Problem& problem, const AgentOptions& options, Budget& budget,
                  SearchObserver* observer = nullptr);

// What prove() is made of, for those who drive searches themselves (search/stepped_search.h).
//
// The search with these options; null for algorithms that need no evaluator.
std::unique_ptr<SteppedSearch> make_search(Problem& problem, const AgentOptions& options,
                                           Budget& budget, SearchObserver* observer = nullptr);
// Hands the proof to the kernel, if one was found. A proof that is rejected or longer than the
// limit is a bug of the search, and the program aborts.
ProveResult verify(Problem& problem, SearchResult result, const SearchLimits& limits);

}  // namespace ineq
