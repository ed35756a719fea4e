#include "search/best_first.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <vector>

#include "search/graph.h"
#include "search/moves.h"

namespace ineq {
namespace {

struct Candidate {
  double rank;
  double steps_left;
  StateGraph::Id id;
  std::uint32_t depth;  // when it was queued: if the state's is less by now, this one is outdated

  friend bool operator<(const Candidate& a, const Candidate& b) {  // a comes later than b
    if (a.rank != b.rank) return a.rank > b.rank;
    if (a.steps_left != b.steps_left) return a.steps_left > b.steps_left;
    return a.id > b.id;
  }
};

class BestFirst {
 public:
  BestFirst(Problem& problem, Evaluator& evaluator, const BestFirstOptions& options, Budget& budget)
      : problem_(problem),
        evaluator_(evaluator),
        options_(options),
        budget_(budget),
        finder_(problem, budget),
        graph_(State(problem.bank, problem.theorem)) {}

  SearchResult run() {
    result_.end = search();
    result_.seconds = budget_.seconds();
    result_.states = graph_.size();
    result_.bytes = bytes();
    if (!result_.proven()) result_.reached = graph_.way_to(closest_);
    return std::move(result_);
  }

 private:
  SearchEnd search() {
    if (graph_.expand(problem_.bank, problem_.rules, StateGraph::kRoot).proven()) {
      return SearchEnd::kProven;
    }
    if (budget_.limits().steps == 0) return SearchEnd::kExhausted;
    if (!problem_.countermodel.may_hold(problem_.bank, problem_.theorem.goal))
      return SearchEnd::kRefuted;
    queue_.push({.rank = 0, .steps_left = 0, .id = StateGraph::kRoot, .depth = 0});
    while (!queue_.empty()) {
      const Candidate next = queue_.top();
      queue_.pop();
      if (graph_.depth(next.id) < next.depth) continue;
      if (const auto end = budget_.over(result_.counts.expanded, bytes())) return *end;
      if (const auto end = expand(next.id)) return *end;
    }
    return SearchEnd::kExhausted;
  }

  // Nothing where the search goes on.
  std::optional<SearchEnd> expand(StateGraph::Id id) {
    const State& state = graph_.expand(problem_.bank, problem_.rules, id);
    const std::size_t left = budget_.limits().steps - graph_.depth(id) - 1;  // after this step
    std::optional<SearchEnd> end;
    used_ = 0;
    ids_.clear();
    SearchCounts& counts = result_.counts;
    counts.steps +=
        finder_.for_each(state, Scope::kFirstGoal, [&](const Action& action, const State& next) {
          ++counts.generated;
          if (next.proven()) {
            result_.proof = graph_.way_to(id);
            result_.proof.push_back(action);
            end = SearchEnd::kProven;
            return true;
          }
          end = budget_.over(counts.expanded, bytes());  // a large state takes long
          // Every goal takes a step.
          if (count_goals(next) > left) return end.has_value();
          const auto [met, is_new, is_shorter] = graph_.meet(id, action, next.hash());
          if (is_new || is_shorter) add(met, next);
          return end.has_value();
        });
    if (!end) end = budget_.over(counts.expanded, bytes());
    ++counts.expanded;
    if (!end) evaluate(left);
    return end;
  }

  void add(StateGraph::Id id, const State& state) {
    ids_.push_back(id);
    if (used_ < states_.size()) {
      states_[used_] = state;  // in the memory of an earlier one
    } else {
      states_.push_back(state);
    }
    ++used_;
  }

  void evaluate(std::size_t left) {
    if (used_ == 0) return;
    queries_.clear();
    for (std::size_t i = 0; i < used_; ++i) {
      queries_.push_back({.bank = &problem_.bank, .state = &states_[i], .max_steps = left});
    }
    answers_.resize(std::max(answers_.size(), used_));
    evaluator_.evaluate(queries_, std::span(answers_).first(used_));
    result_.counts.evaluated += used_;
    ++result_.counts.batches;
    for (std::size_t i = 0; i < used_; ++i) {
      const double steps = answers_[i].steps_left;
      if (std::isinf(steps)) continue;
      const std::size_t depth = graph_.depth(ids_[i]);
      queue_.push({.rank = static_cast<double>(depth) + options_.weight * steps,
                   .steps_left = steps,
                   .id = ids_[i],
                   .depth = static_cast<std::uint32_t>(depth)});
      if (steps < least_steps_) {
        least_steps_ = steps;
        closest_ = ids_[i];
      }
    }
  }

  std::size_t bytes() const {
    return problem_.bytes() + evaluator_.bytes() + graph_.bytes() +
           queue_.size() * sizeof(Candidate) * 3 / 2;
  }

  Problem& problem_;
  Evaluator& evaluator_;
  const BestFirstOptions& options_;
  Budget& budget_;
  MoveFinder finder_;
  StateGraph graph_;
  std::priority_queue<Candidate> queue_;
  SearchResult result_;
  StateGraph::Id closest_ = StateGraph::kRoot;
  double least_steps_ = 1e300;

  // Of the expansion under way.
  std::vector<StateGraph::Id> ids_;
  std::vector<State> states_;  // the first used_ of them; kept for their memory
  std::size_t used_ = 0;
  std::vector<Query> queries_;
  std::vector<Evaluation> answers_;
};

}  // namespace

SearchResult best_first(Problem& problem, Evaluator& evaluator, const BestFirstOptions& options,
                        Budget& budget) {
  return BestFirst(problem, evaluator, options, budget).run();
}

}  // namespace ineq
