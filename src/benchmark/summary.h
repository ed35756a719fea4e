#pragma once
// A summary of the results of one solver.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "benchmark/setting.h"
#include "benchmark/solver.h"

namespace ineq {

// What success against budget counts.
enum class NodeCount : std::uint8_t {
  kExpanded,  // states whose moves were listed, which --nodes limits
  kStates,    // distinct states that were met, as kSubS and AdaSubS count
};
inline constexpr std::string_view kNodeCountNames[] = {"expanded", "states"};

// Wilson's 95 % interval of a share.
std::pair<double, double> wilson_interval(std::uint64_t part, std::uint64_t whole);

class ResultSummary {
 public:
  // In `length`, a problem that is not proven counts as a proof of `step_limit` steps, as in the
  // paper.
  explicit ResultSummary(std::size_t step_limit) : step_limit_(step_limit) {}

  void add(const ProblemResult& result);

  struct Totals {
    std::uint64_t problems = 0;
    std::uint64_t answers = 0;  // results that are unverified answers
    std::uint64_t length = 0;   // of all proofs together
    SearchCounts counts = {};
    double seconds = 0;
    double cpu_seconds = 0;

    // Per problem; NaN if there are no problems.
    double mean(double total) const { return total / static_cast<double>(problems); }
    // The same for lengths and counts. Unverified answers have none, so it is NaN if there are any.
    double mean_count(std::uint64_t total) const;
  };
  const Totals& all() const { return all_; }
  const Totals& proven() const { return proven_; }
  std::uint64_t ended(SearchEnd end) const;
  std::uint64_t proven_within(std::uint64_t nodes, NodeCount count = NodeCount::kExpanded) const;
  bool has_counts() const { return all_.answers == 0; }
  // Random walks and results files of earlier versions do not count the states that were met.
  bool has_counts(NodeCount count) const {
    return has_counts() && (count == NodeCount::kExpanded || without_states_ == 0);
  }

  double success() const { return all_.mean(static_cast<double>(proven_.problems)); }
  // The 95 % interval of the success.
  std::pair<double, double> interval() const {
    return wilson_interval(proven_.problems, all_.problems);
  }
  double length() const;  // mean
  double proven_length() const { return proven_.mean_count(proven_.length); }

 private:
  std::size_t step_limit_;
  Totals all_, proven_;
  std::map<SearchEnd, std::uint64_t> ends_;
  std::map<std::uint64_t, std::uint64_t> proven_after_;         // by the number of expansions
  std::map<std::uint64_t, std::uint64_t> proven_after_states_;  // by the number of states met
  std::uint64_t without_states_ = 0;                            // results
};

struct SolverSummary {
  std::string solver;
  bool is_checked;  // as in Solver
  ResultSummary all;
  std::map<Setting, ResultSummary> by_setting = {};  // of the records that state theirs
  // The first problem, by number, on which the solver failed, and why.
  struct Failure {
    std::uint64_t number;
    std::string why;
  };
  std::optional<Failure> first_failure = {};

  void add(const TestProblem& problem, const ProblemResult& result, std::size_t step_limit);
};

// The numbers of nodes at which success is shown. Of expanded states: 5, 10, 20, 50, 100, … and the
// limit itself. Of states that were met: those of AdaSubS (5, 10, …, 750, 1000) up to the limit. A
// search that stops at a limit has met at least as many states as it has expanded.
std::vector<std::uint64_t> budgets(std::uint64_t nodes, NodeCount count = NodeCount::kExpanded);

}  // namespace ineq
