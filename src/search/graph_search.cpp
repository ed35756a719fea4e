#include "search/graph_search.h"

#include <utility>

namespace ineq {

GraphSearch::GraphSearch(Problem& problem, Budget& budget, SearchObserver* observer)
    : problem_(problem),
      budget_(budget),
      observer_(observer),
      graph_(State(problem.bank, problem.theorem)),
      end_(end_at_start(problem, budget.limits())) {}

std::span<const Query> GraphSearch::gather() {
  while (queries_.empty() && !end_) expand_next();
  if (queries_.empty() && observer_ != nullptr) std::exchange(observer_, nullptr)->ended(result());
  return queries_;
}

SearchResult GraphSearch::result() const {
  SearchResult out;
  out.end = end_.value();
  out.proof = proof_;
  if (!out.found()) out.reached = graph_.path_to(closest_);
  out.counts = counts_;
  out.states = graph_.size();
  out.bytes = bytes();
  out.seconds = budget_.seconds();
  return out;
}

std::size_t GraphSearch::bytes() const {
  return problem_.bytes() + evaluator_bytes_ + graph_.bytes();
}

void GraphSearch::end_with_proof(StateGraph::Id id, const Action& last) {
  proof_ = graph_.path_to(id);
  proof_.push_back(last);
  end_ = SearchEnd::kProven;
}

void GraphSearch::compare(StateGraph::Id id, double steps_left) {
  if (steps_left >= least_steps_) return;
  least_steps_ = steps_left;
  closest_ = id;
}

void GraphSearch::report(StateGraph::Id id, std::size_t depth, std::optional<double> steps_left,
                         const State& state) const {
  if (observer_ == nullptr) return;
  const bool is_root = id == StateGraph::kRoot;
  observer_->expanded({.id = id,
                       .parent = is_root ? id : graph_.parent(id),
                       .action = is_root ? nullptr : &graph_.action(id),
                       .depth = depth,
                       .steps_left = steps_left,
                       .state = state});
}

}  // namespace ineq
