#pragma once
// Reads axioms from rows of text (trusted).
//
// `at => by if premises`: to prove a statement that contains `at` at the chosen node, prove the
// premises and the statement with `by` in its place. Without `=>` the row concludes a whole
// statement: `a>=b if a=b`. The letters stand for any terms.
//
// The operands are derived: the variables of `by` that `at` does not bind, in order, then `at`; for
// a whole statement the sides that contain a variable.

#include <span>
#include <string_view>
#include <vector>

#include "kernel/kernel.h"

namespace ineq {

// Element i of `axioms` holds the rows of axiom i, separated by ';'. Throws Error on a row that it
// cannot read or that mentions a variable which no operand binds.
Rules read_rows(std::span<const std::string_view> axioms);

// `row ; row` in pieces, without the blanks around them.
std::vector<std::string_view> split_rows(std::string_view text);

}  // namespace ineq
