#pragma once
// Breadth-first search: the shortest proof, and the proof that there is none.
//
// It asks for a proof of one step, then of two, and so on. For each length states are expanded in
// the order of their depth, with every legal action but those that open a goal which is false at
// the point of the countermodel; a state that cannot be proven in the steps left
// (search/last_steps.h) is dropped. That leaves out nearly all of the last two levels, so to begin
// anew for each length costs next to nothing, and no length is asked for before all shorter ones
// are settled. A proof that is found is a shortest one.

#include "search/observer.h"
#include "search/search.h"

namespace ineq {

// kExhausted: no proof is as short as the limit allows.
SearchResult breadth_first(Problem& problem, Budget& budget, SearchObserver* observer = nullptr);

}  // namespace ineq
