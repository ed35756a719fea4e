#pragma once
// The kernel's outcomes in words that a person understands.

#include <string>
#include <string_view>

#include "kernel/kernel.h"

namespace ineq {

// What the operands of the axiom look like, `0+a or a+0`, `a and then c-b`; each pattern between
// quotes.
std::string describe_operands(const Rules& rules, std::size_t axiom, std::string_view quote = "");

// proven, changed, nothing, no-match, too-large, no-such-axiom, no-such-node, closed
std::string_view to_string(Outcome outcome);
std::string explain(Outcome outcome, const Rules& rules, const Action& action);
std::string explain_open_goals(const Bank& bank, const State& state);  // why a proof is not one yet

}  // namespace ineq
