#pragma once
// Generated theorems as records, and as lines of a dataset (docs/proof-format.md).

#include <cstdint>
#include <functional>
#include <string>

#include "files/fields.h"
#include "generate/generator.h"
#include "proof/record.h"

namespace ineq {

// The stream is part of the id unless it is the default.
std::string theorem_id(const Specification& specification, std::uint64_t index);

// The record of a theorem that the generator has just made, without a line.
Record to_record(Generator& generator, const Generated& generated, std::string id);
// Generates theorem `index`. The record is the one that reading the line of append_record would
// give, without writing and reading it.
Record make_record(Generator& generator, std::uint64_t index);

// What a record says about each step besides the action.
struct StepParts {
  bool states = false;     // all goals and facts before the step
  bool sequences = false;  // source and target texts for training sequence models
  bool pointers = false;   // the same as pointer texts

  bool any() const { return states || sequences || pointers; }
};
template <typename PartsOrConst, typename Visit>
requires FieldsOf<PartsOrConst, StepParts>
void visit_fields(PartsOrConst& parts, const Visit& visit) {
  visit("states", parts.states, "the `goals` and `facts` before it");
  visit("sequences", parts.sequences,
        "`source` and `target`, the observation and the action as texts");
  visit("pointers", parts.pointers,
        "`pointer_source` and `pointer_target`, the same as pointer texts");
}

// Appends the record of theorem `index`, which is the last one that the generator has made, and the
// end of the line.
void append_record(Generator& generator, const Generated& generated, std::uint64_t index,
                   const StepParts& parts, std::string& out);
// Generates theorem `index` first.
void append_record(Generator& generator, std::uint64_t index, const StepParts& parts,
                   std::string& out);

// Generates theorems from number `first` on and calls visit(theorem, index) for each whose goal
// differs from those of all theorems before it in more than the names of variables, until there are
// `count` of them. Throws Error if there seem to be fewer.
void for_each_distinct(Generator& generator, std::uint64_t first, std::uint64_t count,
                       const std::function<void(const Generated&, std::uint64_t)>& visit);

// Generates theorem `index` and appends one line per step: the observation, a tab, the action.
void append_pairs(Generator& generator, std::uint64_t index, std::string& out);

}  // namespace ineq
