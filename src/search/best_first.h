#pragma once
// Best-first search over the graph of states.
//
// Next comes the state with the least  depth + weight * steps left,  as its evaluator sees them;
// among equals the one that looks closer, then the one that was met first. A state that is met
// again on a shorter way is expanded again. All new states that an expansion leads to are evaluated
// as one batch. Only some backward steps on the first goal are tried (search/moves.h): the goals do
// not depend on each other, so the proof of the first can come first, and forward steps only prove
// ahead of time what can be proven when it is a goal.

#include "search/evaluator.h"
#include "search/search.h"

namespace ineq {

struct BestFirstOptions {
  double weight = 1.2;  // of the steps left; above 1 it hurries towards the goal
};

SearchResult best_first(Problem& problem, Evaluator& evaluator, const BestFirstOptions& options,
                        Budget& budget);

}  // namespace ineq
