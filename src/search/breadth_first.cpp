#include "search/breadth_first.h"

#include <algorithm>
#include <optional>

#include "search/graph.h"
#include "search/moves.h"

namespace ineq {
namespace {

class BreadthFirst {
 public:
  BreadthFirst(Problem& problem, const SearchLimits& limits)
      : problem_(problem),
        limits_(limits),
        watch_(limits),
        finder_(problem.bank, problem.rules, problem.model),
        graph_(State(problem.bank, problem.theorem)) {}

  BreadthFirstResult run() {
    result_.end = search();
    result_.seconds = watch_.seconds();
    result_.bytes = bytes();
    if (result_.end == SearchEnd::kExhausted) result_.settled = limits_.steps;
    return std::move(result_);
  }

 private:
  SearchEnd search() {
    if (graph_.expand(problem_.bank, problem_.rules, StateGraph::kRoot).proven()) {
      return SearchEnd::kProven;
    }
    if (!problem_.model.may_hold(problem_.bank, problem_.theorem.goal)) return SearchEnd::kRefuted;
    // The states were met in the order of their depth, so the graph itself is the queue.
    for (StateGraph::Id id = 0; id < graph_.size() && graph_.depth(id) < limits_.steps; ++id) {
      result_.settled = graph_.depth(id);
      if (const auto end = watch_.over(result_.counts.expanded, bytes())) return *end;
      if (const auto end = expand(id)) return *end;
    }
    return SearchEnd::kExhausted;
  }

  // Nothing where the search goes on.
  std::optional<SearchEnd> expand(StateGraph::Id id) {
    const State state = graph_.expand(problem_.bank, problem_.rules, id);
    const std::size_t left = limits_.steps - graph_.depth(id) - 1;  // after this step
    std::optional<SearchEnd> end;
    result_.counts.steps +=
        finder_.for_each(state, Scope::kWholeState, [&](const Action& action, const State& next) {
          ++result_.counts.generated;
          if (next.proven()) {
            result_.proof = graph_.way_to(id);
            result_.proof.push_back(action);
            end = SearchEnd::kProven;
            return true;
          }
          if (static_cast<std::size_t>(std::ranges::distance(next.goals())) <= left) {
            graph_.meet(id, action, next.hash());  // every goal takes a step
          }
          end = watch_.over(result_.counts.expanded, bytes());  // a large state takes long
          return end.has_value();
        });
    ++result_.counts.expanded;
    return end;
  }

  std::size_t bytes() const { return problem_.bytes() + graph_.bytes(); }

  Problem& problem_;
  const SearchLimits& limits_;
  Watch watch_;
  MoveFinder finder_;
  StateGraph graph_;
  BreadthFirstResult result_;
};

}  // namespace

BreadthFirstResult breadth_first(Problem& problem, const SearchLimits& limits) {
  return BreadthFirst(problem, limits).run();
}

}  // namespace ineq
