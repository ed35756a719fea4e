#pragma once
// The hand-written evaluator: the structural distance of search/distance.h as value and priors.

#include <memory>
#include <vector>

#include "search/distance.h"
#include "search/evaluator.h"
#include "search/move_finder.h"
#include "search/search.h"

namespace ineq {

class DistanceEvaluator : public Evaluator {
 public:
  // Refers to both. Answers queries about states of this problem only.
  DistanceEvaluator(Problem& problem, Budget& budget)
      : distance_(problem, budget), finder_(problem, budget) {}

  // The value is the distance, with a penalty if more steps are seen than are allowed. The prior of
  // a move is proportional to 1 / (1 + d)^4, if the value after it is d above that of the best
  // move.
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override;
  std::size_t bytes() const override { return distance_.bytes(); }

 private:
  double steps(const State& state, std::size_t allowed);
  void judge(const Query& query, std::span<const LegalAction> moves, std::vector<double>& priors);
  void propose(const Query& query, std::vector<Proposal>& out);

  Distance distance_;
  MoveFinder finder_;
  std::vector<LegalAction> moves_;  // reused to avoid reallocation, like the next one
  std::vector<double> priors_;
};

std::unique_ptr<Evaluator> make_distance_evaluator(Problem& problem, Budget& budget);

}  // namespace ineq
