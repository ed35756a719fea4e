#pragma once
// Axiom combinations and orders (paper, Section 3.1): the axioms that a theorem is made from, and
// their sequence. A combination has at most one transition, and it has axioms of inequality only if
// it has a transition. An order applies the axioms of equality first, then the transition, then the
// axioms of inequality.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"

namespace ineq {

enum class AxiomSet { kField, kOrderedField };

std::string_view to_string(AxiomSet set);  // field, ordered-field

// Orders with a transition make inequalities. In INT, most theorems of the ordered field with few
// axioms are nevertheless equalities (docs/statistics.md).
enum class GoalKind { kAny, kEquality, kInequality };

std::string_view to_string(GoalKind kind);  // any, equality, inequality

std::size_t axiom_count(AxiomSet set);  // N; the set consists of the first N axioms

enum class AxiomClass { kEquality, kTransition, kInequality };
AxiomClass class_of(std::size_t axiom);

using Combination = std::vector<std::uint8_t>;  // distinct axioms, ascending
using Order = std::vector<std::uint8_t>;        // axioms in the order of generation

// Returns why there are no orders of `l` axioms of which `k` are distinct, or nothing if there are.
std::optional<std::string> impossible(AxiomSet set, std::size_t k, std::size_t l);

// Returns why this is not a valid order, or nothing if it is.
std::optional<std::string> invalid(const Order& order);

bool makes(const Order& order_or_combination, GoalKind goal);

// Draws k axioms uniformly. Returns nothing if they are not a valid combination. k must not be
// larger than the set.
std::optional<Combination> try_combination(Rng& rng, AxiomSet set, std::size_t k);

// Draws an order of length l that uses each axiom of the combination. As in INT, each axiom of a
// class occurs once before any of them is repeated; with `early_repeats` the sequence is arbitrary,
// as in the paper's [A, A, B]. Returns nothing if the combination is a single transition, which
// cannot be repeated, and l > 1. l must not be smaller than the combination.
std::optional<Order> sample_order(Rng& rng, const Combination& combination, std::size_t l,
                                  bool early_repeats = false);

// The numbers of combinations and orders. They are doubles because they soon exceed any integer
// type.
double count_combinations(AxiomSet set, std::size_t k, GoalKind goal);
double count_orders(AxiomSet set, std::size_t k, std::size_t l, GoalKind goal, bool early_repeats);

template <typename Values>
void shuffle(Rng& rng, Values& values) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[rng.below(static_cast<std::uint32_t>(i))]);
  }
}

}  // namespace ineq
