#pragma once
// A dataset record: one theorem with its proof as a line of JSON (docs/proof-format.md), and its
// check.
//
// A record may have any further fields. They are not read, but they are kept: a record remembers
// the line it was read from, and writing it replaces only what was changed.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.h"
#include "files/lines.h"
#include "kernel/kernel.h"

namespace ineq {

struct Record {
  std::string id;                // empty if the record has none
  std::optional<RuleSet> rules;  // default: the standard set
  std::vector<std::string> premises;
  std::string goal;
  std::vector<std::string> proof;               // INT's text actions
  std::optional<std::uint64_t> k = {}, l = {};  // the setting that it was generated for
  std::string line = {};                        // what it was read from; empty if it was not
};

// Returns `asked` if given, otherwise the rule set of the record.
inline RuleSet rules_for(const Record& record, std::optional<RuleSet> asked = {}) {
  return asked.value_or(record.rules.value_or(RuleSet::kStandard));
}

// The maximum number of premises, and of steps, of a record. The limit is needed because the cost
// of a step grows with the number of statements mentioned so far.
inline constexpr std::size_t kMaxRecordList = 4096;

// Throws Error, with the column in the line or with the name of the field.
Record read_record(std::string_view line);
// The same without the proof: the field `proof` is ignored, so it may be missing or malformed.
Record read_unproven_record(std::string_view line);
// Calls visit(record) for each line that is not blank. If visit returns a bool, false ends the
// loop. Errors, including those of visit, name the file and the line.
template <typename Visit>
void for_each_record(LineReader& lines, Visit visit) {
  for_each_line(lines, [&](std::string_view line) { return visit(read_record(line)); });
}
// The same without the proofs.
template <typename Visit>
void for_each_unproven_record(LineReader& lines, Visit visit) {
  for_each_line(lines, [&](std::string_view line) { return visit(read_unproven_record(line)); });
}
// One line, without its end. A record that was not changed is written as it was read. If its
// theorem or proof was changed, the field `steps`, which lists the states of the proof, is dropped.
// Throws Error if an unknown field is nested too deeply to be written.
std::string write_record(const Record& record);
// Throws Error if write_record would, for whatever proof the record is given.
void require_writable(const Record& record);
Theorem read_theorem(Bank& bank, const Record& record);

struct RecordVerdict {
  std::optional<Proven> proven;  // if accepted
  std::string reason = {};       // if rejected: the step and what is wrong with it
  bool readable = true;          // false if a step is malformed text rather than a wrong step
};
// Reads the actions one after the other and passes the proof to the kernel. Throws Error if the
// theorem cannot be read.
RecordVerdict check_record(Bank& bank, const Rules& rules, const Record& record);

}  // namespace ineq
