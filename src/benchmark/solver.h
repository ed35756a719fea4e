#pragma once
// How good is a solver, an agent or another system? It tries each problem of a list within the same
// limits, on several threads.
//
// What comes of a problem depends on the problem, its number and the options: it is the same for
// any number of threads, but for the seconds and for what a limit of seconds decides. A limit of
// nodes only ends a search, so one run tells what any smaller limit would have given: a proof found
// after so many expansions is found under every limit that allows as many.

#include <atomic>
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
  bool answer_only = false;  // another system's word: without a proof and counts, and not checked
  std::vector<std::string> proof = {};  // kProven: INT's text actions
  SearchCounts counts = {};
  std::size_t bytes = 0;
  double seconds = 0;
  double cpu_seconds = 0;  // of its thread, or process

  bool proven() const { return end == SearchEnd::kProven; }
};

// Called from several threads. Ends with kInterrupted if it was asked to end.
using Solver = std::function<ProblemResult(const TestProblem&)>;

struct AgentRequest {
  AgentOptions agent = {};            // its seed is made a different one for each problem
  SearchLimits limits = {};           // of each problem
  bool prune = true;                  // see Problem
  std::optional<RuleSet> rules = {};  // whatever the records say
};
Solver make_solver(const AgentRequest& request);

struct EvaluationRequest {
  Solver solver;
  unsigned threads = 1;
  const std::atomic<bool>* interrupt = nullptr;  // no further problem is begun
};

// Calls visit(index, result), from the calling thread, in the order of the problems. After an
// interrupt the problems that were not finished are passed over. Throws what the solver throws,
// Error where a theorem cannot be read, and what visit throws.
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
    std::uint64_t answers = 0;  // of them: without a proof and counts
    std::uint64_t length = 0;   // of the proofs
    SearchCounts counts = {};
    double seconds = 0;
    double cpu_seconds = 0;

    // NaN of nothing, and of a length or a count where there are answers alone.
    double mean(double total) const { return total / static_cast<double>(problems); }
    double mean_count(std::uint64_t total) const;
  };
  const Totals& all() const { return all_; }
  const Totals& proven() const { return proven_; }
  std::uint64_t ended(SearchEnd end) const;
  std::uint64_t proven_within(std::uint64_t nodes) const;
  bool has_counts() const { return all_.answers == 0; }

  double success() const { return all_.mean(static_cast<double>(proven_.problems)); }
  std::pair<double, double> interval() const;  // of the success: Wilson's, of 95 %
  double length() const;                       // mean
  double proven_length() const { return proven_.mean_count(proven_.length); }

 private:
  std::size_t step_limit_;
  Totals all_, proven_;
  std::map<SearchEnd, std::uint64_t> ends_;
  std::map<std::uint64_t, std::uint64_t> proven_after_;  // so many expansions
};

// 5, 10, 20, 50, 100, … and the limit itself.
std::vector<std::uint64_t> budgets(std::uint64_t nodes);

}  // namespace ineq
