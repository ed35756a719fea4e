#pragma once
// Computes what a plan asks for: trainings, and the tests of the agents that they make. Each is a
// process of its own, `ineq train` or `ineq evaluate`, so that a fault ends one job and not the
// others, and CPU times are those of the job.
//
// Whatever is in the results folder is not computed again. A training or a test that was
// interrupted goes on where it was, also after the program was killed: children end with their
// parent. Results do not depend on the number of jobs at a time, except for times.

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "agents/load_network.h"
#include "experiment/plan.h"
#include "experiment/result_store.h"

namespace ineq {

struct RunnerOptions {
  std::string program;                           // this program
  unsigned jobs = 1;                             // at a time
  std::string device = kDefaultDevice;           // of the networks
  const std::atomic<bool>* interrupt = nullptr;  // once true, running jobs are saved and ended
};

// What remains to be done.
struct Work {
  struct Group {  // a training that is not finished, and the missing tests of its agent
    const TrainingJob* training = nullptr;  // null: the agent needs none
    bool trains = false;                    // the training itself is not finished
    std::string agent;                      // as in TestJob
    std::vector<const TestJob*> tests = {};
    double seconds = 0;  // estimated CPU time of all
  };
  std::vector<Group> groups;  // each after those it needs
  double seconds() const;
};
Work remaining_work(const Plan& plan, const Workspace& workspace, const ResultStore& store);

struct RunnerProgress {
  double total = 0;  // estimated CPU seconds of all jobs, as of the start
  double done = 0;   // including the done part of running ones
  std::size_t jobs = 0, finished = 0;
  std::vector<std::string> running = {};  // labels, with how far each job is
  std::string news = {};                  // about a job that has just ended; usually empty
};

struct RunnerOutcome {
  bool is_finished = false;
  std::vector<std::string> failures = {};  // one sentence per job that failed
};

// Calls progress() when a job ends and twice per second, from one thread at a time. Throws Error if
// another program is working in the folder, and if results cannot be written.
RunnerOutcome run_jobs(const Work& work, const Workspace& workspace, const ResultStore& store,
                       const RunnerOptions& options,
                       const std::function<void(const RunnerProgress&)>& progress);

}  // namespace ineq
