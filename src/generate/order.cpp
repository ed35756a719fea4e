#include "generate/order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "axioms/axioms.h"
#include "base/error.h"

namespace ineq {
namespace {

constexpr std::string_view kSetNames[] = {"field", "ordered-field"};
constexpr std::string_view kGoalNames[] = {"any", "equality", "inequality"};
constexpr std::size_t kTransitions = 2;  // SquareGEQZero and EquivalenceImpliesDoubleInequality

std::size_t count(const Order& axioms, AxiomClass which) {
  return static_cast<std::size_t>(
      std::ranges::count(axioms, which, [](std::uint8_t a) { return class_of(a); }));
}

bool is_valid(const Combination& combination) {
  const std::size_t transitions = count(combination, AxiomClass::kTransition);
  return transitions <= 1 && (transitions == 1 || count(combination, AxiomClass::kInequality) == 0);
}

double choose(std::size_t n, std::size_t k) {
  if (k > n) return 0;
  double ways = 1;
  for (std::size_t i = 0; i < k; ++i) {
    ways = ways * static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return std::round(ways);
}

// The number of sequences of `length` axioms that use each of `distinct` axioms.
double count_sequences(std::size_t distinct, std::size_t length, bool early_repeats) {
  std::vector<double> ways(distinct + 1, 0);  // by the number of axioms not used yet
  ways[0] = 1;
  for (std::size_t left = 1; left <= length; ++left) {  // from the end of the sequence
    for (std::size_t unused = distinct + 1; unused-- > 0;) {
      const double repeat =
          early_repeats || unused == 0 ? static_cast<double>(distinct - unused) * ways[unused] : 0;
      const double another = unused > 0 ? static_cast<double>(unused) * ways[unused - 1] : 0;
      ways[unused] = repeat + another;
    }
  }
  return ways[distinct];
}

// Calls visit(equalities, transitions, inequalities, combinations) for every way to divide k axioms
// into the three classes.
template <typename Visit>
void for_each_make_up(AxiomSet set, std::size_t k, GoalKind goal, const Visit& visit) {
  constexpr std::size_t kInequalities = kAxiomCount - kFieldAxiomCount - kTransitions;
  for (std::size_t t = 0; t <= (set == AxiomSet::kField ? 0u : 1u) && t <= k; ++t) {
    if (goal != GoalKind::kAny && (t == 1) != (goal == GoalKind::kInequality)) continue;
    for (std::size_t q = 0; q <= (t == 0 ? 0 : std::min(k - t, kInequalities)); ++q) {
      const std::size_t e = k - t - q;
      visit(e, t, q,
            choose(kFieldAxiomCount, e) * choose(kTransitions, t) * choose(kInequalities, q));
    }
  }
}

}  // namespace

std::string_view to_string(AxiomSet set) { return kSetNames[static_cast<int>(set)]; }
std::string_view to_string(GoalKind kind) { return kGoalNames[static_cast<int>(kind)]; }

std::size_t axiom_count(AxiomSet set) {
  return set == AxiomSet::kField ? kFieldAxiomCount : kAxiomCount;
}

AxiomClass class_of(std::size_t axiom) {
  if (axiom < kFieldAxiomCount) return AxiomClass::kEquality;
  return axiom < kFieldAxiomCount + kTransitions ? AxiomClass::kTransition
                                                 : AxiomClass::kInequality;
}

std::optional<std::string> impossible(AxiomSet set, std::size_t k, std::size_t l) {
  // A combination has at most one of the two transitions.
  const std::size_t most = set == AxiomSet::kField ? kFieldAxiomCount : kAxiomCount - 1;
  if (l == 0) return "a proof has at least one step";
  if (k == 0) return "a theorem has at least one axiom";
  if (k > l) return "there cannot be more distinct axioms than steps";
  if (k > most) {
    return "the " + std::string(to_string(set)) + " has combinations of at most " +
           std::to_string(most) + " axioms";
  }
  return std::nullopt;
}

std::optional<std::string> invalid(const Order& order) {
  if (order.empty()) return "there is no axiom";
  if (count(order, AxiomClass::kTransition) > 1) return "there is more than one transition";
  if (!is_valid(order)) return "axioms of inequality need a transition before them";
  if (!std::ranges::is_sorted(order, {}, [](std::uint8_t axiom) { return class_of(axiom); })) {
    return "equality comes first, then the transition, then inequality";
  }
  return std::nullopt;
}

bool makes(const Order& order, GoalKind goal) {
  if (goal == GoalKind::kAny) return true;
  return (count(order, AxiomClass::kTransition) > 0) == (goal == GoalKind::kInequality);
}

std::optional<Combination> try_combination(Rng& rng, AxiomSet set, std::size_t k) {
  Combination axioms(axiom_count(set));
  std::iota(axioms.begin(), axioms.end(), std::uint8_t{0});
  shuffle(rng, axioms);
  axioms.resize(k);
  if (!is_valid(axioms)) return std::nullopt;
  std::ranges::sort(axioms);
  return axioms;
}

std::optional<Order> sample_order(Rng& rng, const Combination& combination, std::size_t l,
                                  bool early_repeats) {
  INEQ_CHECK(l >= combination.size());
  Order order;  // of the axioms that may repeat
  for (const std::uint8_t axiom : combination) {
    if (class_of(axiom) != AxiomClass::kTransition) order.push_back(axiom);
  }
  const std::size_t distinct = order.size();
  const std::size_t more = l - combination.size();
  if (distinct == 0 && more > 0) return std::nullopt;
  shuffle(rng, order);
  for (std::size_t i = 0; i < more; ++i) {
    order.push_back(order[rng.below(static_cast<std::uint32_t>(distinct))]);
  }
  if (early_repeats) shuffle(rng, order);
  for (const std::uint8_t axiom : combination) {
    if (class_of(axiom) == AxiomClass::kTransition) order.push_back(axiom);
  }
  std::ranges::stable_sort(order, {}, [](std::uint8_t axiom) { return class_of(axiom); });
  return order;
}

double count_combinations(AxiomSet set, std::size_t k, GoalKind goal) {
  double total = 0;
  for_each_make_up(set, k, goal,
                   [&](std::size_t, std::size_t, std::size_t, double ways) { total += ways; });
  return total;
}

double count_orders(AxiomSet set, std::size_t k, std::size_t l, GoalKind goal, bool early_repeats) {
  double total = 0;
  for_each_make_up(set, k, goal, [&](std::size_t e, std::size_t t, std::size_t q, double ways) {
    for (std::size_t equalities = e; equalities + t + q <= l; ++equalities) {
      total += ways * count_sequences(e, equalities, early_repeats) *
               count_sequences(q, l - t - equalities, early_repeats);
    }
  });
  return total;
}

}  // namespace ineq
