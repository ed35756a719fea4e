#pragma once
// Breadth-first search: the shortest proof, and the proof that there is none.
//
// It looks for a proof of one step, then of two, and so on. For each length states are expanded in
// the order of their depth, with every legal action but those that open a goal which is false at
// the point of the countermodel; a state that cannot be proven in the steps left
// (search/last_steps.h) is dropped. That leaves out nearly all of the last two levels, so starting
// over for each length costs next to nothing. No length is tried before all shorter ones are
// settled, so a proof that is found is a shortest one.

#include "search/observer.h"
#include "search/search.h"

namespace ineq {

// kExhausted: no proof within the step limit exists.
SearchResult breadth_first(Problem& problem, Budget& budget, SearchObserver* observer = nullptr);

}  // namespace ineq
