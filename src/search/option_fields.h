#pragma once
// The fields of the options of searches (files/fields.h), from which the command line, the headers
// of logs and the help text derive.

#include <cstddef>
#include <iterator>
#include <string_view>

#include "files/fields.h"
#include "search/best_first.h"
#include "search/mcts.h"
#include "search/prove.h"
#include "search/search.h"

namespace ineq {

template <>
inline constexpr std::size_t kEnumerators<Algorithm> = std::size(kAlgorithmNames);

inline constexpr std::string_view kOverNames[] = {"actions", "axioms"};
inline std::string_view to_string(MctsOptions::Over over) {
  return kOverNames[static_cast<std::size_t>(over)];
}
template <>
inline constexpr std::size_t kEnumerators<MctsOptions::Over> = std::size(kOverNames);

template <typename LimitsOrConst, typename Visit>
requires FieldsOf<LimitsOrConst, SearchLimits>
void visit_fields(LimitsOrConst& limits, const Visit& visit) {
  visit("nodes", limits.nodes, "Maximum number of states to expand");
  visit("steps", limits.steps, "Maximum number of steps of a proof");
  visit("seconds", limits.seconds, "Maximum time in seconds (default: no limit)");
  visit("memory", limits.memory, "Maximum number of bytes in use, approximately (default: 4G)");
}

template <typename OptionsOrConst, typename Visit>
requires FieldsOf<OptionsOrConst, BestFirstOptions>
void visit_fields(OptionsOrConst& options, const Visit& visit) {
  visit("weight", options.weight,
        "best-first: weight of the steps left, against 1 for those taken (with a network: 8)");
  visit("prior_weight", options.prior_weight,
        "best-first: weight of -log(prior) of the actions taken; 0: priors are not used (with a "
        "network: 4)");
  visit("width", options.width,
        "best-first: make only the N best moves of a state, and evaluate the states they lead to "
        "when they are expanded; 0: make all moves, and evaluate every state they lead to "
        "(with a network: 16)");
  visit("together", options.together,
        "best-first: number of states to expand together, with a width");
  visit("length", options.length,
        "best-first: divide the sum of -log(prior) along a path by its number of steps to this "
        "power, with a width");
  visit("distance_weight", options.distance_weight,
        "best-first: weight of the structural distance of the states that moves lead to, with a "
        "width; 0: it is not computed");
}

template <typename OptionsOrConst, typename Visit>
requires FieldsOf<OptionsOrConst, MctsOptions>
void visit_fields(OptionsOrConst& options, const Visit& visit) {
  visit("simulations", options.simulations, "mcts: number of simulations before each action");
  visit("c_puct", options.c_puct, "mcts: weight of exploration");
  visit("tau", options.tau,
        "mcts: temperature at which actions are drawn; 0: the most visited action is taken");
  visit("batch", options.batch, "mcts: number of states to evaluate together");
  visit("over", options.over, "mcts: search over actions, or over axioms with one action each");
  visit("noise", options.noise,
        "mcts: share of random noise in the priors at the current state, from 0 to 1");
  visit("noise_alpha", options.noise_alpha,
        "mcts: parameter of the Dirichlet distribution of the noise; the smaller, the fewer moves "
        "it favours");
}

// The options of both algorithms have different names, so they share one list.
template <typename OptionsOrConst, typename Visit>
requires FieldsOf<OptionsOrConst, AgentOptions>
void visit_fields(OptionsOrConst& options, const Visit& visit) {
  visit("algorithm", options.algorithm, "The search: best-first, breadth-first, mcts or random");
  visit("seed", options.seed, "Seed of random choices");
  visit_fields(options.best_first, visit);
  visit_fields(options.mcts, visit);
}

}  // namespace ineq
