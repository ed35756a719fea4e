#pragma once
// Random walks: the baseline that any search should beat.
//
// A walk starts at the theorem and repeatedly takes a uniformly random move from those best-first
// search would try, until the theorem is proven or the limit of steps is reached; then the next
// walk starts.

#include "base/rng.h"
#include "search/search.h"

namespace ineq {

SearchResult random_walk(Problem& problem, Rng rng, Budget& budget);

}  // namespace ineq
