#pragma once
// The plain way to find out whether a state has a proof of so many steps: try every legal action,
// and every one after it. No model, no table of states.

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

// Whether that takes no longer than a test may: about this many actions to the power of `steps`
// less one. (An axiom of three operands has thousands of effects on a middle-sized state.)
inline bool is_feasible(Bank& bank, const Rules& rules, const State& state, std::size_t steps) {
  constexpr std::size_t kMost[] = {SIZE_MAX, 1000, 60, 12};
  return steps < std::size(kMost) && legal_actions(bank, rules, state).size() <= kMost[steps];
}

// Steps of the shortest proof; nothing where it has more than `most`.
inline std::optional<std::size_t> shortest_proof(Bank& bank, const Rules& rules, const State& state,
                                                 std::size_t most) {
  for (std::size_t steps = 0; steps <= most; ++steps) {
    if (has_proof(bank, rules, state, steps)) return steps;
  }
  return std::nullopt;
}

}  // namespace ineq
