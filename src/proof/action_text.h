#pragma once
// INT's text actions, both directions exact: `equ_prin | a in obj 1, (c+f) in obj, (a+b) in obj`.
//
// An operand is a term, the statement it is in, and which occurrence of the term there is meant,
// counted from 0 in preorder and left out when it is 0. The statement is `obj`, the first goal, or
// written out. Nothing here is trusted: what a text is resolved to goes through the kernel like any
// other action.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/kernel.h"
#include "proof/history.h"

namespace ineq {

// The text names an action of the state, or it is well formed but names what is not there.
struct Reading {
  std::optional<Action> action;
  std::string missing;  // without an action: what the state does not have, in words
};

std::string print_action(const Bank& bank, const State& state, const Action& action);
std::vector<std::string> print_actions(const Bank& bank, const History& history);

// Throws Error, with the column, on a text that is not of this form, names no axiom, or counts
// beyond the occurrences of its term.
Reading read_action(Bank& bank, const State& state, std::string_view text);

}  // namespace ineq
