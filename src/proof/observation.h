#pragma once
// What a prover that reads text sees of a state (paper, Section 3.2): INT's sequence
// `premise & premise to goal`, which shows the first goal only.

#include <optional>
#include <string>

#include "kernel/kernel.h"

namespace ineq {

// `obj`; nothing once the theorem is proven.
std::optional<Statement> first_goal(const State& state);

void print_observation(const Bank& bank, const State& state, std::string& out);

}  // namespace ineq
