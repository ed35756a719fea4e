#pragma once
// Any of the searches by its name, with the evaluator it takes. Here every proof that is found goes
// through the kernel.

#include <cstdint>
#include <optional>
#include <string_view>

#include "search/best_first.h"
#include "search/mcts.h"
#include "search/search.h"

namespace ineq {

enum class Agent : std::uint8_t { kBestFirst, kBreadthFirst, kMcts, kRandom };
inline constexpr std::string_view kAgentNames[] = {"best-first", "breadth-first", "mcts", "random"};
std::string_view to_string(Agent agent);
std::optional<Agent> find_agent(std::string_view name);

struct AgentOptions {
  Agent agent = Agent::kBestFirst;
  BestFirstOptions best_first = {};
  MctsOptions mcts = {};
  std::uint64_t seed = 0;  // of whatever is drawn; it is that of mcts, too
};

// Proofs in the result are accepted by `check` and within the limits.
SearchResult prove(Problem& problem, const AgentOptions& options, Budget& budget);

}  // namespace ineq
