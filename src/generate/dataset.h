#pragma once
// Generated theorems as lines of a dataset (docs/proof-format.md).

#include <cstdint>
#include <string>

#include "generate/generator.h"

namespace ineq {

std::string theorem_id(const Specification& specification, std::uint64_t index);

// Generates theorem `index` and appends its record and a line's end.
void append_record(Generator& generator, std::uint64_t index, std::string& out);

}  // namespace ineq
