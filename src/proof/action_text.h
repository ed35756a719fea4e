#pragma once
// Reads and prints INT's text actions: `equ_prin | a in obj 1, (c+f) in obj, (a+b) in obj`. The
// texts are exactly those of INT, in both directions.
//
// An operand consists of a term, the statement that contains it, and the number of the occurrence
// that is meant, counted from 0 in preorder; 0 is omitted. The statement is either `obj`, which is
// the first goal, or written out. Nothing here is trusted: the kernel checks the resulting action
// like any other.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/kernel.h"
#include "proof/history.h"

namespace ineq {

// The result of reading a well-formed text. There is no action if the text refers to a statement or
// a term that the state does not contain.
struct Reading {
  std::optional<Action> action;
  std::string missing;  // if there is no action: what the state does not contain
};

std::string print_action(const Bank& bank, const State& state, const Action& action);
std::vector<std::string> print_actions(const Bank& bank, const History& history);

// Throws Error, with the column, if the text does not have this form, if there is no such axiom, or
// if the number of an occurrence is too large.
Reading read_action(Bank& bank, const State& state, std::string_view text);

}  // namespace ineq
