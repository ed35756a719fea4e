#pragma once
// For parts of a search that are tried by themselves: a watch that is never up.

#include "search/search.h"

namespace ineq {

inline const Watch kUnwatched{SearchLimits{}};

}  // namespace ineq
