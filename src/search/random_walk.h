#pragma once
// Random walks: the baseline that any search should beat.
//
// A walk repeatedly takes a uniformly random move from those that best-first search would try. It
// ends when the theorem is proven or the steps are used up; the next walk starts at the theorem
// again.

#include "base/rng.h"
#include "search/search.h"

namespace ineq {

SearchResult random_walk(Problem& problem, Rng rng, Budget& budget);

}  // namespace ineq
