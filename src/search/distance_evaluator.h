#pragma once
// The hand-written evaluator: the structural distance of search/distance.h as value and priors.

#include "search/distance.h"
#include "search/evaluator.h"
#include "search/search.h"

namespace ineq {

class DistanceEvaluator : public Evaluator {
 public:
  // Refers to both.
  DistanceEvaluator(Problem& problem, Budget& budget) : distance_(problem, budget) {}

  // Value: that of the distance, with a penalty where more steps are seen than are left. Priors:
  // the closer a move comes the more, falling with the fourth power of what it is behind the best.
  void evaluate(Bank& bank, std::span<const Query> queries, std::span<Evaluation> out) override;
  std::size_t bytes() const override { return distance_.bytes(); }

 private:
  double steps(const State& state, std::size_t left);

  Distance distance_;
};

}  // namespace ineq
