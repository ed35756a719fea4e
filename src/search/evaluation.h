#pragma once
// How good is an agent? It tries each problem of a list within the same limits, on several threads.
//
// What comes of a problem depends on the problem, its number and the options: it is the same for
// any number of threads, but for the seconds and for what a limit of seconds decides. A limit of
// nodes only ends a search, so one run tells what any smaller limit would have given: a proof found
// after so many expansions is found under every limit that allows as many.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "proof/record.h"
#include "search/prove.h"

namespace ineq {

struct ProblemResult {
  SearchEnd end = SearchEnd::kExhausted;
  std::vector<std::string> proof = {};  // kProven: INT's text actions
  SearchCounts counts = {};
  std::size_t bytes = 0;
  double seconds = 0;
  double cpu_seconds = 0;  // of its thread

  bool proven() const { return end == SearchEnd::kProven; }
};

struct EvaluationRequest {
  AgentOptions agent = {};            // its seed is made a different one for each problem
  SearchLimits limits = {};           // of each problem
  bool prune = true;                  // see Problem
  std::optional<RuleSet> rules = {};  // whatever the records say
  unsigned threads = 1;
};

// Calls visit(index, result), from the calling thread, in the order of the problems. After an
// interrupt the problems that were not finished are passed over. Throws Error where a theorem
// cannot be read, and what visit throws.
using VisitResult = std::function<void(std::size_t, const ProblemResult&)>;
void evaluate(std::span<const TestProblem> problems, const EvaluationRequest& request,
              const VisitResult& visit);

std::uint64_t seed_of_problem(std::uint64_t seed, std::uint64_t number);

// What many results come to.
class EvaluationSummary {
 public:
  // A problem that is not proven counts as a proof of so many steps in `length`, as in the paper.
  explicit EvaluationSummary(std::size_t step_limit) : step_limit_(step_limit) {}

  void add(const ProblemResult& result);

  struct Totals {
    std::uint64_t problems = 0;
    std::uint64_t length = 0;  // of the proofs
    SearchCounts counts = {};
    double seconds = 0;
    double cpu_seconds = 0;

    double mean(double total) const { return total / static_cast<double>(problems); }  // or NaN
    double mean(std::uint64_t total) const { return mean(static_cast<double>(total)); }
  };
  const Totals& all() const { return all_; }
  const Totals& proven() const { return proven_; }
  std::uint64_t ended(SearchEnd end) const;
  std::uint64_t proven_within(std::uint64_t nodes) const;

  double success() const { return all_.mean(proven_.problems); }
  std::pair<double, double> interval() const;  // of the success: Wilson's, of 95 %
  double length() const;                       // mean
  double proven_length() const { return proven_.mean(proven_.length); }

 private:
  std::size_t step_limit_;
  Totals all_, proven_;
  std::map<SearchEnd, std::uint64_t> ends_;
  std::map<std::uint64_t, std::uint64_t> proven_after_;  // so many expansions
};

// 5, 10, 20, 50, 100, … and the limit itself.
std::vector<std::uint64_t> budgets(std::uint64_t nodes);

}  // namespace ineq
