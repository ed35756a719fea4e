#include "search/breadth_first.h"

#include <optional>
#include <unordered_set>

#include "search/graph.h"
#include "search/last_steps.h"
#include "search/move_finder.h"

namespace ineq {
namespace {

class BreadthFirst {
 public:
  BreadthFirst(Problem& problem, Budget& budget, SearchObserver* observer)
      : problem_(problem),
        budget_(budget),
        observer_(observer),
        finder_(problem, budget),
        last_steps_(problem.rules, budget),
        root_(problem.bank, problem.theorem),
        graph_(root_) {}

  SearchResult run() {
    result_.end = search();
    result_.seconds = budget_.seconds();
    result_.states = graph_.size();
    result_.bytes = bytes();
    if (observer_ != nullptr) observer_->ended(result_);
    return std::move(result_);
  }

 private:
  SearchEnd search() {
    if (const auto end = end_at_start(problem_, budget_.limits())) return *end;
    for (length_ = 1; length_ <= budget_.limits().steps; ++length_) {
      const SearchEnd end = search_length();
      if (end != SearchEnd::kExhausted) return end;
      result_.settled = length_;
    }
    return SearchEnd::kExhausted;
  }

  SearchEnd search_length() {
    if (!last_steps_.may_suffice(problem_.bank, root_, length_)) return SearchEnd::kExhausted;
    graph_ = StateGraph(root_);
    hopeless_.clear();
    // The states are met in the order of their depth, so the graph itself is the queue.
    for (StateGraph::Id id = 0; id < graph_.size(); ++id) {
      if (const auto end = budget_.over(result_.counts.expanded, bytes())) return *end;
      if (const auto end = expand(id)) return *end;
    }
    return SearchEnd::kExhausted;
  }

  // Returns nothing if the search continues.
  std::optional<SearchEnd> expand(StateGraph::Id id) {
    const State& state = graph_.expand(problem_.bank, problem_.rules, id);
    const std::size_t left = length_ - graph_.depth(id) - 1;  // after this step
    std::optional<SearchEnd> end;
    result_.counts.steps +=
        finder_.for_each(state, Scope::kWholeState, [&](const Action& action, const State& next) {
          ++result_.counts.generated;
          if (next.proven()) {
            result_.proof = graph_.path_to(id);
            result_.proof.push_back(action);
            end = SearchEnd::kProven;
            return true;
          }
          if (is_hopeful(next, left)) graph_.insert(id, action, next.hash());
          end = budget_.over(result_.counts.expanded, bytes());  // a large state takes long
          return end.has_value();
        });
    if (!end) end = budget_.over(result_.counts.expanded, bytes());
    ++result_.counts.expanded;
    if (observer_ != nullptr) {
      const bool is_root = id == StateGraph::kRoot;
      observer_->expanded({.id = id,
                           .parent = is_root ? id : graph_.parent(id),
                           .action = is_root ? nullptr : &graph_.action(id),
                           .depth = graph_.depth(id),
                           .steps_left = {},
                           .state = state});
    }
    return end;
  }

  // A state that is met again is at least as deep as before, so a state without hope stays so.
  bool is_hopeful(const State& state, std::size_t left) {
    if (hopeless_.contains(state.hash())) return false;
    const bool hopeful = last_steps_.may_suffice(problem_.bank, state, left);
    if (!hopeful) hopeless_.insert(state.hash());
    return hopeful;
  }

  std::size_t bytes() const {
    constexpr std::size_t kEntry = sizeof(std::uint64_t) + 4 * sizeof(void*);
    return problem_.bytes() + graph_.bytes() + last_steps_.bytes() + hopeless_.size() * kEntry;
  }

  Problem& problem_;
  Budget& budget_;
  SearchObserver* observer_;  // may be null
  MoveFinder finder_;
  LastSteps last_steps_;
  SearchResult result_;
  const State root_;

  // Of proofs of `length_` steps.
  std::size_t length_ = 0;
  StateGraph graph_;
  std::unordered_set<std::uint64_t> hopeless_;  // hashes of states that were dropped
};

}  // namespace

SearchResult breadth_first(Problem& problem, Budget& budget, SearchObserver* observer) {
  return BreadthFirst(problem, budget, observer).run();
}

}  // namespace ineq
