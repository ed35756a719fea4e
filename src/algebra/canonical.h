#pragma once
// Hashes of statements up to renaming of variables. Splits use them to keep a test theorem out of
// the training set even if its variables have other names there.

#include <cstdint>

#include "term/term.h"

namespace ineq {

// Two statements have the same hash if one is the other with its variables renamed one to one, and
// otherwise only by chance, about once in 10^19.
std::uint64_t canonical_hash(const Bank& bank, Statement statement);

}  // namespace ineq
