#pragma once
// Terms and statements as another system writes them.

#include <cstdint>
#include <string>
#include <string_view>

#include "term/term.h"

namespace ineq {

// Of each operator its text, with L and R for what stands left and right; each at most once.
struct Notation {
  std::string_view zero, one, add, negate, multiply, square, invert;
  std::string_view equal, greater_equal, non_zero;
  char first_variable = 'a';
  char reserved = 0;  // a letter that is a word of the system: it gets a prime
};

std::string text(const Notation& notation, const Bank& bank, Term term);
std::string text(const Notation& notation, const Bank& bank, Statement statement);
// With `hole` in the place of one occurrence.
std::string text(const Notation& notation, const Bank& bank, Statement statement,
                 std::uint32_t place, std::string_view hole);

std::string variable_name(const Notation& notation, std::uint32_t letter);

}  // namespace ineq
