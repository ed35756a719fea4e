#include "search_bench.h"

#include <fmt/format.h>

#include <chrono>
#include <vector>

#include "base/error.h"
#include "base/ordered.h"
#include "generate/generator.h"
#include "search/prove.h"
#include "support/false_statements.h"

namespace ineq {
namespace {

constexpr std::size_t kProblems = 12;

struct Size {
  std::size_t k, l;
};
constexpr Size kSizes[] = {{3, 3}, {3, 5}, {3, 7}, {5, 7}, {10, 10}, {15, 15}};

struct Case {
  Algorithm algorithm;
  const char* name;
  std::uint64_t nodes;  // per problem
};
constexpr Case kCases[] = {{Algorithm::kBestFirst, "best-first", 500},
                           {Algorithm::kBreadthFirst, "breadth-first", 500},
                           {Algorithm::kMcts, "mcts", 500}};

// False inequalities, so that a search never ends before its limit.
struct Problems {
  explicit Problems(const Size& setting) {
    Generator generator({.k = setting.k, .l = setting.l, .goal = GoalKind::kInequality});
    Rng rng(1);
    for (std::uint64_t i = 0; theorems.size() < kProblems; ++i) {
      const Theorem& theorem = generator.generate(i).theorem();
      const auto wrong = falsified(generator.bank(), theorem, rng);
      if (!wrong) continue;
      banks.push_back(generator.bank());
      theorems.push_back(*wrong);
    }
  }

  std::vector<Bank> banks;
  std::vector<Theorem> theorems;
};

struct Speed {
  SearchCounts counts;
  std::uint64_t states = 0;
  std::size_t bytes = 0;
  double seconds = 0;

  double a_second(std::uint64_t count) const { return static_cast<double>(count) / seconds; }
};

Speed measure(const Problems& problems, const Case& row, const Rules& rules, unsigned threads) {
  SearchLimits limits;
  limits.nodes = row.nodes;
  const std::size_t count = problems.theorems.size();
  const auto make_worker = [&] {
    return [&](std::size_t i) {
      Problem problem(RuleSet::kStandard, rules, problems.banks[i], problems.theorems[i]);
      Budget budget(limits);
      return prove(problem, {.algorithm = row.algorithm}, budget);
    };
  };
  Speed out;
  const auto add = [&](std::size_t, const ProveResult& result) {
    INEQ_CHECK(!result.found());
    out.counts += result.counts;
    out.states += result.states;
    out.bytes += result.bytes;
  };
  const auto start = std::chrono::steady_clock::now();
  for_each_ordered({.threads = threads, .ahead = count}, numbers(0, count), make_worker, add);
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

}  // namespace

void print_search_tables() {
  const Rules rules = make_rules(RuleSet::kStandard);
  fmt::print("\n{:<15}{:<9}{:>12}{:>13}{:>12}{:>13}{:>10}{:>13}\n", "search", "", "expanded",
             "generated", "expanded", "generated", "2 cores", "bytes");
  fmt::print("{:<15}{:<9}{:>12}{:>13}{:>12}{:>13}{:>10}{:>13}\n", "", "", "a second", "a second",
             "2 cores", "2 cores", "ratio", "a state");
  for (const Size& setting : kSizes) {
    const Problems problems(setting);
    for (const Case& row : kCases) {
      const Speed one = measure(problems, row, rules, 1);
      const Speed two = measure(problems, row, rules, 2);
      INEQ_CHECK(one.counts.generated == two.counts.generated);
      fmt::print("{:<15}{:<9}{:>12.0f}{:>13.0f}{:>12.0f}{:>13.0f}{:>10.2f}{:>13.0f}\n", row.name,
                 fmt::format("K{} L{}", setting.k, setting.l), one.a_second(one.counts.expanded),
                 one.a_second(one.counts.generated), two.a_second(two.counts.expanded),
                 two.a_second(two.counts.generated), one.seconds / two.seconds,
                 static_cast<double>(one.bytes) / static_cast<double>(one.states));
    }
  }
  fmt::print("An expansion of mcts is a simulation that reaches a new state.\n");
}

}  // namespace ineq
