#pragma once
// The kernel's outcomes in words that a person understands.

#include <string>

#include "kernel/kernel.h"

namespace ineq {

std::string explain(Outcome outcome, const Rules& rules, const Action& action);
std::string explain_open_goals(const Bank& bank, const State& state);  // why a proof is not one yet

}  // namespace ineq
