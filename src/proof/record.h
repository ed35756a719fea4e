#pragma once
// Reads, writes and checks dataset records. A record is one theorem with its proof, stored as a
// line of JSON (docs/proof-format.md). Statements and actions stay text until the record is
// checked. Unknown fields are ignored.

#include <cstdint>
#include <functional>
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
  std::vector<std::string> proof;  // INT's text actions
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
// Calls `visit` for the record in each line that is not blank. Errors, including those that `visit`
// throws, name the file and the line.
void for_each_record(LineReader& lines, const std::function<void(const Record&)>& visit);
std::string write_record(const Record& record);  // one line, without a line ending
Theorem read_theorem(Bank& bank, const Record& record);

// A record as a problem to solve. Its proof, if any, is ignored.
struct TestProblem {
  Record record;
  std::optional<std::uint64_t> k = {}, l = {};  // generated records have them
  std::uint64_t number = 0;                     // in its file, from 0; random streams use it
  std::string line = {};
};
// These functions throw Error. `for_each_problem` stops when `visit` returns false, and its errors
// name the file and the line.
TestProblem read_problem(std::string_view line);
void for_each_problem(LineReader& lines, const std::function<bool(TestProblem)>& visit);
// Returns the problem's line with a new proof, which must be valid under `rules`. The other fields
// are kept, except `steps`, which describes the states of the old proof.
std::string write_proven(const TestProblem& problem, RuleSet rules,
                         const std::vector<std::string>& proof);

struct RecordVerdict {
  std::optional<Proven> proven;  // if accepted
  std::string reason = {};       // if rejected: the step and what is wrong with it
  bool readable = true;          // false if a step is malformed text rather than a wrong step
};
// Reads the actions one after the other and passes the proof to the kernel. Throws Error if the
// theorem cannot be read.
RecordVerdict check_record(Bank& bank, const Rules& rules, const Record& record);

}  // namespace ineq
