#pragma once
// How hard is a theorem? The length of its shortest proof, as far as it can be told.
//
// Breadth-first search settles length after length: a proof that it finds is a shortest one. When
// it reaches a limit, all lengths that it has settled bound the shortest from below, and best-first
// search looks for a proof that bounds it from above. With no limit on time the result is the same
// on every machine.

#include <cstddef>
#include <optional>
#include <vector>

#include "search/search.h"

namespace ineq {

struct Shortest {
  std::size_t at_least = 0;            // steps that every proof has
  std::optional<std::size_t> at_most;  // steps of the shortest proof that is known
  std::vector<Action> proof;           // of so many steps, where it was found here
  bool refuted = false;                // there is no proof at all
  SearchCounts counts;

  bool settled() const { return at_most == at_least; }
};

// `known` is the length of a proof that the kernel has accepted. The limits are those of each
// search; proofs of more than limits.steps are not looked for. The proof is in the problem's bank
// and accepted by the kernel.
Shortest find_shortest(Problem& problem, std::optional<std::size_t> known,
                       const SearchLimits& limits);

// True where it is proven that every proof has at least so many steps.
bool takes_at_least(Problem& problem, std::size_t steps, SearchLimits limits);

}  // namespace ineq
