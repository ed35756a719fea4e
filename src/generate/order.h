#pragma once
// Axiom combinations and orders (paper, Section 3.1): which axioms a theorem is made with, and in
// which sequence. A combination has at most one axiom of transition, and axioms of inequality only
// along with one. An order applies the axioms of equality first, then the transition, then those of
// inequality.

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

// Orders with a transition make inequalities. In INT most theorems of the ordered field with few
// axioms are equalities all the same (docs/statistics.md).
enum class GoalKind { kAny, kEquality, kInequality };

std::string_view to_string(GoalKind kind);  // any, equality, inequality

std::size_t axiom_count(AxiomSet set);  // the first so many are those of the set

enum class AxiomClass { kEquality, kTransition, kInequality };
AxiomClass class_of(std::size_t axiom);

using Combination = std::vector<std::uint8_t>;  // distinct axioms, ascending
using Order = std::vector<std::uint8_t>;        // axioms as they are applied in generation

// Why there are no orders of `l` axioms, `k` of them distinct; nothing if there are some.
std::optional<std::string> impossible(AxiomSet set, std::size_t k, std::size_t l);

// Why these are not the axioms of a theorem, in this sequence; nothing if they are.
std::optional<std::string> invalid(const Order& order);

bool makes(const Order& order_or_combination, GoalKind goal);

// k axioms, each choice with the same chance; nothing if they are no valid combination. k must not
// be impossible.
std::optional<Combination> try_combination(Rng& rng, AxiomSet set, std::size_t k);

// An order that uses each axiom of the combination. As in INT, the axioms of a class come once each
// before any of them comes again; with `early_repeats`, in any sequence, as in the paper's [A, A,
// B]. Nothing where the combination has only a transition, which cannot come twice, and l > 1. It
// must not be shorter than the combination.
std::optional<Order> sample_order(Rng& rng, const Combination& combination, std::size_t l,
                                  bool early_repeats = false);

// How many there are; a double, as they soon leave any integer behind.
double count_combinations(AxiomSet set, std::size_t k, GoalKind goal);
double count_orders(AxiomSet set, std::size_t k, std::size_t l, GoalKind goal, bool early_repeats);

template <typename Values>
void shuffle(Rng& rng, Values& values) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[rng.below(static_cast<std::uint32_t>(i))]);
  }
}

}  // namespace ineq
