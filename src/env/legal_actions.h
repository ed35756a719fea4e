#pragma once
// The legal actions of a state: those that change it, each effect of an axiom once.
//
// They are ordered by axiom, then by row; within a row backward steps come before forward steps;
// then by operands, goals before facts, each statement in preorder. If several actions of one axiom
// lead to the same goals and facts, only the first is listed. If two axioms lead to the same state,
// both are listed: a policy that chooses the axiom first sees two actions.
//
// A sum of n terms has about n^3 legal actions, nearly all of them by PrincipleOfEquality. Whoever
// lists the actions of states from outside therefore looks at the estimate first. Masks
// (env/raw_actions.h) need no limit: they find one action per node.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "env/action_finder.h"
#include "kernel/kernel.h"

namespace ineq {

// About how many legal actions the state has, or those of one axiom if `only` is given: the number
// of ways to choose operands for rows that rewrite. Takes little time.
std::uint64_t estimate_legal_actions(const Bank& bank, const Rules& rules, const State& state,
                                     std::optional<std::size_t> only = {});

// Listing more takes seconds. The states of generated proofs have fewer.
inline constexpr std::uint64_t kMaxListedActions = 250'000;

// Calls visit(action, next state) for each legal action, or for those of one axiom if `only` is
// given, until it returns true. Callers that need no states can store the actions alone.
template <typename Visit>
void for_each_legal_action(Bank& bank, const Rules& rules, const State& state,
                           std::optional<std::size_t> only, const Visit& visit) {
  if (state.proven()) return;
  ActionFinder finder(bank, rules);
  finder.reset(state);
  std::unordered_set<std::uint64_t> seen;  // effects of the current axiom
  for (std::size_t axiom = 0; axiom < rules.axioms.size(); ++axiom) {
    if (only && axiom != *only) continue;
    seen.clear();
    const bool ended = finder.find(axiom, {}, [&](const Action& action, const State& next) {
      return seen.insert(next.hash()).second && visit(action, next);
    });
    if (ended) return;
  }
}

struct LegalAction {
  Action action;
  State next;  // the state that the action leads to
};
// Returns the legal actions, or the first of them if there are more than `at_most`.
std::vector<LegalAction> legal_actions(Bank& bank, const Rules& rules, const State& state,
                                       std::optional<std::size_t> only = {},
                                       std::size_t at_most = SIZE_MAX);

}  // namespace ineq
