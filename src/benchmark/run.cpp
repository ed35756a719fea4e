#include "benchmark/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.h"
#include "base/hash.h"
#include "base/ordered.h"
#include "benchmark/result_file.h"
#include "files/checkpoint.h"
#include "files/lines.h"
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

// A run that was killed may have written results after its last checkpoint. Returns the number of
// bytes up to the end of the last whole result; `safe` bytes are known to be good.
std::uint64_t usable_size(const std::string& journal, std::uint64_t safe) {
  std::ifstream file(journal, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(safe));
  std::uint64_t size = safe;
  std::vector<char> line(kMaxLine);  // a longer one is no result
  while (file.getline(line.data(), static_cast<std::streamsize>(line.size())) && !file.eof()) {
    try {
      read_result(line.data());
    } catch (const Error&) {
      break;
    }
    size += static_cast<std::uint64_t>(file.gcount());
  }
  return size;
}

// The results of an unfinished run on disk, in the order in which they were found.
class Journal {
 public:
  explicit Journal(const RunRequest& request)
      : checkpoint_(
            {.output = request.results, .run = identity(request), .resume = request.resume}) {
    const std::string path = request.results + ".journal";
    file_.emplace(path, is_resumed() ? usable_size(path + ".partial", checkpoint_.size(0)) : 0);
    // A device or a pipe could not be read again.
    if (file_->partial().empty()) throw Error(path + ": this is not a regular file");
  }

  bool is_resumed() const { return checkpoint_.is_resumed(); }
  const std::string& path() const { return file_->partial(); }

  // The result survives the end of this process, and a power failure after the next save.
  void add(const std::string& line) {
    file_->write(line + "\n");
    file_->flush();
    is_saved_ = false;
    if (!last_save_ || Clock::now() - *last_save_ > kBetweenCheckpoints) save();
  }

  void save() {
    if (is_saved_) return;
    const auto size = file_->checkpoint();
    INEQ_CHECK(size.has_value());
    checkpoint_.save("journal", {*size});
    is_saved_ = true;
    last_save_ = Clock::now();
  }

  void remove() {  // once the results are in their final file
    checkpoint_.remove();
    file_->discard();
  }

 private:
  Checkpoint checkpoint_;
  std::optional<OutputFile> file_;
  bool is_saved_ = true;
  std::optional<Clock::time_point> last_save_;
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
  std::vector<std::optional<ProblemResult>> take() { return std::move(results_); }  // at the end

  void set(std::size_t key, ProblemResult result) {
    finished_ += !results_[key];
    results_[key] = std::move(result);
  }

  // The keys of results that are to be computed, in groups that a solver tries together. The groups
  // depend on the solver and the problems alone, so that a resumed run has the same ones: if a
  // result is missing, its whole group is computed again.
  std::vector<std::vector<std::size_t>> missing() const {
    std::vector<std::vector<std::size_t>> out;
    const std::size_t problems = request_.problems.size();
    for (std::size_t s = 0; s < request_.solvers.size(); ++s) {
      const std::size_t together = request_.solvers[s].together;
      for (std::size_t first = 0; first < problems; first += together) {
        std::vector<std::size_t> keys(std::min(together, problems - first));
        std::iota(keys.begin(), keys.end(), s * problems + first);
        if (std::ranges::any_of(keys, [&](std::size_t key) { return !results_[key]; })) {
          out.push_back(std::move(keys));
        }
      }
    }
    return out;
  }

  enum class Others { kIgnore, kRefuse };

  // Takes over the results of a file and returns their keys. If there are several of the same, the
  // first one counts. `others` says what to do with those of other solvers and problems.
  std::vector<std::size_t> join(const std::string& path, Others others) {
    std::vector<std::size_t> keys;
    for_each_result(path, [&](KeyedResult found) {
      const auto solver = solvers_.find(found.solver);
      const auto problem = problems_.find(found.number);
      if (solver == solvers_.end() || problem == problems_.end()) {
        if (others == Others::kIgnore) return;
        throw Error(
            "this result is not part of this run and would be lost: use --join with this file and "
            "another --out");
      }
      const std::size_t key = solver->second * request_.problems.size() + problem->second;
      if (found.fingerprint != fingerprint_of(this->solver(key), this->problem(key))) {
        throw Error("this result is of another problem, or was computed with other options");
      }
      if (results_[key]) return;
      require_valid(this->solver(key), this->problem(key), found.result);
      set(key, std::move(found.result));
      keys.push_back(key);
    });
    return keys;
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

std::vector<std::string> proof_lines(const ResultTable& table, const RunRequest& request) {
  std::vector<std::string> out;
  for (std::size_t key = 0; key < table.size(); ++key) {
    const ProblemResult& result = *table[key];
    if (!result.proven() || result.answer_only) continue;
    const RuleSet rules = rules_for(table.problem(key).record, request.rules);
    out.push_back(write_proven(table.problem(key), rules, result.proof));
  }
  return out;
}

bool has_lines(const std::string& path, const std::vector<std::string>& expected) {
  LineReader lines(path);
  std::size_t count = 0;
  for (std::string_view line; lines.next(line); ++count) {
    if (count == expected.size() || line != expected[count]) return false;
  }
  return count == expected.size();
}

// A file that has these proofs already, because the run was finished before, stays as it is.
void write_proofs(const ResultTable& table, const RunRequest& request) {
  const std::vector<std::string> lines = proof_lines(table, request);
  if (!request.force && std::filesystem::is_regular_file(request.proofs)) {
    if (has_lines(request.proofs, lines)) return;
    require_absent(request.proofs);
  }
  OutputFile file(request.proofs);
  for (const std::string& line : lines) file.write(line + "\n");
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
  using Others = ResultTable::Others;
  ResultTable table(request);
  std::optional<Journal> journal;
  std::vector<std::size_t> joined;  // keys of results that are not in the journal
  const auto join = [&](const std::string& path, Others others) {
    const std::vector<std::size_t> keys = table.join(path, others);
    joined.insert(joined.end(), keys.begin(), keys.end());
  };
  bool is_written = false;  // the results file has all results
  if (!request.results.empty()) {
    journal.emplace(request);
    if (journal->is_resumed()) {
      table.join(journal->path(), Others::kIgnore);
    } else if (!request.resume) {
      if (!request.force) require_absent(request.results);
    } else if (std::filesystem::is_regular_file(request.results)) {
      join(request.results, Others::kRefuse);
      is_written = table.finished() == table.size();
    }
  }
  for (const std::string& path : request.join) join(path, Others::kIgnore);
  RunProgress now{.total = table.size(), .earlier = table.finished(), .finished = table.finished()};
  const std::vector<std::vector<std::size_t>> missing = table.missing();
  if (!missing.empty()) {
    if (!request.force) require_absent(request.proofs);  // rather than at the end
    for (const std::size_t key : joined) {
      if (journal) journal->add(table.line(key));
    }
  }
  progress(now);

  std::mutex mutex;  // of table, journal and progress
  const auto enter = [&](std::size_t key, ProblemResult result) {
    const std::lock_guard lock(mutex);
    if (table[key]) return;  // another result of its group was missing
    table.set(key, std::move(result));
    if (journal) journal->add(table.line(key));
    now.finished = table.finished();
    progress(now);
  };
  struct Nothing {};
  const auto make_worker = [&] {
    return [&](std::size_t index) {
      const std::vector<std::size_t>& keys = missing[index];
      std::vector<const TestProblem*> problems;
      for (const std::size_t key : keys) problems.push_back(&table.problem(key));
      std::vector<ProblemResult> results = solve_all(table.solver(keys.front()), problems);
      for (std::size_t i = 0; i < keys.size(); ++i) {
        if (results[i].end != SearchEnd::kInterrupted) enter(keys[i], std::move(results[i]));
      }
      return Nothing();
    };
  };
  for_each_ordered(
      {.threads = request.threads, .ahead = missing.size(), .interrupt = request.interrupt},
      numbers(0, missing.size()), make_worker, [](std::size_t, Nothing) {});

  if (now.is_finished()) {
    if (!request.proofs.empty()) write_proofs(table, request);
    if (journal && !is_written) write_results(table, request.results);
    if (journal) journal->remove();
  } else if (journal) {
    journal->save();
  }
  std::vector<SolverSummary> summaries = summarize(table, request);
  return {.progress = now, .summaries = std::move(summaries), .results = table.take()};
}

}  // namespace ineq
