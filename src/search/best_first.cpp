#include "search/best_first.h"

#include <cmath>
#include <optional>

#include "base/error.h"

namespace ineq {

void require_possible(const BestFirstOptions& options) {
  for (const double weight :
       {options.weight, options.prior_weight, options.length, options.distance_weight}) {
    if (!(weight >= 0 && std::isfinite(weight))) {
      throw Error("the weights of best-first are finite numbers of at least 0");
    }
  }
  if (options.together == 0) throw Error("together: expected a number of at least 1");
}

BestFirst::BestFirst(Problem& problem, const BestFirstOptions& options, Budget& budget,
                     SearchObserver* observer)
    : GraphSearch(problem, budget, observer), options_(options), finder_(problem, budget) {
  require_possible(options);
  queue_.push({.rank = 0, .steps_left = 0, .id = StateGraph::kRoot, .depth = 0});
}

void BestFirst::expand_next() {
  if (queue_.empty()) {
    end_ = SearchEnd::kExhausted;
    return;
  }
  const Candidate next = queue_.top();
  queue_.pop();
  if (graph_.depth(next.id) < next.depth) return;
  end_ = budget_.over(counts_.expanded, bytes());
  if (!end_) expand(next);
}

void BestFirst::expand(const Candidate& candidate) {
  const StateGraph::Id id = candidate.id;
  const State& state = graph_.expand(problem_.bank, problem_.rules, id);
  const std::size_t left = budget_.limits().steps - graph_.depth(id) - 1;  // after this step
  expanded_ = id;
  ids_.clear();
  moves_.clear();
  leading_.clear();
  known_.clear();
  moves_bytes_ = 0;
  counts_.steps +=
      finder_.for_each(state, Scope::kFirstGoal, [&](const Action& action, const State& next) {
        ++counts_.generated;
        if (next.proven()) {
          end_with_proof(id, action);
          return true;
        }
        end_ = budget_.over(counts_.expanded, bytes());  // a large state takes long
        if (uses_priors() && !add_move(action, next)) return end_.has_value();
        // Every goal takes a step.
        if (count_goals(next) > left) return end_.has_value();
        const auto [met, is_new, is_shorter] = graph_.insert(id, action, next.hash());
        if (is_new || is_shorter) add(met, next);
        return end_.has_value();
      });
  if (!end_) end_ = budget_.over(counts_.expanded, bytes());
  ++counts_.expanded;
  const bool is_evaluated = id != StateGraph::kRoot;
  report(id, candidate.depth, is_evaluated ? std::optional(candidate.steps_left) : std::nullopt,
         state);
  if (end_ || ids_.empty()) return;
  if (uses_priors()) {
    queries_.push_back({.problem = &problem_,
                        .state = &state,
                        .max_steps = left + 1,
                        .moves = moves_,
                        .budget = &budget_});
  }
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    queries_.push_back(
        {.problem = &problem_, .state = &states_[i], .max_steps = left, .budget = &budget_});
  }
}

void BestFirst::add(StateGraph::Id id, const State& state) {
  if (ids_.size() < states_.size()) {
    states_[ids_.size()] = state;  // reuses the memory of an earlier one
  } else {
    states_.push_back(state);
  }
  ids_.push_back(id);
  if (uses_priors()) leading_.push_back(moves_.size() - 1);
}

bool BestFirst::add_move(const Action& action, const State& next) {
  if (!known_.insert(next.hash()).second) return false;
  moves_.push_back({action, next});
  moves_bytes_ += sizeof(Action) + bytes_of(next);
  return true;
}

// Results depend on how the C library rounds the logarithm, which may differ between machines.
void BestFirst::add_path_costs(std::span<const double> priors) {
  INEQ_CHECK(priors.size() == moves_.size());
  path_costs_.resize(graph_.size());
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    path_costs_[ids_[i]] = path_costs_[expanded_] - std::log(priors[leading_[i]]);
  }
}

void BestFirst::apply(std::span<const Evaluation> answers, std::size_t evaluator_bytes) {
  INEQ_CHECK(!queries_.empty() && answers.size() == queries_.size());
  queries_.clear();
  evaluator_bytes_ = evaluator_bytes;
  counts_.evaluated += answers.size();
  ++counts_.batches;
  if (uses_priors()) {
    add_path_costs(answers.front().priors);
    answers = answers.subspan(1);
  }
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const double steps = answers[i].steps_left;
    INEQ_CHECK(steps >= 0);
    if (std::isinf(steps)) continue;
    const std::size_t depth = graph_.depth(ids_[i]);
    double rank = static_cast<double>(depth) + options_.weight * steps;
    if (uses_priors()) rank += options_.prior_weight * path_costs_[ids_[i]];
    queue_.push({.rank = rank,
                 .steps_left = steps,
                 .id = ids_[i],
                 .depth = static_cast<std::uint32_t>(depth)});
    compare(ids_[i], steps);
  }
}

std::size_t BestFirst::bytes() const {
  return GraphSearch::bytes() + queue_.size() * sizeof(Candidate) * 3 / 2 + moves_bytes_ +
         path_costs_.size() * sizeof(double) * 3 / 2;
}

SearchResult best_first(Problem& problem, Evaluator& evaluator, const BestFirstOptions& options,
                        Budget& budget, SearchObserver* observer) {
  BestFirst search(problem, options, budget, observer);
  return run(search, evaluator);
}

}  // namespace ineq
