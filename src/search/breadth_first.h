#pragma once
// Breadth-first search: the shortest proof, and the proof that there is none.
//
// States are expanded in the order of their depth, with every legal action but those that open a
// goal which is false at the model's point. So a proof that is found is a shortest one, and
// kExhausted means that no proof has as few steps as the limit allows; when another limit ends the
// search, no proof is as short as `settled`.

#include "search/search.h"

namespace ineq {

struct BreadthFirstResult : SearchResult {
  std::size_t settled = 0;  // every proof has more steps than this
};

BreadthFirstResult breadth_first(Problem& problem, const SearchLimits& limits);

}  // namespace ineq
