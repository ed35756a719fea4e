#pragma once
// Statements that are false, by a small change to a theorem: what no search may prove.

#include <cstdint>
#include <optional>

#include "base/rng.h"
#include "kernel/kernel.h"
#include "search/search.h"

namespace ineq {

// The theorem with a sign, a side or a constant of its goal changed, where an exact rational point
// shows that the goal no longer follows from the premises. Nothing where a few tries bring none.
std::optional<Theorem> falsified(Bank& bank, const Theorem& theorem, Rng& rng);

// Searches false statements made from generated theorems of several settings, one after the other
// with every agent, with and without the model.
struct FalseCounts {
  std::uint64_t statements = 0;
  std::uint64_t equations = 0;
  std::uint64_t refuted = 0;  // equations that the model has refuted
  std::uint64_t proven = 0;   // the worst there is
  SearchCounts counts;

  FalseCounts& operator+=(const FalseCounts& other);
};
FalseCounts search_false_statements(std::uint64_t seed, std::uint64_t statements,
                                    const SearchLimits& limits);

}  // namespace ineq
