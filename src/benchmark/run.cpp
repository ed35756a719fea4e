#include "benchmark/run.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "base/ordered.h"
#include "benchmark/result_file.h"
#include "files/checkpoint.h"
#include "files/output.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"

namespace ineq {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenCheckpoints{300};

// All that the results depend on.
Json identity(const RunRequest& request) {
  Json solvers = Json::array();
  for (const Solver& solver : request.solvers) {
    solvers.push_back({{"solver", solver.name}, {"options", solver.options}});
  }
  const Solver nobody;
  std::uint64_t hash = 0;
  for (const TestProblem& problem : request.problems) {
    hash = hash_text(fingerprint_of(nobody, problem), mix(hash + problem.number));
  }
  return {{"solvers", solvers}, {"problems", {{"count", request.problems.size()}, {"hash", hash}}}};
}

// The results of a run as they come, on disk.
class Journal {
 public:
  explicit Journal(const RunRequest& request)
      : checkpoint_(
            {.output = request.results, .run = identity(request), .resume = request.resume}) {
    if (request.resume && !checkpoint_.is_resumed() && std::filesystem::exists(request.results)) {
      throw Error(request.results +
                  ": this run is finished; remove the file, or leave out --resume, to do it again");
    }
    file_.emplace(request.results + ".journal", checkpoint_.size(0));
  }

  // The file with the earlier results, if there are any.
  std::optional<std::string> earlier() const {
    return checkpoint_.is_resumed() ? std::optional(file_->partial()) : std::nullopt;
  }

  void add(const std::string& line) {  // from any thread
    const std::lock_guard lock(mutex_);
    file_->write(line + "\n");
    ++added_;
    if (Clock::now() - saved_ > kBetweenCheckpoints) save();
  }

  void save_all() {
    const std::lock_guard lock(mutex_);
    save();
  }

  void remove() {  // the results are at another place
    checkpoint_.remove();
    file_->discard();
  }

 private:
  void save() {
    saved_ = Clock::now();
    if (added_ == 0) return;
    const auto size = file_->checkpoint();
    INEQ_CHECK(size.has_value());
    checkpoint_.save("journal", {*size});
  }

  std::mutex mutex_;  // of what follows
  Checkpoint checkpoint_;
  std::optional<OutputFile> file_;
  std::uint64_t added_ = 0;
  Clock::time_point saved_ = Clock::now();
};

// The results of a run by solver and problem.
class ResultTable {
 public:
  explicit ResultTable(const RunRequest& request)
      : request_(request), results_(request.solvers.size() * request.problems.size()) {
    for (std::size_t i = 0; i < request.solvers.size(); ++i) {
      const std::string& name = request.solvers[i].name;
      if (!solvers_.emplace(name, i).second) throw Error("the solver " + name + " is given twice");
    }
    for (std::size_t i = 0; i < request.problems.size(); ++i) {
      problems_[request.problems[i].number] = i;
    }
  }

  std::size_t size() const { return results_.size(); }
  std::size_t finished() const { return finished_; }
  const Solver& solver(std::size_t key) const {
    return request_.solvers[key / request_.problems.size()];
  }
  const TestProblem& problem(std::size_t key) const {
    return request_.problems[key % request_.problems.size()];
  }
  const std::optional<ProblemResult>& operator[](std::size_t key) const { return results_[key]; }

  void set(std::size_t key, ProblemResult result) {
    finished_ += !results_[key];
    results_[key] = std::move(result);
  }

  // Takes over the results of a file. Those of other solvers and problems are ignored; if there are
  // several of the same, the first one counts.
  void join(const std::string& path, const std::function<void(std::size_t key)>& added) {
    for_each_result(path, [&](KeyedResult found) {
      const auto solver = solvers_.find(found.solver);
      const auto problem = problems_.find(found.number);
      if (solver == solvers_.end() || problem == problems_.end()) return;
      const std::size_t key = solver->second * request_.problems.size() + problem->second;
      if (found.fingerprint != fingerprint_of(this->solver(key), this->problem(key))) {
        throw Error("this result is of another problem, or was computed with other options");
      }
      if (results_[key]) return;
      require_valid(this->solver(key), this->problem(key), found.result);
      set(key, std::move(found.result));
      added(key);
    });
  }

  // Only the kernel is believed, so whatever a file claims to be proven is checked again.
  void require_valid(const Solver& solver, const TestProblem& problem,
                     const ProblemResult& result) {
    if (result.answer_only == solver.is_checked) {
      throw Error("this result does not have the form of a result of " + solver.name);
    }
    if (!result.proven() || !solver.is_checked) return;
    Record record = problem.record;
    record.proof = result.proof;
    bank_.reset();
    const Rules& rules = rules_[rules_for(record, request_.rules)];
    if (!check_record(bank_, rules, record).proven) {
      throw Error("the kernel rejects the proof of this result");
    }
  }

  std::string line(std::size_t key) const {
    return write_result(solver(key), problem(key), *results_[key]);
  }

 private:
  const RunRequest& request_;
  std::map<std::string, std::size_t> solvers_;     // by name
  std::map<std::uint64_t, std::size_t> problems_;  // by number
  std::vector<std::optional<ProblemResult>> results_;
  std::size_t finished_ = 0;
  const RulesBySet rules_;
  Bank bank_;  // of the proof that is checked
};

void write_results(const ResultTable& table, const std::string& path) {
  OutputFile file(path);
  for (std::size_t key = 0; key < table.size(); ++key) file.write(table.line(key) + "\n");
  file.commit();
}

void write_proofs(const ResultTable& table, const RunRequest& request) {
  OutputFile file(request.proofs);
  for (std::size_t key = 0; key < table.size(); ++key) {
    const ProblemResult& result = *table[key];
    if (!result.proven() || result.answer_only) continue;
    const RuleSet rules = rules_for(table.problem(key).record, request.rules);
    file.write(write_proven(table.problem(key), rules, result.proof) + "\n");
  }
  file.commit();
}

std::vector<SolverSummary> summarize(const ResultTable& table, const RunRequest& request) {
  std::vector<SolverSummary> out;
  for (const Solver& solver : request.solvers) {
    out.push_back({.solver = solver.name,
                   .is_checked = solver.is_checked,
                   .all = ResultSummary(request.step_limit)});
  }
  for (std::size_t key = 0; key < table.size(); ++key) {
    if (!table[key]) continue;
    out[key / request.problems.size()].add(table.problem(key), *table[key], request.step_limit);
  }
  return out;
}

}  // namespace

RunOutcome run(const RunRequest& request, const std::function<void(const RunProgress&)>& progress) {
  ResultTable table(request);
  std::optional<Journal> journal;
  if (!request.results.empty()) {
    journal.emplace(request);
    if (const auto path = journal->earlier()) table.join(*path, [](std::size_t) {});
  }
  for (const std::string& path : request.join) {
    table.join(path, [&](std::size_t key) {
      if (journal) journal->add(table.line(key));
    });
  }
  RunProgress now{.total = table.size(), .earlier = table.finished(), .finished = table.finished()};
  progress(now);

  const auto next_missing = [&, key = std::size_t{0}]() mutable -> std::optional<std::size_t> {
    while (key < table.size() && table[key]) ++key;
    return key < table.size() ? std::optional(key++) : std::nullopt;
  };
  // Results go to the journal at once: those that wait for an earlier problem survive a kill, too.
  const auto make_worker = [&] {
    return [&](std::size_t key) {
      ProblemResult result = table.solver(key).solve(table.problem(key));
      if (journal && result.end != SearchEnd::kInterrupted) {
        journal->add(write_result(table.solver(key), table.problem(key), result));
      }
      return result;
    };
  };
  const auto enter = [&](std::size_t key, ProblemResult result) {
    if (result.end == SearchEnd::kInterrupted) return;
    table.set(key, std::move(result));
    now.finished = table.finished();
    progress(now);
  };
  for_each_ordered(
      {.threads = request.threads, .ahead = table.size(), .interrupt = request.interrupt},
      next_missing, make_worker, enter);

  if (now.is_finished()) {
    if (!request.proofs.empty()) write_proofs(table, request);
    if (journal) write_results(table, request.results);
    if (journal) journal->remove();
  } else if (journal) {
    journal->save_all();
  }
  return {.progress = now, .summaries = summarize(table, request)};
}

}  // namespace ineq
