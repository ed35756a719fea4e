#pragma once
// Runs any of the searches by its name, with the evaluator that guides it. Every proof that is
// found goes through the kernel.

#include <cstdint>
#include <optional>
#include <string_view>

#include "search/best_first.h"
#include "search/distance_evaluator.h"
#include "search/evaluator.h"
#include "search/mcts.h"
#include "search/search.h"

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

// Proofs in the result are accepted by `check` and within the limits.
SearchResult prove(Problem& problem, const AgentOptions& options, Budget& budget);

}  // namespace ineq
