#pragma once
// Generated theorems as records, and as lines of a dataset (docs/proof-format.md).

#include <cstdint>
#include <string>

#include "generate/generator.h"
#include "proof/record.h"

namespace ineq {

std::string theorem_id(const Specification& specification, std::uint64_t index);

// Generates theorem `index`. The record is the one that reading the line of append_record would
// give, without writing and reading it.
Record make_record(Generator& generator, std::uint64_t index);

// The optional parts of each step in a line of a dataset, besides the action.
struct StepParts {
  bool states = false;     // all goals and facts before the step
  bool sequences = false;  // source and target texts for training sequence models
  bool pointers = false;   // the same as pointer texts

  bool any() const { return states || sequences || pointers; }
};

// Appends the record of theorem `index`, which the generator has made last, as a line.
void append_record(Generator& generator, const Generated& generated, std::uint64_t index,
                   const StepParts& parts, std::string& out);
// Generates theorem `index` first.
void append_record(Generator& generator, std::uint64_t index, const StepParts& parts,
                   std::string& out);

// Generates theorem `index` and appends a line for each step: the observation, a tab, the action.
void append_pairs(Generator& generator, std::uint64_t index, std::string& out);

}  // namespace ineq
