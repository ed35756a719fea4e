#pragma once
// Patterns: terms and statements whose variables stand for any terms. They live in a bank of their
// own.

#include <array>
#include <optional>

#include "term/term.h"

namespace ineq {

using Bindings = std::array<std::optional<Term>, 26>;  // by letter; terms of the other bank

// pattern, term --> the bindings under which they are equal, added to those that are there. On
// false the bindings may hold part of a match.
bool match(const Bank& patterns, Term pattern, const Bank& bank, Term term, Bindings& bindings);

// pattern --> the term, or statement, with its variables replaced; all of them must be bound.
Term substitute(const Bank& patterns, Term pattern, Bank& bank, const Bindings& bindings);
Statement substitute(const Bank& patterns, Statement pattern, Bank& bank, const Bindings& bindings);

}  // namespace ineq
