#pragma once
// Results as JSON Lines, one per solver and problem. What an unverified answer does not have is
// null.
//
// The key of a result is the name of the solver and the number of the problem. Its fingerprint is a
// hash of all that it depends on: the solver's options, the problem's statements and rules. So
// results that were computed anywhere can be joined, and those of another problem or with other
// options are noticed.

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

// A line, without its end, and back. Throws Error.
std::string write_result(const Solver& solver, const TestProblem& problem,
                         const ProblemResult& result);
KeyedResult read_result(std::string_view line);

// Calls visit for each result of a file. A last line that cannot be read is dropped: a run was
// killed while it was written. Throws Error with the file and the line, also for those of visit.
void for_each_result(const std::string& path, const std::function<void(KeyedResult)>& visit);

}  // namespace ineq
