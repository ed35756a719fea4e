#include "generate/order.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "axioms/axioms.h"
#include "base/error.h"

namespace ineq {
namespace {

constexpr std::string_view kSetNames[] = {"field", "ordered-field"};

std::size_t axiom_count(AxiomSet set) {
  return set == AxiomSet::kField ? kFieldAxiomCount : kAxiomCount;
}

std::size_t count(const Combination& combination, AxiomClass which) {
  return static_cast<std::size_t>(
      std::ranges::count(combination, which, [](std::uint8_t a) { return class_of(a); }));
}

bool is_valid(const Combination& combination) {
  const std::size_t transitions = count(combination, AxiomClass::kTransition);
  return transitions <= 1 && (transitions == 1 || count(combination, AxiomClass::kInequality) == 0);
}

template <typename Values>
void shuffle(Rng& rng, Values& values) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[rng.below(static_cast<std::uint32_t>(i))]);
  }
}

// k axioms, each choice with the same chance; nothing if they are no valid combination.
std::optional<Combination> try_combination(Rng& rng, AxiomSet set, std::size_t k) {
  Combination axioms(axiom_count(set));
  std::iota(axioms.begin(), axioms.end(), std::uint8_t{0});
  shuffle(rng, axioms);
  axioms.resize(k);
  if (!is_valid(axioms)) return std::nullopt;
  std::ranges::sort(axioms);
  return axioms;
}

}  // namespace

std::string_view to_string(AxiomSet set) { return kSetNames[static_cast<int>(set)]; }

std::optional<AxiomSet> find_axiom_set(std::string_view name) {
  const auto found = std::ranges::find(kSetNames, name);
  if (found == std::end(kSetNames)) return std::nullopt;
  return static_cast<AxiomSet>(found - std::begin(kSetNames));
}

AxiomClass class_of(std::size_t axiom) {
  constexpr std::size_t kTransitions = 2;  // SquareGEQZero and EquivalenceImpliesDoubleInequality
  if (axiom < kFieldAxiomCount) return AxiomClass::kEquality;
  return axiom < kFieldAxiomCount + kTransitions ? AxiomClass::kTransition
                                                 : AxiomClass::kInequality;
}

std::optional<std::string> impossible(AxiomSet set, std::size_t k, std::size_t l) {
  // Of the two transitions a combination has one at most.
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

Combination sample_combination(Rng& rng, AxiomSet set, std::size_t k) {
  INEQ_CHECK(!impossible(set, k, k));
  while (true) {
    if (const auto chosen = try_combination(rng, set, k)) return *chosen;
  }
}

std::optional<Order> sample_order(Rng& rng, const Combination& combination, std::size_t l,
                                  bool early_repeats) {
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

std::vector<Order> sample_orders(Rng& rng, AxiomSet set, std::size_t k, std::size_t l,
                                 std::size_t trials) {
  INEQ_CHECK(!impossible(set, k, l));
  std::set<Order> distinct;
  for (std::size_t i = 0; i < trials; ++i) {
    const auto chosen = try_combination(rng, set, k);
    if (!chosen) continue;  // counts as a trial, as in INT
    if (const auto order = sample_order(rng, *chosen, l)) distinct.insert(*order);
  }
  std::vector<Order> orders(distinct.begin(), distinct.end());
  shuffle(rng, orders);
  return orders;
}

}  // namespace ineq
