#pragma once
// Reads axioms from rows of text (trusted).
//
// The row `at => by if premises` means: to prove a statement that contains `at` at the chosen node,
// prove the premises and the statement with `by` in place of `at`. A row without `=>`, such as
// `a>=b if a=b`, concludes a whole statement. The letters stand for arbitrary terms.
//
// The operands are derived from the row. With `=>` they are the variables of `by` that do not occur
// in `at`, in order, and then `at`. Otherwise they are the sides that contain a variable.

#include <span>
#include <string_view>
#include <vector>

#include "kernel/kernel.h"

namespace ineq {

// Element i of `axioms` contains the rows of axiom i, separated by ';'. Throws Error if a row
// cannot be read or contains a variable that no operand binds.
Rules read_rows(std::span<const std::string_view> axioms);

// Splits `row ; row` and removes the blanks around each row.
std::vector<std::string_view> split_rows(std::string_view text);

}  // namespace ineq
