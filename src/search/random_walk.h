#pragma once
// Random walks: the baseline that any search should beat. From the theorem, one of the moves that
// best-first search tries after the other, with equal chances, until it is proven or the steps are
// used up; then again from the theorem.

#include <cstdint>

#include "search/search.h"

namespace ineq {

SearchResult random_walk(Problem& problem, std::uint64_t seed, Budget& budget);

}  // namespace ineq
