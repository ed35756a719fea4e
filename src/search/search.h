#pragma once
// What every search takes and returns: a problem, limits, and a result with its cost.
//
// A search looks for a short path from the theorem's state to one without goals. States with the
// same hash count as the same state. A search is not believed: whoever runs one hands the proof to
// the kernel, as search/prove.h does.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.h"
#include "kernel/kernel.h"
#include "search/countermodel.h"

namespace ineq {

// A theorem to prove, in a bank of its own that the search fills.
struct Problem {
  // Without `prune`, a search also tries actions that open false goals.
  Problem(RuleSet set, const Rules& rules, const Bank& from, const Theorem& theorem,
          bool prune = true);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  std::size_t bytes() const;  // approximately

  RuleSet rule_set;
  const Rules& rules;
  Bank bank;
  Theorem theorem;
  Countermodel countermodel;
};

struct SearchLimits {
  std::uint64_t nodes = 10'000;                  // maximum number of states to expand
  std::size_t steps = 15;                        // maximum length of the proof
  double seconds = 0;                            // maximum time; 0: no limit
  std::size_t memory = std::size_t{4} << 30;     // maximum number of bytes, approximately
  const std::atomic<bool>* interrupt = nullptr;  // the search ends soon after this becomes true
  std::function<bool()> is_interrupted = {};     // or after this, if it is set, returns true
};

enum class SearchEnd : std::uint8_t {
  kProven,
  kRefuted,      // the goal is false at a point where the premises hold
  kExhausted,    // nothing is left to try within the limit of steps
  kNodes,        // a limit
  kSeconds,      // a limit
  kMemory,       // a limit
  kInterrupted,  // it was asked to end
  kFailed,       // its guide failed, or whatever else was to find the proof
};
std::string_view to_string(SearchEnd end);  // proven, refuted, exhausted, nodes, …
std::optional<SearchEnd> find_search_end(std::string_view name);

// The literature counts budgets in all of these ways.
struct SearchCounts {
  std::uint64_t expanded = 0;   // states whose actions were listed
  std::uint64_t generated = 0;  // states that they led to; mcts counts equal ones only once
  std::uint64_t steps = 0;      // actions that the kernel was asked to take
  std::uint64_t evaluated = 0;  // states that the evaluator was asked about
  std::uint64_t batches = 0;    // calls of the evaluator

  SearchCounts& operator+=(const SearchCounts& other);
};

// Calls visit(name, field) for each, in the order in which they are shown.
template <typename CountsOrConst, typename Visit>
void visit_counts(CountsOrConst& counts, const Visit& visit) {
  visit("expanded", counts.expanded);
  visit("generated", counts.generated);
  visit("steps", counts.steps);
  visit("evaluated", counts.evaluated);
  visit("batches", counts.batches);
}

struct SearchResult {
  SearchEnd end = SearchEnd::kExhausted;
  std::vector<Action> proof;    // kProven: what was found; nobody has checked it yet
  std::vector<Action> reached;  // otherwise: the path to the state that looked best
  std::size_t settled = 0;      // every proof has more steps than this; set by breadth-first only
  SearchCounts counts;
  std::uint64_t states = 0;  // distinct states that were met; not counted by random walks
  std::size_t bytes = 0;     // in use at the end, approximately
  double seconds = 0;
  std::string why = {};  // kFailed: what went wrong

  bool found() const { return end == SearchEnd::kProven; }
};

// What one search may spend: its limits and the clock, which starts with the construction. The
// parts of a search keep a reference to it. They take it as `Budget&`, so a temporary does not
// compile. For one thread.
class Budget {
 public:
  explicit Budget(const SearchLimits& limits) : limits_(limits) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  const SearchLimits& limits() const { return limits_; }
  // Returns the reason to end the search, if there is one. Searches call this before and during
  // each expansion; `expanded` does not count the current one.
  std::optional<SearchEnd> over(std::uint64_t expanded, std::size_t bytes) const;
  // Ends the search, because its guide has failed. Only the first reason counts.
  void fail(std::string why);
  // The reason, if the guide has failed.
  const std::optional<std::string>& failure() const { return failure_; }
  // The search was asked to end, its guide has failed, or time is up. Cheap enough for the
  // innermost loops, which then give up: the search is about to end and does not use their results.
  bool is_up();
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool is_interrupted() const;

  SearchLimits limits_;
  Clock::time_point start_ = Clock::now();
  std::uint32_t asked_ = 0;
  bool is_up_ = false;
  std::optional<std::string> failure_;
};

// Returns how a search ends that has nothing to do: the theorem is proven as it stands, its goal is
// false, or no step is allowed.
std::optional<SearchEnd> end_at_start(Problem& problem, const SearchLimits& limits);

// Whether a goal is false at the point of the countermodel, so that it cannot be proven.
bool has_false_goal(Problem& problem, const State& state);

std::size_t count_goals(const State& state);  // each takes at least one step
std::size_t bytes_of(const State& state);     // approximately
std::size_t bytes_of(const Bank& bank);       // approximately, with a value for every term

}  // namespace ineq
