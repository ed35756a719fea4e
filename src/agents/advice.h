#pragma once
// What a network says about states, without a search: their values, the legal actions that it
// prefers, and the probabilities of given actions. The states are read in batches of kTogether.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "agents/network.h"
#include "agents/rank_actions.h"

namespace ineq {

// A state with at least one goal. The bank may grow.
struct AdvisedState {
  Bank* bank;
  RuleSet rule_set;
  const Rules* rules;
  const State* state;
};

class Adviser {
 public:
  // Refers to the network, which has these options. Once `stop` returns true, answers may be
  // incomplete.
  Adviser(const Network& network, const NetworkOptions& options, std::function<bool()> stop = {})
      : network_(network), options_(options), stop_(std::move(stop)) {}

  // The expected number of steps left; 1 if the network has no value.
  std::vector<double> values(std::span<const AdvisedState> states) const;
  // The most probable actions that change the state, at most `count` per state, in the order in
  // which a greedy policy would try them. Fewer if thousands of choices have been tried.
  std::vector<std::vector<RankedAction>> rank(std::span<const AdvisedState> states,
                                              std::size_t count) const;
  // The log-probability of each action of each state, which must be a valid step; -infinity if the
  // network cannot name it.
  std::vector<std::vector<double>> log_probs(std::span<const AdvisedState> states,
                                             std::span<const std::vector<Action>> actions) const;

 private:
  template <typename Read>
  void for_each_batch(std::span<const AdvisedState> states, const Read& read) const;

  const Network& network_;
  const NetworkOptions& options_;
  const std::function<bool()> stop_;
};

}  // namespace ineq
