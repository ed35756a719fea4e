#pragma once
// Reads and prints pointer texts, which later users of INT train on. The texts are exactly theirs,
// in both directions.
//
// A state is `#goal#goal&fact&fact$`. An action is `@`, the letter of the axiom, the first goal and
// `$`. In the goal, a marker follows the operator of each operand's node: ~ for the first operand,
// ! for the second and ; for the third, as in `@L((a+;b)*c)=((a~+(c+!f))*c)$`. Operands outside the
// first goal cannot be expressed.

#include <optional>
#include <string>
#include <string_view>

#include "kernel/kernel.h"
#include "proof/action_text.h"

namespace ineq {

void print_pointer_state(const Bank& bank, const State& state, std::string& out);

// Returns nothing if an operand is not in the first goal.
std::optional<std::string> print_pointer_action(const Bank& bank, const State& state,
                                                const Action& action);

// Throws Error, with the column, if the text does not have this form.
Reading read_pointer_action(const Bank& bank, const State& state, std::string_view text);

// Reads a pointer text if it begins with @, otherwise a text action.
Reading read_any_action(Bank& bank, const State& state, std::string_view text);

}  // namespace ineq
