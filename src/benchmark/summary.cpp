#include "benchmark/summary.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace ineq {
namespace {

// Those that kSubS (Czechowski et al., 2021) and AdaSubS (Zawalski et al., 2023) report.
constexpr std::uint64_t kStateBudgets[] = {5,  10,  15,  20,  25,  30,  40,  50,
                                           75, 100, 200, 400, 500, 750, 1000};

}  // namespace

void ResultSummary::add(const ProblemResult& result) {
  ++ends_[result.end];
  if (result.proven()) {
    ++proven_after_[result.counts.expanded];
    ++proven_after_states_[result.states];
  }
  without_states_ += result.states == 0 ? 1 : 0;
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

double ResultSummary::Totals::mean_count(std::uint64_t total) const {
  return answers > 0 ? std::numeric_limits<double>::quiet_NaN() : mean(static_cast<double>(total));
}

std::uint64_t ResultSummary::ended(SearchEnd end) const {
  const auto found = ends_.find(end);
  return found == ends_.end() ? 0 : found->second;
}

std::uint64_t ResultSummary::proven_within(std::uint64_t nodes, NodeCount count) const {
  std::uint64_t out = 0;
  const auto& proven_after = count == NodeCount::kStates ? proven_after_states_ : proven_after_;
  for (const auto& [needed, proofs] : proven_after) out += needed <= nodes ? proofs : 0;
  return out;
}

std::pair<double, double> wilson_interval(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {0, 1};
  constexpr double kDeviations = 1.959964;
  constexpr double kSquare = kDeviations * kDeviations;
  const auto n = static_cast<double>(whole);
  const double share = static_cast<double>(part) / n;
  const double middle = (share + kSquare / (2 * n)) / (1 + kSquare / n);
  const double spread =
      kDeviations / (1 + kSquare / n) * std::sqrt(share * (1 - share) / n + kSquare / (4 * n * n));
  return {std::max(0.0, middle - spread), std::min(1.0, middle + spread)};
}

double ResultSummary::length() const {
  const std::uint64_t unproven = all_.problems - proven_.problems;
  return all_.mean_count(all_.length + unproven * step_limit_);
}

void SolverSummary::add(const TestProblem& problem, const ProblemResult& result,
                        std::size_t step_limit) {
  all.add(result);
  const bool is_first = !first_failure || problem.number < first_failure->number;
  if (result.end == SearchEnd::kFailed && is_first) {
    first_failure = {.number = problem.number, .why = result.why};
  }
  const Record& record = problem.record;
  if (!record.k || !record.l) return;
  by_setting.try_emplace({*record.k, *record.l}, step_limit).first->second.add(result);
}

std::vector<std::uint64_t> budgets(std::uint64_t nodes, NodeCount count) {
  std::vector<std::uint64_t> out;
  if (count == NodeCount::kStates) {
    std::ranges::copy_if(kStateBudgets, std::back_inserter(out),
                         [&](std::uint64_t budget) { return budget <= nodes; });
    return out.empty() ? std::vector<std::uint64_t>{nodes} : out;
  }
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
