#pragma once
// The set of variables that occur in a term or statement.

#include <cstdint>

#include "term/term.h"

namespace ineq {

using Letters = std::uint32_t;  // one bit per letter, from `a` at bit 0

Letters letters_in(const Bank& bank, Term term);
Letters letters_in(const Bank& bank, Statement statement);

}  // namespace ineq
