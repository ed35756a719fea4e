#include "search/search.h"

#include <algorithm>
#include <utility>

#include "algebra/copy.h"
#include "base/names.h"

namespace ineq {
namespace {

Theorem copied(const Bank& from, const Theorem& theorem, Bank& to) {
  Theorem out;
  copy_theorem(from, theorem, to, out);
  return out;
}

constexpr std::string_view kEndNames[] = {"proven",  "refuted", "exhausted",   "nodes",
                                          "seconds", "memory",  "interrupted", "failed"};

// A node, its place in a table that is between a quarter and half full, and its value.
constexpr std::size_t kBytesPerTerm = sizeof(Node) * 3 / 2 + 24 + 6;

}  // namespace

Problem::Problem(RuleSet set, const Rules& its_rules, const Bank& from, const Theorem& its_theorem,
                 bool prune)
    : rule_set(set),
      rules(its_rules),
      theorem(copied(from, its_theorem, bank)),
      countermodel(bank, set, theorem, prune) {}

std::size_t Problem::bytes() const { return bytes_of(bank); }

std::string_view to_string(SearchEnd end) { return kEndNames[static_cast<std::size_t>(end)]; }

std::optional<SearchEnd> find_search_end(std::string_view name) {
  return find_name<SearchEnd>(kEndNames, name);
}

SearchCounts& SearchCounts::operator+=(const SearchCounts& other) {
  expanded += other.expanded;
  generated += other.generated;
  steps += other.steps;
  evaluated += other.evaluated;
  batches += other.batches;
  return *this;
}

std::optional<SearchEnd> Budget::over(std::uint64_t expanded, std::size_t bytes) const {
  if (failure_) return SearchEnd::kFailed;
  if (is_interrupted()) return SearchEnd::kInterrupted;  // first: what was cut short is no result
  if (expanded >= limits_.nodes) return SearchEnd::kNodes;
  if (bytes > limits_.memory) return SearchEnd::kMemory;
  if (limits_.seconds > 0 && seconds() > limits_.seconds) return SearchEnd::kSeconds;
  return std::nullopt;
}

bool Budget::is_interrupted() const {
  if (limits_.is_interrupted && limits_.is_interrupted()) return true;
  return limits_.interrupt != nullptr && limits_.interrupt->load(std::memory_order_relaxed);
}

void Budget::fail(std::string why) {
  if (!failure_) failure_ = std::move(why);
  is_up_ = true;
}

bool Budget::is_up() {
  constexpr std::uint32_t kTicks = 64;  // between two looks at the clock
  if (!is_up_ && ++asked_ % kTicks == 0) {
    is_up_ = is_interrupted() || (limits_.seconds > 0 && seconds() > limits_.seconds);
  }
  return is_up_;
}

double Budget::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

std::optional<SearchEnd> end_at_start(Problem& problem, const SearchLimits& limits) {
  if (State(problem.bank, problem.theorem).proven()) return SearchEnd::kProven;
  if (!problem.countermodel.may_hold(problem.bank, problem.theorem.goal)) {
    return SearchEnd::kRefuted;
  }
  if (limits.steps == 0) return SearchEnd::kExhausted;
  return std::nullopt;
}

bool has_false_goal(Problem& problem, const State& state) {
  if (!problem.countermodel.refutes()) return false;
  problem.countermodel.extend(problem.bank);
  return std::ranges::any_of(state.goals(), [&](Statement goal) {
    return !problem.countermodel.may_hold(problem.bank, goal);
  });
}

std::size_t count_goals(const State& state) {
  return static_cast<std::size_t>(std::ranges::distance(state.goals()));
}

std::size_t bytes_of(const State& state) {
  std::size_t entries = 0;
  using enum State::Status;
  for (const State::Status status : {kMentioned, kGoal, kFact}) {
    entries += static_cast<std::size_t>(std::ranges::distance(state.with(status)));
  }
  return sizeof(State) + entries * sizeof(State::Entry) * 3 / 2;
}

std::size_t bytes_of(const Bank& bank) { return bank.size() * kBytesPerTerm; }

}  // namespace ineq
