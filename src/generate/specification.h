#pragma once
// What theorems are wanted.

#include <cstddef>
#include <cstdint>

#include "axioms/axioms.h"
#include "generate/order.h"

namespace ineq {

// Orders with a transition make inequalities. In INT most theorems of the ordered field are
// equalities all the same: 78 % at K3 L3.
enum class GoalKind { kAny, kEquality, kInequality };

struct Specification {
  AxiomSet axioms = AxiomSet::kOrderedField;
  RuleSet rules = RuleSet::kStandard;  // standard, or int-2021 for what the original makes
  std::size_t k = 3;                   // distinct axioms
  std::size_t l = 3;                   // steps of the proof
  std::size_t degree = 0;              // of the initial term, at most
  GoalKind goal = GoalKind::kAny;
  std::uint64_t seed = 1;

  // The defaults are INT's.
  std::size_t order_trials = 100'000;  // random orders; each distinct one has the same chance then
  std::uint32_t longest_sample = 20;   // of a sampled term: characters in INT's prefix notation
  std::uint32_t most_nodes = 2000;     // of all statements that an attempt makes, together
  std::uint32_t initial_per_degree = 10;  // how many initial terms there are to choose from
  bool transform = true;                  // whether transformations are used at all
};

inline constexpr std::size_t kMaxSteps = 25;
inline constexpr std::size_t kMaxDegree = 20;
inline constexpr std::size_t kMaxAttempts = 100'000;  // at one theorem

}  // namespace ineq
