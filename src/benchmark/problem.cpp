#include "benchmark/problem.h"

#include <fmt/format.h>

#include "base/error.h"

namespace ineq {

std::vector<TestProblem> read_problems(const ProblemSelection& selection) {
  std::vector<TestProblem> out;
  std::uint64_t number = 0;
  Bank bank;
  for (const std::string& path : selection.files) {
    LineReader lines(path);
    for_each_problem(lines, [&](TestProblem problem) {
      bank.reset();
      read_theorem(bank, problem.record);
      if (selection.is_written) require_writable(problem.record);
      problem.number = number++;
      if (problem.number >= selection.first) out.push_back(std::move(problem));
      return out.size() < selection.count;
    });
    if (out.size() >= selection.count) break;
  }
  if (out.empty()) {
    throw Error(fmt::format("there are only {} problems, and all of them are skipped", number));
  }
  return out;
}

std::string write_proven(const TestProblem& problem, RuleSet rules,
                         const std::vector<std::string>& proof) {
  Record record = problem.record;
  record.rules = rules;
  record.proof = proof;
  return write_record(record);
}

}  // namespace ineq
