#pragma once
// An evaluator that can judge the moves it is shown, but cannot name moves by itself. If it is
// asked for proposals, all moves on the first goal (search/move_finder.h) are listed and judged,
// and those with the greatest priors are proposed.

#include <span>
#include <vector>

#include "search/evaluator.h"
#include "search/move_finder.h"

namespace ineq {

class JudgingEvaluator : public Evaluator {
 public:
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) final;

 protected:
  struct Judgement {
    double steps_left = 0;  // as in Evaluation
    std::vector<double> scores =
        {};  // one per move: the logarithms of what priors are proportional to
  };
  // Queries ask for no proposals, but their moves are listed. `out` has one element per query.
  virtual void judge(std::span<const Query> queries, std::span<Judgement> out) = 0;

 private:
  std::vector<Query> listed_;                    // reused to avoid reallocation, like the next two
  std::vector<std::vector<LegalAction>> moves_;  // of queries for proposals
  std::vector<Judgement> judgements_;
};

}  // namespace ineq
