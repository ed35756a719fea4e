#pragma once
// Messages for people about the outcomes of the kernel. They are not meant to be parsed.

#include <string>
#include <string_view>

#include "kernel/kernel.h"

namespace ineq {

// Describes the operands that the axiom accepts: `0+a or a+0`, `a and then c-b`. Each pattern is
// enclosed in `quote`.
std::string describe_operands(const Rules& rules, std::size_t axiom, std::string_view quote = "");

// proven, changed, nothing, no-match, too-large, no-such-axiom, no-such-node, closed
std::string_view to_string(Outcome outcome);
std::string explain(Outcome outcome, const Rules& rules, const Action& action);
// Says which goals are left, as the reason why a proof is incomplete.
std::string explain_open_goals(const Bank& bank, const State& state);

}  // namespace ineq
