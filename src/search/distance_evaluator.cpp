#include "search/distance_evaluator.h"

#include <algorithm>
#include <cmath>

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
    out[i].steps_left = steps(*queries[i].state, queries[i].max_steps);
    judge(queries[i], queries[i].moves, out[i].priors);
    propose(queries[i], out[i].proposals);
  }
}

void DistanceEvaluator::judge(const Query& query, std::span<const LegalAction> moves,
                              std::vector<double>& priors) {
  priors.clear();
  for (const LegalAction& move : moves) priors.push_back(steps(move.next, query.max_steps - 1));
  if (priors.empty()) return;
  const double best = std::ranges::min(priors);
  double sum = 0;
  for (double& prior : priors) {
    const double behind = 1 + prior - best;
    prior = 1 / (behind * behind * behind * behind);
    sum += prior;
  }
  for (double& prior : priors) prior /= sum;
}

void DistanceEvaluator::propose(const Query& query, std::vector<Proposal>& out) {
  out.clear();
  if (query.proposals == 0) return;
  finder_.list(*query.state, Scope::kFirstGoal, moves_);
  judge(query, moves_, priors_);
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    out.push_back({moves_[i].action, std::log(priors_[i])});
  }
  std::ranges::stable_sort(out, std::ranges::greater{}, &Proposal::log_prior);
  if (out.size() > query.proposals) out.resize(query.proposals);
}

std::unique_ptr<Evaluator> make_distance_evaluator(Problem& problem, Budget& budget) {
  return std::make_unique<DistanceEvaluator>(problem, budget);
}

}  // namespace ineq
