#pragma once
// What a pool returns: the results of a step of some environments, one row per environment.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "env/views.h"
#include "kernel/kernel.h"

namespace ineq {

// In place of an Outcome: no action was taken, an episode has begun.
inline constexpr std::uint8_t kBegun = static_cast<std::uint8_t>(Outcome::kClosed) + 1;

struct PoolBatch {
  explicit PoolBatch(const ViewOptions& options) : views(options), final_views(options) {}

  void resize(std::size_t rows) {  // all columns but `environment`
    reward.resize(rows);
    terminated.resize(rows);
    truncated.resize(rows);
    outcome.resize(rows);
    steps.resize(rows);
    episode.resize(rows);
    nodes.resize(rows);
    hash.resize(rows);
    goal_hash.resize(rows);
  }

  std::vector<std::int32_t> environment;
  std::vector<double> reward;
  std::vector<std::uint8_t> terminated;
  std::vector<std::uint8_t> truncated;
  std::vector<std::uint8_t> outcome;  // an Outcome, or kBegun
  std::vector<std::int32_t> steps;    // of the episode so far
  std::vector<std::int64_t> episode;  // its number in the environment
  std::vector<std::int64_t> nodes;    // of the state: N
  std::vector<std::uint64_t> hash;    // of the state
  std::vector<std::uint64_t> goal_hash;
  Views views;
  // With AutoReset::kSameStep: the rows whose episode ended, and the states it ended with.
  std::vector<std::int32_t> final_row;
  Views final_views;
};

}  // namespace ineq
