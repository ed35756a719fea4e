#pragma once
// What solvers are measured on: records as theorems to prove.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "files/lines.h"
#include "proof/record.h"

namespace ineq {

struct TestProblem {
  Record record;             // read without its proof
  std::uint64_t number = 0;  // in its list of problems, from 0; results and seeds depend on it
};

// Calls visit(problem) for each record. If visit returns a bool, false ends the loop. Errors,
// including those of visit, name the file and the line.
template <typename Visit>
void for_each_problem(LineReader& lines, Visit visit) {
  std::uint64_t number = 0;
  for_each_unproven_record(lines, [&](Record record) {
    return visit(TestProblem{.record = std::move(record), .number = number++});
  });
}

// A part of the problems of several files, which are numbered as one list, or of a frozen set.
struct ProblemSelection {
  std::vector<std::string> files = {};
  std::string set = {};  // benchmark/frozen_set.h; in place of files
  std::uint64_t first = 0;
  std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
  bool is_written = false;  // their records are to be written with the proofs found
};

// Parses every theorem, so that bad ones are noticed before any work begins. Throws Error, which
// names the file and the line, also if a file has no records or no problem is selected.
std::vector<TestProblem> read_problems(const ProblemSelection& selection);

// A problem's record with a proof that was found under these rules.
std::string write_proven(const TestProblem& problem, RuleSet rules,
                         const std::vector<std::string>& proof);

}  // namespace ineq
