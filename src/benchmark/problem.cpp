#include "benchmark/problem.h"

#include <fmt/format.h>

#include <string_view>

#include "base/error.h"
#include "benchmark/frozen_set.h"

namespace ineq {
namespace {

// Calls visit(problem) for each problem of a frozen set, until it returns false.
template <typename Visit>
void for_each_in_set(const std::string& set, Visit visit) {
  const std::string text = make_frozen_set(find_frozen_set(set));
  std::uint64_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    TestProblem problem{.record = read_unproven_record(rest.substr(0, end)), .number = number++};
    if (!visit(std::move(problem))) return;
    rest.remove_prefix(end + 1);
  }
}

}  // namespace

std::vector<TestProblem> read_problems(const ProblemSelection& selection) {
  std::vector<TestProblem> out;
  std::uint64_t number = 0;
  Bank bank;
  const auto add = [&](TestProblem problem) {
    bank.reset();
    read_theorem(bank, problem.record);
    if (selection.is_written) require_writable(problem.record);
    problem.number = number++;
    if (problem.number >= selection.first) out.push_back(std::move(problem));
    return out.size() < selection.count;
  };
  if (!selection.set.empty()) for_each_in_set(selection.set, add);
  for (const std::string& path : selection.files) {
    LineReader lines(path);
    for_each_problem(lines, add);
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
