#include "search/lazy_best_first.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace ineq {

LazyBestFirst::LazyBestFirst(Problem& problem, const BestFirstOptions& options, Budget& budget,
                             SearchObserver* observer)
    : GraphSearch(problem, budget, observer), options_(options) {
  require_possible(options);
  if (options.width == 0) throw Error("this search needs a width of at least 1");
  if (options.distance_weight > 0) distance_.emplace(problem, budget);
  queue_.push({.rank = 0, .path_cost = 0, .id = StateGraph::kRoot, .depth = 0});
}

void LazyBestFirst::expand_next() {
  expanded_.clear();
  while (!queue_.empty() && expanded_.size() < options_.together) {
    const Candidate next = queue_.top();
    queue_.pop();
    if (graph_.depth(next.id) < next.depth) continue;
    const auto end = budget_.over(counts_.expanded, bytes());
    if (end && expanded_.empty()) end_ = end;
    if (end) break;
    const State& state = graph_.expand(problem_.bank, problem_.rules, next.id);
    ++counts_.expanded;
    ++counts_.steps;
    expanded_.push_back(next);
    queries_.push_back({.problem = &problem_,
                        .state = &state,
                        .max_steps = budget_.limits().steps - next.depth,
                        .proposals = options_.width,
                        .budget = &budget_});
  }
  if (!expanded_.empty() || end_) return;
  // If time is up, the guide may have left out moves.
  end_ = budget_.over(0, bytes()).value_or(SearchEnd::kExhausted);
}

void LazyBestFirst::apply(std::span<const Evaluation> answers, std::size_t evaluator_bytes) {
  INEQ_CHECK(!queries_.empty() && answers.size() == queries_.size());
  evaluator_bytes_ = evaluator_bytes;
  counts_.evaluated += answers.size();
  ++counts_.batches;
  for (std::size_t i = 0; i < answers.size() && !end_; ++i) {
    const double steps_left = answers[i].steps_left;
    INEQ_CHECK(steps_left >= 0);
    report(expanded_[i].id, expanded_[i].depth, steps_left, *queries_[i].state);
    compare(expanded_[i].id, steps_left);
    // An earlier answer of this batch may have found a shorter path to the state, which is then in
    // the queue again.
    if (graph_.depth(expanded_[i].id) < expanded_[i].depth) continue;
    if (!std::isinf(steps_left)) add_moves(expanded_[i], *queries_[i].state, answers[i]);
  }
  queries_.clear();
}

void LazyBestFirst::add_moves(const Candidate& from, const State& state, const Evaluation& answer) {
  const std::size_t depth = from.depth + 1;
  const std::size_t left = budget_.limits().steps - depth;
  for (const auto& [action, log_prior] : answer.proposals) {
    State next = state;
    ++counts_.steps;
    ++counts_.generated;
    INEQ_CHECK(changes_state(next.apply(problem_.bank, problem_.rules, action)));
    if (next.proven()) return end_with_proof(from.id, action);
    if (count_goals(next) > left) continue;  // every goal takes a step
    const auto [met, is_new, is_shorter] = graph_.insert(from.id, action, next.hash());
    if (!is_new && !is_shorter) continue;
    const double path_cost = from.path_cost - log_prior;
    double rank = rank_of(depth, std::max(0.0, answer.steps_left - 1), path_cost);
    if (distance_) {
      rank += options_.distance_weight * distance_of(next, left);
      end_ = budget_.over(0, bytes());
      if (end_) return;
    }
    queue_.push({.rank = rank,
                 .path_cost = path_cost,
                 .id = met,
                 .depth = static_cast<std::uint32_t>(depth)});
  }
}

double LazyBestFirst::rank_of(std::size_t depth, double steps_left, double path_cost) const {
  const auto steps = static_cast<double>(depth);
  return steps + options_.weight * steps_left +
         options_.prior_weight * path_cost / std::pow(steps, options_.length);
}

double LazyBestFirst::distance_of(const State& state, std::size_t left) {
  const Query query{.problem = &problem_, .state = &state, .max_steps = left, .budget = &budget_};
  Evaluation answer;
  distance_->evaluate({&query, 1}, {&answer, 1});
  ++counts_.evaluated;
  return answer.steps_left;
}

std::size_t LazyBestFirst::bytes() const {
  return GraphSearch::bytes() + queue_.size() * sizeof(Candidate) * 3 / 2 +
         (distance_ ? distance_->bytes() : 0);
}

}  // namespace ineq
