#pragma once
// Solvers: agents and other systems that try problems within limits.
//
// A result depends only on the problem, its number and the solver's options. Only times differ from
// run to run, and results that a time limit decides. The node limit does nothing but end a search,
// so one run also gives the results under every smaller limit: a proof found after N expansions is
// found under every limit of at least N.

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "benchmark/problem.h"
#include "search/prove.h"

namespace ineq {

struct ProblemResult {
  SearchEnd end = SearchEnd::kExhausted;
  bool answer_only = false;  // another system's answer: unverified, without a proof and counts
  std::vector<std::string> proof = {};  // kProven: INT's text actions
  SearchCounts counts = {};
  std::uint64_t states = 0;  // as in SearchResult; 0: not counted
  std::size_t bytes = 0;
  double seconds = 0;
  double cpu_seconds = 0;  // of its thread, or process
  std::string why = {};    // kFailed: what went wrong

  bool proven() const { return end == SearchEnd::kProven; }
};

struct Solver {
  std::string name;
  bool is_checked = true;       // the kernel has accepted whatever it claims to have proven
  nlohmann::json options = {};  // all that its results depend on besides its name
  // Tries one problem. Called from several threads. Ends with kInterrupted if it was asked to end.
  std::function<ProblemResult(const TestProblem&)> solve = {};
  // In its place, for solvers that gain from trying several problems at once: tries up to
  // `together` problems. Which problems are tried together must hardly matter: only rounding may
  // differ.
  std::function<std::vector<ProblemResult>(std::span<const TestProblem* const>)> solve_many = {};
  std::size_t together = 1;
  // What users are to be told after the run, if anything: a sentence.
  std::function<std::string()> remark = {};
};
std::vector<ProblemResult> solve_all(const Solver& solver,
                                     std::span<const TestProblem* const> problems);

struct AgentRequest {
  AgentOptions agent = {};            // each problem gets a seed of its own, derived from this one
  SearchLimits limits = {};           // of each problem
  bool prune = true;                  // see Problem
  std::optional<RuleSet> rules = {};  // overrides the records
};
Solver make_solver(const AgentRequest& request, nlohmann::json options = {});

// What a search has found; the time of its thread remains to be filled in.
ProblemResult to_problem_result(Problem& problem, const ProveResult& found);

std::uint64_t seed_of_problem(std::uint64_t seed, std::uint64_t number);

}  // namespace ineq
