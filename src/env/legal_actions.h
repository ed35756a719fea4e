#pragma once
// The actions that change a state, each effect once.
//
// Order: by axiom, then by row; of a row backward steps before forward ones; then by operands,
// goals before facts, each statement in preorder. Of several actions of one axiom that lead to the
// same goals and facts the first is listed. Two axioms that lead to the same state are both listed:
// a policy that chooses the axiom first sees two moves.

#include <cstddef>
#include <optional>
#include <vector>

#include "kernel/kernel.h"

namespace ineq {

struct LegalAction {
  Action action;
  State next;
};

// Of all axioms, or of one alone.
std::vector<LegalAction> legal_actions(Bank& bank, const Rules& rules, const State& state,
                                       std::optional<std::size_t> only = {});

}  // namespace ineq
