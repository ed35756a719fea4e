#pragma once
// Random terms, statements, theorems and points for the tests. All of them depend only on the
// generator that is passed in.

#include <span>
#include <string>
#include <vector>

#include "axioms/axioms.h"
#include "base/rng.h"
#include "proof/record.h"
#include "support/rational.h"

namespace ineq {

// A term over a, b, c, d, 0 and 1, of at most that height. Small terms are likely, so that equal
// terms occur often.
Term random_term(Bank& bank, Rng& rng, unsigned height);
Statement random_statement(Bank& bank, Rng& rng, unsigned height, bool may_be_non_zero);

// Draws one of four kinds: an arbitrary statement with arbitrary premises; a term that equals a
// reordering of itself; an instance of a row of the rules; sums, differences or products of terms
// that the premises relate. About half of the theorems are provable, and many of those require
// derived facts or several goals.
Theorem random_theorem(Bank& bank, const Rules& rules, Rng& rng);

// Like random_point, but from five values, so that equations between variables hold often.
Point small_point(Rng& rng);

// Returns at most `wanted` points where the statements hold, from at most `tries` random points.
std::vector<Point> models(const Bank& bank, std::span<const Statement> statements, Rng& rng,
                          std::size_t wanted, std::size_t tries);

std::vector<Record> example_records();  // examples/theorems.jsonl
std::vector<std::string> lines_of(const std::string& path);

}  // namespace ineq
