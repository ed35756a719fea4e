#pragma once
// Prints terms and statements in the notation of another system.

#include <cstdint>
#include <string>
#include <string_view>

#include "term/term.h"

namespace ineq {

// The text of each operator, in which L and R stand for its operands. Each occurs at most once, so
// no other capital L or R can occur in a text.
struct Notation {
  std::string_view zero, one, add, negate, multiply, square, invert;
  std::string_view equal, greater_equal, non_zero;
  char first_variable = 'a';
  char reserved = 0;  // a letter that the system reserves; a prime is appended to it
};

std::string text(const Notation& notation, const Bank& bank, Term term);
std::string text(const Notation& notation, const Bank& bank, Statement statement);
// Prints `hole` in place of one occurrence.
std::string text(const Notation& notation, const Bank& bank, Statement statement,
                 std::uint32_t place, std::string_view hole);

std::string variable_name(const Notation& notation, std::uint32_t letter);

}  // namespace ineq
