#pragma once
// Results as JSON Lines, one per solver and problem. Fields that an unverified answer lacks are
// null.
//
// The key of a result is the name of the solver and the number of the problem. Its fingerprint is a
// hash of all that it depends on: the solver's name and options, and the problem's statements and
// rules. Results that were computed elsewhere can therefore be joined, and results of another
// problem or with other options are noticed.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "benchmark/solver.h"

namespace ineq {

struct KeyedResult {
  std::string solver;
  std::uint64_t number = 0;
  std::string fingerprint;
  ProblemResult result = {};
};

std::string fingerprint_of(const Solver& solver, const TestProblem& problem);

// One line, without its end. read_result throws Error.
std::string write_result(const Solver& solver, const TestProblem& problem,
                         const ProblemResult& result);
KeyedResult read_result(std::string_view line);

// Calls visit for each result of a file. If the file does not end with a newline, a last line that
// cannot be read is dropped: the run was killed while it was written. Errors, including those of
// visit, name the file and the line.
void for_each_result(const std::string& path, const std::function<void(KeyedResult)>& visit);

}  // namespace ineq
