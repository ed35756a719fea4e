#pragma once
// Best-first search over the graph of states.
//
// The next state to expand is the one with the least rank,
//
//   depth + weight * steps left + prior_weight * sum of -log(prior) along its path,
//
// where the evaluator estimates the steps left of the state and the priors of the moves that lead
// to it. Ties are broken by fewer steps left, then by which state was met first. The path of a
// state is the shortest known one, the first of several; a state that is met again on a shorter
// path is expanded again. A move with prior 0 is tried after all others.
//
// The new states that an expansion leads to are evaluated as one batch; states without hope are
// dropped. Priors are asked for only if prior_weight > 0: the batch then begins with a query about
// the expanded state and its moves. If several moves have the same effect, only the first is
// listed.
//
// The search tries only some backward steps on the first goal; Scope in env/action_finder.h says
// which and why.

#include <cstddef>
#include <cstdint>
#include <queue>
#include <span>
#include <unordered_set>
#include <vector>

#include "search/graph_search.h"
#include "search/move_finder.h"

namespace ineq {

struct BestFirstOptions {
  double weight = 1.2;      // of the steps left; above 1, the search hurries towards the goal
  double prior_weight = 0;  // of the priors along the path; 0: they are not asked for
  // For LazyBestFirst (search/lazy_best_first.h), which is used if `width` is not 0.
  std::size_t width = 0;       // number of moves that are made per state
  std::size_t together = 1;    // number of states that are expanded together
  double length = 0;           // the power of the depth that divides the priors along a path
  double distance_weight = 0;  // of the structural distance of the states that moves lead to
};
// Throws Error on options that have no meaning.
void require_possible(const BestFirstOptions& options);

class BestFirst : public GraphSearch {
 public:
  // Throws Error on options that have no meaning. Refers to problem, budget and observer.
  BestFirst(Problem& problem, const BestFirstOptions& options, Budget& budget,
            SearchObserver* observer = nullptr);

  void apply(std::span<const Evaluation> answers, std::size_t evaluator_bytes) override;

 private:
  struct Candidate {
    double rank;
    double steps_left;
    StateGraph::Id id;
    std::uint32_t depth;  // when it was queued; outdated if a shorter path to the state is known

    friend bool operator<(const Candidate& a, const Candidate& b) {  // a comes later than b
      if (a.rank != b.rank) return a.rank > b.rank;
      if (a.steps_left != b.steps_left) return a.steps_left > b.steps_left;
      return a.id > b.id;
    }
  };

  void expand_next() override;
  std::size_t bytes() const override;
  void expand(const Candidate& candidate);
  void add(StateGraph::Id id, const State& state);
  bool add_move(const Action& action, const State& next);  // false: its effect is known
  bool uses_priors() const { return options_.prior_weight > 0; }
  void add_path_costs(std::span<const double> priors);

  const BestFirstOptions options_;
  MoveFinder finder_;
  std::priority_queue<Candidate> queue_;
  std::vector<double> path_costs_;  // by state: the sum of -log(prior); only if priors are used

  // Of the expansion under way.
  StateGraph::Id expanded_ = StateGraph::kRoot;
  std::vector<StateGraph::Id> ids_;  // of the states that are evaluated
  std::vector<State> states_;        // in the order of ids_; the rest are reused later

  // Also of the expansion under way, and only if priors are used.
  std::vector<LegalAction> moves_;           // whose priors are asked for
  std::vector<std::size_t> leading_;         // per state of ids_: the number of the move to it
  std::unordered_set<std::uint64_t> known_;  // hashes of the states that the moves lead to
  std::size_t moves_bytes_ = 0;
};

SearchResult best_first(Problem& problem, Evaluator& evaluator, const BestFirstOptions& options,
                        Budget& budget, SearchObserver* observer = nullptr);

}  // namespace ineq
