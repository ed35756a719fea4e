#include "search/judging_evaluator.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace ineq {
namespace {

// The logarithm of the sum of exp(score).
double log_sum(std::span<const double> scores) {
  const double most = *std::ranges::max_element(scores);
  if (!std::isfinite(most)) return most;
  double sum = 0;
  for (const double score : scores) sum += std::exp(score - most);
  return most + std::log(sum);
}

void set_priors(std::span<const double> scores, std::vector<double>& out) {
  out.assign(scores.size(), 1 / static_cast<double>(scores.size()));
  if (scores.empty()) return;
  const double sum = log_sum(scores);
  if (!std::isfinite(sum)) return;  // all are impossible: nothing is known
  for (std::size_t i = 0; i < scores.size(); ++i) out[i] = std::exp(scores[i] - sum);
}

// The moves with the greatest scores, the first of equal ones first. Impossible ones are left out.
void set_proposals(std::span<const LegalAction> moves, std::span<const double> scores,
                   std::size_t count, std::vector<Proposal>& out) {
  out.clear();
  if (moves.empty()) return;
  const double sum = log_sum(scores);
  if (!std::isfinite(sum)) return;
  std::vector<std::size_t> order(moves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(count, order.size()));
  std::partial_sort(order.begin(), end, order.end(), [&](std::size_t a, std::size_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
  for (auto i = order.begin(); i != end && scores[*i] > -INFINITY; ++i) {
    out.push_back({.action = moves[*i].action, .log_prior = scores[*i] - sum});
  }
}

}  // namespace

void JudgingEvaluator::evaluate(std::span<const Query> queries, std::span<Evaluation> out) {
  listed_.assign(queries.begin(), queries.end());
  moves_.resize(std::max(moves_.size(), queries.size()));
  judgements_.resize(queries.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query& query = queries[i];
    judgements_[i].scores.clear();
    if (query.proposals == 0) continue;
    INEQ_CHECK(query.moves.empty());
    Budget unlimited{SearchLimits{}};
    Budget& budget = query.budget != nullptr ? *query.budget : unlimited;
    MoveFinder finder(*query.problem, budget);
    moves_[i].clear();
    finder.list(*query.state, Scope::kFirstGoal, moves_[i], budget.limits().memory);
    listed_[i].moves = moves_[i];
    listed_[i].proposals = 0;
  }
  judge(listed_, judgements_);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto& [steps_left, scores] = judgements_[i];
    INEQ_CHECK(scores.size() == listed_[i].moves.size());
    out[i].steps_left = steps_left;
    out[i].priors.clear();
    out[i].proposals.clear();
    if (queries[i].proposals == 0) {
      set_priors(scores, out[i].priors);
    } else {
      set_proposals(moves_[i], scores, queries[i].proposals, out[i].proposals);
    }
  }
}

}  // namespace ineq
