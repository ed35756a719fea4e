#pragma once
// The pointer texts that later users of INT train on, both directions exact.
//
// State: `#goal#goal&fact&fact$`. Action: `@`, the axiom's letter, the first goal with a marker
// behind the operator of each operand's node (~ ! ; for the first, second and third), `$`:
// `@L((a+;b)*c)=((a~+(c+!f))*c)$`. An operand outside the first goal cannot be written.

#include <optional>
#include <string>
#include <string_view>

#include "kernel/kernel.h"
#include "proof/action_text.h"

namespace ineq {

void print_pointer_state(const Bank& bank, const State& state, std::string& out);

// Nothing where an operand is not in the first goal.
std::optional<std::string> print_pointer_action(const Bank& bank, const State& state,
                                                const Action& action);

// Throws Error, with the column, on a text that is not of this form.
Reading read_pointer_action(const Bank& bank, const State& state, std::string_view text);

// Of this form, if it begins with @, or INT's.
Reading read_any_action(Bank& bank, const State& state, std::string_view text);

}  // namespace ineq
