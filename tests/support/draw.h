#pragma once
// Random terms, statements, theorems and points for the tests. Everything is a function of the
// generator that is passed in.

#include <span>
#include <string>
#include <vector>

#include "axioms/axioms.h"
#include "base/rng.h"
#include "proof/record.h"
#include "support/rational.h"

namespace ineq {

// Over a, b, c, d, 0 and 1, at most that high. Small terms are likely, so that equal ones meet.
Term random_term(Bank& bank, Rng& rng, unsigned height);
Statement random_statement(Bank& bank, Rng& rng, unsigned height, bool may_be_non_zero);

// Four kinds: any statement from any premises; a term equal to a reordering of itself; an instance
// of a row of the rules; sums, differences or products of what the premises relate. About half of
// them are provable, and many of those need facts to be derived or goals to be split.
Theorem random_theorem(Bank& bank, const Rules& rules, Rng& rng);

// Like random_point, but from five values, so that equations between variables hold often.
Point small_point(Rng& rng);

// Up to `wanted` points where the statements hold, from at most `tries` points.
std::vector<Point> models(const Bank& bank, std::span<const Statement> statements, Rng& rng,
                          std::size_t wanted, std::size_t tries);

std::vector<Record> example_records();  // examples/theorems.jsonl
std::vector<std::string> lines_of(const std::string& path);

}  // namespace ineq
