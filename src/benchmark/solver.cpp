#include "benchmark/evaluation.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/streams.h"
#include "proof/action_text.h"
#include "proof/history.h"
#include "proof/rules_by_set.h"

namespace ineq {
namespace {

double thread_seconds() {
  std::timespec now{};
  INEQ_CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

ProblemResult try_problem(const TestProblem& test, const AgentRequest& request,
                          const RulesBySet& rules) {
  const double start = thread_seconds();
  const Watch watch(request.limits);
  const RuleSet set = rules_for(test.record, request.rules);
  Bank bank;
  const Theorem theorem = read_theorem(bank, test.record);
  Problem problem(set, rules[set], bank, theorem, request.prune);
  AgentOptions agent = request.agent;
  agent.seed = seed_of_problem(agent.seed, test.number);
  const SearchResult found = prove(problem, agent, watch);
  ProblemResult out{
      .end = found.end, .counts = found.counts, .bytes = found.bytes, .seconds = found.seconds};
  if (found.proven()) {
    History history(problem.bank, problem.theorem);
    for (const Action& action : found.proof) history.apply(problem.bank, problem.rules, action);
    out.proof = print_actions(problem.bank, history);
  }
  out.cpu_seconds = thread_seconds() - start;
  return out;
}

// Threads that take problem after problem, and the results as they come. A long search keeps one
// thread busy while the others go on.
class Workers {
 public:
  Workers(std::span<const TestProblem> problems, const EvaluationRequest& request)
      : problems_(problems),
        request_(request),
        results_(problems.size()),
        working_(request.threads) {
    INEQ_CHECK(request.threads > 0);
    for (unsigned i = 0; i < request.threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Workers() { stop_ = true; }  // then the threads are joined

  // Waits for it. Nothing where it was interrupted or never begun. Throws what a thread has.
  std::optional<ProblemResult> take(std::size_t index) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return results_[index] || failure_ || working_ == 0; });
    if (failure_) std::rethrow_exception(failure_);
    return std::exchange(results_[index], std::nullopt);
  }

 private:
  void work() {
    for (std::size_t i = next_++; i < problems_.size() && !over(); i = next_++) {
      try {
        ProblemResult result = request_.solver(problems_[i]);
        if (result.end == SearchEnd::kInterrupted) break;
        const std::lock_guard lock(mutex_);
        results_[i] = std::move(result);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
        stop_ = true;
      }
      changed_.notify_one();
    }
    {
      const std::lock_guard lock(mutex_);
      --working_;
    }
    changed_.notify_one();
  }

  bool over() const { return stop_ || (request_.interrupt != nullptr && *request_.interrupt); }

  const std::span<const TestProblem> problems_;
  const EvaluationRequest& request_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::vector<std::optional<ProblemResult>> results_;
  std::exception_ptr failure_;
  unsigned working_;
  std::vector<std::jthread> threads_;  // last, so that they end before what they use
};

}  // namespace

std::uint64_t seed_of_problem(std::uint64_t seed, std::uint64_t number) {
  return stream_seed(Purpose::kProblem, seed, number);
}

Solver make_solver(const AgentRequest& request) {
  return [request, rules = std::make_shared<const RulesBySet>()](const TestProblem& problem) {
    return try_problem(problem, request, *rules);
  };
}

void evaluate(std::span<const TestProblem> problems, const EvaluationRequest& request,
              const VisitResult& visit) {
  Workers workers(problems, request);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (const auto result = workers.take(i)) visit(i, *result);
  }
}

void EvaluationSummary::add(const ProblemResult& result) {
  ++ends_[result.end];
  if (result.proven()) ++proven_after_[result.counts.expanded];
  for (Totals* totals : {&all_, &proven_}) {
    if (totals == &proven_ && !result.proven()) continue;
    ++totals->problems;
    totals->answers += result.answer_only ? 1 : 0;
    totals->length += result.proof.size();
    totals->counts += result.counts;
    totals->seconds += result.seconds;
    totals->cpu_seconds += result.cpu_seconds;
  }
}

double EvaluationSummary::Totals::mean_count(std::uint64_t total) const {
  return answers > 0 ? std::numeric_limits<double>::quiet_NaN() : mean(static_cast<double>(total));
}

std::uint64_t EvaluationSummary::ended(SearchEnd end) const {
  const auto found = ends_.find(end);
  return found == ends_.end() ? 0 : found->second;
}

std::uint64_t EvaluationSummary::proven_within(std::uint64_t nodes) const {
  std::uint64_t out = 0;
  for (const auto& [expanded, count] : proven_after_) out += expanded <= nodes ? count : 0;
  return out;
}

std::pair<double, double> EvaluationSummary::interval() const {
  if (all_.problems == 0) return {0, 1};
  constexpr double kDeviations = 1.959964;
  constexpr double kSquare = kDeviations * kDeviations;
  const auto n = static_cast<double>(all_.problems);
  const double share = success();
  const double middle = (share + kSquare / (2 * n)) / (1 + kSquare / n);
  const double spread =
      kDeviations / (1 + kSquare / n) * std::sqrt(share * (1 - share) / n + kSquare / (4 * n * n));
  return {std::max(0.0, middle - spread), std::min(1.0, middle + spread)};
}

double EvaluationSummary::length() const {
  const std::uint64_t unproven = all_.problems - proven_.problems;
  return all_.mean_count(all_.length + unproven * step_limit_);
}

std::vector<std::uint64_t> budgets(std::uint64_t nodes) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t power = 1; nodes > 0; power *= 10) {
    for (const std::uint64_t digit : {1, 2, 5}) {
      if (digit > (nodes - 1) / power) {
        out.push_back(nodes);
        return out;
      }
      if (digit * power >= 5) out.push_back(digit * power);
    }
  }
  return {0};
}

}  // namespace ineq
