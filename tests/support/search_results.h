#pragma once
// Compares actions and the results of searches.

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "search/search.h"

namespace ineq {

inline auto key_of(const Action& action) {
  std::vector<std::uint32_t> out{action.axiom};
  for (const Operand& operand : action.operands) {
    out.push_back(operand.statement.id);
    out.push_back(operand.node);
  }
  return out;
}

inline auto keys_of(const std::vector<Action>& actions) {
  std::vector<std::vector<std::uint32_t>> out;
  for (const Action& action : actions) out.push_back(key_of(action));
  return out;
}

// All but bytes and seconds, which depend on who runs the search.
inline void expect_same(const SearchResult& a, const SearchResult& b) {
  EXPECT_EQ(to_string(a.end), to_string(b.end));
  EXPECT_EQ(keys_of(a.proof), keys_of(b.proof));
  EXPECT_EQ(keys_of(a.reached), keys_of(b.reached));
  const auto counts = [](const SearchCounts& c) {
    return std::tuple(c.expanded, c.generated, c.steps, c.evaluated, c.batches);
  };
  EXPECT_EQ(counts(a.counts), counts(b.counts));
  EXPECT_EQ(a.states, b.states);
}

}  // namespace ineq
