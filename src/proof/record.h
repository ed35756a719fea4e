#pragma once
// A dataset record: one theorem with its proof as a line of JSON (docs/proof-format.md), and its
// check.

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
  std::optional<RuleSet> rules;  // a record without it is under the standard set
  std::vector<std::string> premises;
  std::string goal;
  std::vector<std::string> proof;  // INT's text actions
};

// Those that are asked for, or else those that the record names.
inline RuleSet rules_for(const Record& record, std::optional<RuleSet> asked = {}) {
  return asked.value_or(record.rules.value_or(RuleSet::kStandard));
}

// A record has at most this many premises and steps: what a state does grows with all that was ever
// mentioned.
inline constexpr std::size_t kMaxRecordList = 4096;

// Throws Error, with the column in the line or the field's name and the column in it.
Record read_record(std::string_view line);
// Reads the lines that are not blank and calls visit for each; errors, also those of visit, name
// the file and the line.
void for_each_record(LineReader& lines, const std::function<void(const Record&)>& visit);
std::string write_record(const Record& record);  // one line, without its end
Theorem read_theorem(Bank& bank, const Record& record);

// A record as something to prove. What proof it has, if any, is passed over.
struct TestProblem {
  Record record;
  std::optional<std::uint64_t> k = {}, l = {};  // as generated records state them
  std::uint64_t number = 0;                     // in its file, from 0; seeds are made of it
  std::string line = {};
};
// Throw Error; those of for_each_problem, which goes on until visit returns false, name the file
// and the line.
TestProblem read_problem(std::string_view line);
void for_each_problem(LineReader& lines, const std::function<bool(TestProblem)>& visit);
// The problem's line with another proof, which is one under `rules`; the other fields stay, but for
// `steps`, which says what the states of the old proof were.
std::string write_proven(const TestProblem& problem, RuleSet rules,
                         const std::vector<std::string>& proof);

// Resolves the texts one after the other and lets the kernel check the result.
struct RecordVerdict {
  std::optional<Proven> proven;  // if accepted
  std::string reason = {};       // rejected: the step and what is wrong with it, in words
  bool readable = true;          // false: the record is bad input rather than a wrong proof
};
RecordVerdict check_record(Bank& bank, const Rules& rules, const Record& record);

}  // namespace ineq
