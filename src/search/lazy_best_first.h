#pragma once
// Best-first search that asks its guide once per expansion, for guides that cost much more than a
// step, such as networks.
//
// The guide is asked about a state when the state is expanded: how many steps are left, and which
// moves look best. Only these moves are made. The states that they lead to are ranked by what is
// known then,
//
//   depth + weight * steps left + prior_weight * sum of -log(prior) along the path / depth^length,
//
// where the steps left are those of the state that was expanded, less one. The state with the least
// rank is expanded next; ties are broken by which state was met first. With `length` 1 the priors
// are averaged over the path, with 0 they are summed. With `distance_weight`, the rank also
// contains this weight times the structural distance of the state itself
// (search/distance_evaluator.h), which tells the moves of one state apart. These estimates take
// time for every move that is made, and count as evaluated states.
//
// BestFirst (search/best_first.h), in contrast, makes all moves of a state and asks about each
// state that they lead to.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "search/best_first.h"
#include "search/distance_evaluator.h"
#include "search/graph_search.h"

namespace ineq {

class LazyBestFirst : public GraphSearch {
 public:
  // Throws Error on options that have no meaning. Refers to problem, budget and observer.
  LazyBestFirst(Problem& problem, const BestFirstOptions& options, Budget& budget,
                SearchObserver* observer = nullptr);

  void apply(std::span<const Evaluation> answers, std::size_t evaluator_bytes) override;

 private:
  struct Candidate {
    double rank;
    double path_cost;  // the sum of -log(prior)
    StateGraph::Id id;
    std::uint32_t depth;  // when it was queued; outdated if a shorter path to the state is known

    friend bool operator<(const Candidate& a, const Candidate& b) {  // a comes later than b
      return a.rank != b.rank ? a.rank > b.rank : a.id > b.id;
    }
  };

  void expand_next() override;
  std::size_t bytes() const override;
  void add_moves(const Candidate& from, const State& state, const Evaluation& answer);
  double rank_of(std::size_t depth, double steps_left, double path_cost) const;
  double distance_of(const State& state, std::size_t left);

  const BestFirstOptions options_;
  std::priority_queue<Candidate> queue_;
  std::optional<DistanceEvaluator> distance_;  // if it has a weight
  std::vector<Candidate> expanded_;  // those that are being evaluated, in the order of queries_
};

}  // namespace ineq
