#pragma once
// Generated theorems as lines of a dataset (docs/proof-format.md).

#include <cstdint>
#include <string>

#include "generate/generator.h"

namespace ineq {

std::string theorem_id(const Specification& specification, std::uint64_t index);

// What a record says about each step besides the action.
struct StepParts {
  bool states = false;     // all goals and facts before the step
  bool sequences = false;  // observation and action as text, for sequence models
  bool pointers = false;   // the same as pointer texts

  bool any() const { return states || sequences || pointers; }
};

// Appends the record of theorem `index`, which is the last one that the generator has made, and the
// end of the line.
void append_record(Generator& generator, const Generated& generated, std::uint64_t index,
                   const StepParts& parts, std::string& out);
// Generates theorem `index` first.
void append_record(Generator& generator, std::uint64_t index, const StepParts& parts,
                   std::string& out);

// Generates theorem `index` and appends one line per step: the observation, a tab, the action.
void append_pairs(Generator& generator, std::uint64_t index, std::string& out);

}  // namespace ineq
