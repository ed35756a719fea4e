#pragma once
// Exhaustive search: finds the shortest proof of a state by trying every sequence of legal actions.
// It is the oracle for searches, so it uses neither a model nor a table of states.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "env/legal_actions.h"
#include "kernel/kernel.h"

namespace ineq {

inline bool has_proof(Bank& bank, const Rules& rules, const State& state, std::size_t steps) {
  if (state.proven() || steps == 0) return state.proven();
  return std::ranges::any_of(legal_actions(bank, rules, state), [&](const LegalAction& legal) {
    return has_proof(bank, rules, legal.next, steps - 1);
  });
}

// Whether the search is fast enough for a test. Its cost is about the number of legal actions to
// the power of `steps` - 1. (An axiom with three operands has thousands of effects on a state of
// medium size.)
inline bool is_feasible(Bank& bank, const Rules& rules, const State& state, std::size_t steps) {
  constexpr std::size_t kMost[] = {SIZE_MAX, 1000, 60, 12};
  return steps < std::size(kMost) && legal_actions(bank, rules, state).size() <= kMost[steps];
}

// Returns the number of steps of the shortest proof, or nothing if it has more than `most`.
inline std::optional<std::size_t> shortest_proof(Bank& bank, const Rules& rules, const State& state,
                                                 std::size_t most) {
  for (std::size_t steps = 0; steps <= most; ++steps) {
    if (has_proof(bank, rules, state, steps)) return steps;
  }
  return std::nullopt;
}

}  // namespace ineq
