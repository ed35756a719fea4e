#pragma once
// The text observation of a state (paper, Section 3.2): INT's sequence `fact & fact to goal`. It
// contains only the first goal.

#include <optional>
#include <string>

#include "kernel/kernel.h"

namespace ineq {

// The goal that text actions call `obj`. Returns nothing if the theorem is proven.
std::optional<Statement> first_goal(const State& state);

void print_observation(const Bank& bank, const State& state, std::string& out);

}  // namespace ineq
