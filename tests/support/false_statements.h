#pragma once
// Makes false statements by small changes to theorems. No search may prove one of them.

#include <cstdint>
#include <optional>

#include "agents/network.h"
#include "base/rng.h"
#include "kernel/kernel.h"
#include "search/prove.h"

namespace ineq {

// Changes an operator, a side or a constant of the goal such that an exact rational point shows
// that the goal no longer follows from the premises. Returns nothing if a few tries do not succeed.
std::optional<Theorem> falsified(Bank& bank, const Theorem& theorem, Rng& rng);

// Searches for proofs of false statements, which are made from generated theorems of several
// settings, with every agent, with and without the model.
struct FalseCounts {
  std::uint64_t statements = 0;
  std::uint64_t equations = 0;
  std::uint64_t refuted = 0;  // equations that the model has refuted
  std::uint64_t proven = 0;   // must stay 0
  SearchCounts counts;

  void add(Problem& problem, bool with_countermodel, const ProveResult& result);
  FalseCounts& operator+=(const FalseCounts& other);
};
FalseCounts search_false_statements(std::uint64_t seed, std::uint64_t statements,
                                    const SearchLimits& limits);
// The same, with a network of these options that acts in every way in turn. `counts` has what its
// searches have cost.
FalseCounts search_false_statements(std::uint64_t seed, std::uint64_t statements,
                                    const SearchLimits& limits, const Network& network,
                                    const NetworkOptions& options);

}  // namespace ineq
