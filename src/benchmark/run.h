#pragma once
// A run: every solver tries every problem, on several threads, with a line of JSON per result.
//
// The results file NAME appears when the run is finished. Its lines are ordered by solver, as
// listed, and then by problem. Except for the times they are the same for any number of threads.
// Until then, each result is appended to NAME.journal.partial as soon as it is known, in any order,
// and NAME.checkpoint identifies the run. A run that was killed can be resumed and then computes
// only what is missing. A finished run can be resumed, too: if problems or solvers were added, it
// computes their results. Results of other runs can be joined, so that parts of a run can be
// computed elsewhere. Proofs that are read from files are checked again by the kernel.

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "benchmark/problem.h"
#include "benchmark/solver.h"
#include "benchmark/summary.h"

namespace ineq {

struct RunRequest {
  std::vector<Solver> solvers;  // with different names
  std::vector<TestProblem> problems;
  std::size_t step_limit = 15;  // see ResultSummary
  unsigned threads = 1;
  std::string results = {};            // the file; empty: none
  std::string proofs = {};             // a file for the records that were proven; empty: none
  std::optional<RuleSet> rules = {};   // of the proofs, as in AgentRequest
  std::vector<std::string> join = {};  // files whose results are not computed again
  bool resume = false;                 // continue an earlier run with this results file, if any
  bool force = false;                  // overwrite existing files
  const std::atomic<bool>* interrupt = nullptr;  // once true, no further problem is begun
};

struct RunProgress {
  std::size_t total = 0;     // pairs of a solver and a problem
  std::size_t earlier = 0;   // those known before this run
  std::size_t finished = 0;  // including the earlier ones

  bool is_finished() const { return finished == total; }
};

struct RunOutcome {
  RunProgress progress;
  std::vector<SolverSummary> summaries;  // one per solver
  // By solver and then by problem, as listed; nothing where an interrupted run has no result.
  std::vector<std::optional<ProblemResult>> results = {};
};

// Calls progress after the earlier results are read and then once per finished result, whatever its
// place in the order; from several threads, but never from two at once. An interrupted run keeps
// its journal, and its summaries cover the finished results. Throws Error, what a solver throws,
// and what progress throws; the journal then has all results that were finished.
RunOutcome run(const RunRequest& request, const std::function<void(const RunProgress&)>& progress);

}  // namespace ineq
