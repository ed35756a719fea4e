#pragma once
// The goals that training must not see: those of the frozen test and validation sets, except the
// sets of unseen axiom orders and combinations, whose training specifications name what they
// exclude.

#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "generate/specification.h"

namespace ineq {

// Canonical hashes (algebra/canonical.h) of the goals of the published sets and of those that
// `ineq split` makes with the axioms, rules, kind of goal and trials of orders of `like`: a theorem
// of other axioms or rules can have a goal of a published set. Takes seconds.
std::unordered_set<std::uint64_t> held_out_goals(const Specification& like);

// Whether these goals include those of the sets that `ineq split` makes with this base for an
// experiment.
bool holds_out(const Specification& like, const Specification& base, std::string_view experiment);

}  // namespace ineq
