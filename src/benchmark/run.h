#pragma once
// A run: every solver tries every problem, on several threads, with a line of JSON per result.
//
// The results file NAME appears when the run is finished. Its lines are ordered by solver, as
// listed, and then by problem. Except for the times they are the same for any number of threads.
// Until then, each result is appended to NAME.journal.partial as soon as it is known, and
// NAME.checkpoint says how much of that file is safe. A run that was killed can be resumed and then
// computes only what is missing. Results of other runs can be joined, so that parts of a run can be
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
  bool resume = false;                 // go on with an unfinished run, if there is one
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
};

// Calls progress on the calling thread, first after the earlier results are read. An interrupted
// run keeps its journal, and its summaries cover the finished results. Throws Error, what a solver
// throws, and what progress throws.
RunOutcome run(const RunRequest& request, const std::function<void(const RunProgress&)>& progress);

}  // namespace ineq
