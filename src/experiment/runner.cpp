#include "experiment/runner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "agents/run_directory.h"
#include "base/error.h"
#include "benchmark/process.h"
#include "benchmark/summary.h"
#include "files/fields.h"
#include "files/file_error.h"
#include "files/lines.h"
#include "files/make_folder.h"
#include "files/output.h"

namespace ineq {
namespace {

namespace fs = std::filesystem;

constexpr double kGrace = 60;        // seconds in which an interrupted training saves itself
constexpr double kMaxSeconds = 3e7;  // a year: no limit
constexpr std::size_t kMaxMemory = std::size_t{1} << 46;  // likewise

const std::string& made_folder(const std::string& folder) {
  make_folder(folder);
  return folder;
}

// Keeps other programs from working in the same folder.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder)
      : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw FileError(folder, errno);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      close(descriptor_);
      throw Error(folder + ": another program is running experiments in this folder");
    }
  }
  ~FolderLock() { close(descriptor_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const int descriptor_;
};

struct RunStatus {
  bool is_done = false;
  double share = 0;  // of the states
};

RunStatus status_of(const std::string& folder) {
  const RunDirectory run(folder);
  try {
    const nlohmann::json status = nlohmann::json::parse(read_file(run.status()));
    const double total = status.value("total", 0.0);
    return {.is_done = status.value("status", "") == "done" && fs::exists(run.best()),
            .share = total > 0 ? status.value("states", 0.0) / total : 0};
  } catch (const std::exception&) {  // there is none yet, or none that can be read
    return {};
  }
}

std::vector<std::string> test_command(const TestJob& job, const Workspace& workspace,
                                      const RunnerOptions& options) {
  std::vector<std::string> out = {
      options.program, "evaluate",
      "--problems",    job.problems,
      "--agent",       job.is_trained ? workspace.run(job.agent) : job.agent,
      "--threads",     "1",
      "--out",         workspace.results(job.key),
      "--resume"};
  for (const auto& [name, texts] : job.options) {
    for (const std::string& text : texts) {
      out.push_back(option_name(name));
      out.push_back(text);
    }
  }
  if (job.is_trained) out.insert(out.end(), {"--device", options.device});
  return out;
}

// A run that was begun goes on with its own configuration.
std::vector<std::string> training_command(const TrainingJob& job, const Workspace& workspace,
                                          const RunnerOptions& options) {
  const std::string folder = workspace.run(job.key);
  std::vector<std::string> out = {options.program, "train", "--out", folder, "--resume"};
  if (!RunDirectory(folder).is_run()) {
    const std::string config = workspace.log(job.key) + ".json";
    write_file(config, to_json(job.config).dump(2) + "\n");
    out.insert(out.end(), {"--config", config});
  }
  out.insert(out.end(), {"--device", options.device});
  return out;
}

class Runner {
 public:
  Runner(const Work& work, const Workspace& workspace, const ResultStore& store,
         const RunnerOptions& options, const std::function<void(const RunnerProgress&)>& progress)
      : work_(work),
        workspace_(workspace),
        store_(store),
        options_(options),
        progress_(progress),
        work_lock_(workspace.folder()),
        results_lock_(made_folder(store.folder())),
        states_(work.groups.size()) {
    for (const Work::Group& group : work.groups) {
      now_.total += group.seconds;
      now_.jobs += group.tests.size() + (group.trains ? 1 : 0);
    }
  }

  RunnerOutcome run() {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < options_.jobs; ++i) {
      threads.emplace_back([this] { work_until_done(); });
    }
    try {
      std::unique_lock lock(mutex_);
      while (active_ > 0 || (!stopped() && std::ranges::count(states_, State::kWaiting) > 0)) {
        tell("");
        changed_.wait_for(lock, std::chrono::milliseconds(500));
        if (stopped()) stop_ = true;
      }
    } catch (...) {  // what progress throws
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      stop_ = true;
    }
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    threads.clear();
    if (failure_) std::rethrow_exception(failure_);
    return {.is_finished = std::ranges::all_of(states_, [](State s) { return s == State::kDone; }),
            .failures = failures_};
  }

 private:
  enum class State { kWaiting, kRunning, kDone, kFailed };

  bool stopped() const {
    return failure_ || (options_.interrupt != nullptr && *options_.interrupt);
  }

  // The groups that this one starts from are done, or they are not part of the work.
  State readiness(const Work::Group& group) const {
    if (group.training == nullptr || group.training->needs.empty()) return State::kDone;
    for (std::size_t i = 0; i < work_.groups.size(); ++i) {
      if (work_.groups[i].agent == group.training->needs) return states_[i];
    }
    return State::kDone;
  }

  void work_until_done() {
    std::unique_lock lock(mutex_);
    while (!done_ && !stopped()) {
      std::optional<std::size_t> next;
      for (std::size_t i = 0; i < states_.size() && !next; ++i) {
        if (states_[i] != State::kWaiting) continue;
        const State needed = readiness(work_.groups[i]);
        if (needed == State::kFailed) {
          states_[i] = State::kFailed;
          failures_.push_back(fmt::format("{} was not tried: what it starts from has failed",
                                          work_.groups[i].training->label));
        } else if (needed == State::kDone) {
          next = i;
        }
      }
      if (!next) {
        changed_.wait_for(lock, std::chrono::milliseconds(500));
        continue;
      }
      states_[*next] = State::kRunning;
      ++active_;
      lock.unlock();
      State end = State::kWaiting;
      std::exception_ptr failure;
      try {
        end = run_group(work_.groups[*next]);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure && !failure_) failure_ = failure;
      states_[*next] = end;
      --active_;
      changed_.notify_all();
    }
  }

  State run_group(const Work::Group& group) {
    AgentRecord record = store_.load(group.agent);
    if (group.trains) {
      const TrainingJob& job = *group.training;
      if (!run_job(job.key, "train " + job.label, job.seconds,
                   training_command(job, workspace_, options_),
                   [&] { return status_of(workspace_.run(job.key)).share; })) {
        return end_of_failed();
      }
      TrainingRecord training = read_training(job, workspace_);
      // Another machine can give other weights, to which the earlier tests do not belong.
      if (record.training && record.training->curve_of_success() != training.curve_of_success()) {
        record.tests.clear();
      }
      record.training = std::move(training);
      store_.save(group.agent, record);
      const double best =
          record.training->curve.empty()
              ? -1
              : std::ranges::max(record.training->curve, {}, &TrainingRecord::Point::validation)
                    .validation;
      finished(fmt::format("trained {}: {} states, {:.0f} CPU s{}", job.label,
                           record.training->states, record.training->cpu_seconds,
                           best < 0 ? "" : fmt::format(", validation {:.1f} %", 100 * best)));
    }
    State end = State::kDone;
    for (const TestJob* job : group.tests) {
      if (!run_job(job->key, "test " + job->label, job->seconds,
                   test_command(*job, workspace_, options_), [] { return 0.0; })) {
        if (const std::lock_guard lock(mutex_); stopped()) return State::kWaiting;
        end = State::kFailed;
        continue;
      }
      const TestRecord& test = record.tests[job->key] = read_test(*job, workspace_);
      store_.save(group.agent, record);
      const auto proven = std::ranges::count_if(test.outcomes, &ProblemOutcome::proven);
      finished(fmt::format("tested {}: {} of {} proven", job->label, proven, test.outcomes.size()));
    }
    return end;
  }

  State end_of_failed() {
    const std::lock_guard lock(mutex_);
    return stopped() ? State::kWaiting : State::kFailed;
  }

  // Returns whether the process has done its work. `share` tells how far it is.
  bool run_job(const std::string& key, const std::string& label, double seconds,
               const std::vector<std::string>& command, std::function<double()> share) {
    {
      const std::lock_guard lock(mutex_);
      running_[key] = {.label = label, .seconds = seconds, .share = std::move(share)};
    }
    const ProcessResult result = run_process(
        command, "",
        {.seconds = kMaxSeconds, .memory = kMaxMemory, .interrupt = &stop_, .grace = kGrace});
    std::string text = "$";
    for (const std::string& word : command) text += " " + word;
    write_file(workspace_.log(key), text + "\n" + result.output);
    const std::lock_guard lock(mutex_);
    running_.erase(key);
    if (result.exit_code == 0) {
      now_.done += seconds;
      return true;
    }
    if (!stopped()) {
      failures_.push_back(fmt::format("{} has failed: see {}", label, workspace_.log(key)));
      now_.done += seconds;
      tell(failures_.back());
    }
    return false;
  }

  void finished(const std::string& news) {
    const std::lock_guard lock(mutex_);
    ++now_.finished;
    tell(news);
  }

  // With the mutex held.
  void tell(const std::string& news) {
    RunnerProgress now = now_;
    for (const auto& [key, job] : running_) {
      const double share = std::min(1.0, job.share());
      now.done += job.seconds * share;
      now.running.push_back(share > 0 ? fmt::format("{}: {:.0f} %", job.label, 100 * share)
                                      : job.label);
    }
    now.news = news;
    progress_(now);
  }

  struct Running {
    std::string label;
    double seconds;
    std::function<double()> share;
  };

  const Work& work_;
  const Workspace& workspace_;
  const ResultStore& store_;
  const RunnerOptions& options_;
  const std::function<void(const RunnerProgress&)>& progress_;
  const FolderLock work_lock_, results_lock_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::atomic<bool> stop_ = false;  // ends the running jobs
  std::vector<State> states_;       // of the groups
  std::map<std::string, Running> running_;
  RunnerProgress now_;
  std::size_t active_ = 0;
  bool done_ = false;
  std::vector<std::string> failures_;
  std::exception_ptr failure_;
};

}  // namespace

double Work::seconds() const {
  double out = 0;
  for (const Group& group : groups) out += group.seconds;
  return out;
}

Work remaining_work(const Plan& plan, const Workspace& workspace, const ResultStore& store) {
  std::map<std::string, Work::Group> searches;  // agents without training
  std::map<std::string, Work::Group> trained;
  std::map<std::string, AgentRecord> records;
  const auto record_of = [&](const std::string& agent) -> const AgentRecord& {
    const auto found = records.find(agent);
    return found != records.end() ? found->second : records[agent] = store.load(agent);
  };
  for (const TestJob& test : plan.tests) {
    if (record_of(test.agent).tests.contains(test.key)) continue;
    Work::Group& group = (test.is_trained ? trained : searches)[test.agent];
    group.tests.push_back(&test);
    group.seconds += test.seconds;
  }
  // A run is needed for its tests, for its record, and for trainings that start from it.
  std::set<std::string> wanted;
  for (auto job = plan.trainings.rbegin(); job != plan.trainings.rend(); ++job) {
    const bool has_tests = trained.contains(job->key);
    const std::optional<TrainingRecord>& record = record_of(job->key).training;
    const bool has_record = record.has_value();
    if (has_record) require_same_options(*record, *job);
    const bool is_needed = has_tests || !has_record || wanted.contains(job->key);
    if (!is_needed) continue;
    Work::Group& group = trained[job->key];
    group.training = &*job;
    group.trains = !has_record || !status_of(workspace.run(job->key)).is_done;
    if (group.trains) group.seconds += job->seconds;
    if (group.trains && !job->needs.empty()) wanted.insert(job->needs);
  }
  Work out;
  for (const TrainingJob& job : plan.trainings) {
    const auto found = trained.find(job.key);
    if (found == trained.end()) continue;
    found->second.agent = job.key;
    if (found->second.trains || !found->second.tests.empty()) out.groups.push_back(found->second);
  }
  for (auto& [agent, group] : searches) {
    group.agent = agent;
    out.groups.push_back(group);
  }
  return out;
}

RunnerOutcome run_jobs(const Work& work, const Workspace& workspace, const ResultStore& store,
                       const RunnerOptions& options,
                       const std::function<void(const RunnerProgress&)>& progress) {
  return Runner(work, workspace, store, options, progress).run();
}

}  // namespace ineq
