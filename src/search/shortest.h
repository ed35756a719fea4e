#pragma once
// How hard is a theorem? Bounds on the length of its shortest proof.
//
// Breadth-first search settles one length after the other, so a proof that it finds is a shortest
// one. If it reaches a limit, the lengths that it has settled bound the shortest from below, and
// best-first search looks for a proof that bounds it from above. Without a limit of time the result
// is the same on every machine.

#include <cstddef>
#include <optional>

#include "search/search.h"

namespace ineq {

struct Shortest {
  std::size_t at_least = 0;            // every proof has at least this number of steps
  std::optional<std::size_t> at_most;  // the length of the shortest proof that is known
  std::optional<Proven> proven;        // a proof of that length, if it was found here
  bool refuted = false;                // there is no proof at all
  SearchCounts counts;

  bool settled() const { return at_most == at_least; }
};

// `known` is the length of a proof that exists. The limits are those of each search; proofs longer
// than limits.steps are not looked for. What is proven is in the problem's bank.
Shortest find_shortest(Problem& problem, std::optional<std::size_t> known,
                       const SearchLimits& limits);

// True if every proof is known to have at least this number of steps.
bool takes_at_least(Problem& problem, std::size_t steps, SearchLimits limits);

}  // namespace ineq
