#pragma once
// What best-first searches share, whenever they ask their guide: the graph of the states they have
// met, how they end, and what they report.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "search/evaluator.h"
#include "search/graph.h"
#include "search/observer.h"
#include "search/search.h"
#include "search/stepped_search.h"

namespace ineq {

class GraphSearch : public SteppedSearch {
 public:
  GraphSearch(const GraphSearch&) = delete;
  GraphSearch& operator=(const GraphSearch&) = delete;

  std::span<const Query> gather() override;
  SearchResult result() const override;

 protected:
  // Refers to problem, budget and observer.
  GraphSearch(Problem& problem, Budget& budget, SearchObserver* observer);

  // Continues the search until there are queries or an end, or something else is to be done.
  virtual void expand_next() = 0;
  virtual std::size_t bytes() const;  // approximate; derived classes add what they hold

  // The last step of a proof leads on from this state.
  void end_with_proof(StateGraph::Id id, const Action& last);
  // Remembers the state with the fewest steps left, the first of several.
  void compare(StateGraph::Id id, double steps_left);
  void report(StateGraph::Id id, std::size_t depth, std::optional<double> steps_left,
              const State& state) const;

  Problem& problem_;
  Budget& budget_;
  SearchObserver* observer_;  // null: nobody observes, or the end was reported
  StateGraph graph_;
  std::optional<SearchEnd> end_;
  SearchCounts counts_;
  std::size_t evaluator_bytes_ = 0;
  std::vector<Query> queries_;

 private:
  std::vector<Action> proof_;
  StateGraph::Id closest_ = StateGraph::kRoot;
  double least_steps_ = 1e300;
};

}  // namespace ineq
