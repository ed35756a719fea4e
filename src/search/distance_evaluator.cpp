#include "search/distance_evaluator.h"

#include <algorithm>

namespace ineq {
namespace {

// Added per step that is seen beyond those that are allowed. At 0, search finds proofs of 16 steps
// where 15 are allowed and is slow to turn back; at 10, it trusts the distance too much.
constexpr double kPenalty = 3.3;

}  // namespace

double DistanceEvaluator::steps(const State& state, std::size_t allowed) {
  if (state.proven()) return 0;
  const Cost cost = distance_(state);
  const double excess = static_cast<double>(cost.seen) - static_cast<double>(allowed);
  return static_cast<double>(cost.steps) + kPenalty * std::max(0.0, excess);
}

void DistanceEvaluator::evaluate(std::span<const Query> queries, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query& query = queries[i];
    std::vector<double>& priors = out[i].priors;
    out[i].steps_left = steps(*query.state, query.max_steps);
    priors.clear();
    for (const LegalAction& move : query.moves) {
      priors.push_back(steps(move.next, query.max_steps - 1));
    }
    if (priors.empty()) continue;
    const double best = std::ranges::min(priors);
    double sum = 0;
    for (double& prior : priors) {
      const double behind = 1 + prior - best;
      prior = 1 / (behind * behind * behind * behind);
      sum += prior;
    }
    for (double& prior : priors) prior /= sum;
  }
}

std::unique_ptr<Evaluator> make_distance_evaluator(Problem& problem, Budget& budget) {
  return std::make_unique<DistanceEvaluator>(problem, budget);
}

}  // namespace ineq
