#pragma once
// Goals up to renaming of variables, so that splits keep a test theorem out of training under
// whatever names.

#include <cstdint>

#include "term/term.h"

namespace ineq {

// The same for two statements exactly if (but for chance, once in 10^19) one is the other with its
// variables renamed one to one.
std::uint64_t canonical_hash(const Bank& bank, Statement statement);

}  // namespace ineq
