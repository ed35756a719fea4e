#pragma once
// A network as the guide of searches (search/evaluator.h): the steps left of states, the priors of
// moves, and proposals.
//
// The states of all queries of a call are read in batches. The prior of a move is its probability
// under the network, divided by the sum over the moves of the query; moves that the network cannot
// name get the smallest prior of the others. Proposals are the most probable legal actions, with
// their probabilities; actions that open goals which are false at the point of the countermodel are
// passed over, and so are those that are far less probable than the first one.

#include <cstddef>
#include <optional>
#include <span>

#include "agents/network.h"
#include "agents/rank_actions.h"
#include "search/evaluator.h"

namespace ineq {

class NetworkEvaluator : public Evaluator {
 public:
  // Refers to the network, which has these options.
  NetworkEvaluator(const Network& network, const NetworkOptions& options)
      : network_(network), options_(options) {}

  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override;
  bool uses_max_steps() const override { return false; }

 private:
  void evaluate_batch(std::span<const Query> queries, std::span<Evaluation> out) const;

  const Network& network_;
  const NetworkOptions options_;
};

// A network that guides searches and remembers its last answers. For one thread at a time, and only
// as long as the weights of the network do not change.
class NetworkGuide {
 public:
  // Refers to the network. Nothing is remembered if `cache` is 0.
  NetworkGuide(const Network& network, const NetworkOptions& options, std::size_t cache)
      : network_(network, options) {
    if (cache > 0) cached_.emplace(network_, cache);
  }
  NetworkGuide(const NetworkGuide&) = delete;
  NetworkGuide& operator=(const NetworkGuide&) = delete;

  Evaluator& evaluator() {
    if (cached_) return *cached_;
    return network_;
  }
  const CachingEvaluator* cache() const { return cached_ ? &*cached_ : nullptr; }

 private:
  NetworkEvaluator network_;
  std::optional<CachingEvaluator> cached_;
};

}  // namespace ineq
