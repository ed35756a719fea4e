#pragma once
// Many environments, stepped together on some threads: what a training loop talks to.
//
// Environment i of a pool with seed s plays the theorems that its source draws from the stream
// (pool, s, i), so pools with different seeds share no stream, and neither do a pool and a dataset
// (base/streams.h). Each environment belongs to one thread, what it does depends on nothing else,
// and batches come back in the order in which they were sent: the number of threads changes no
// result. Once warm, a step allocates nothing; a new theorem does.
//
// Calls from several threads are taken one after the other. A pool with threads of its own does not
// survive a fork: in the child its calls throw Error.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "env/episode.h"
#include "env/raw_actions.h"
#include "env/theorem_source.h"
#include "env/views.h"

namespace ineq {

// What happens after the last step of an episode; the names are Gymnasium's.
enum class AutoReset : std::uint8_t {
  kNextStep,  // the next step ignores its action and begins a new episode
  kSameStep,  // the same step begins it; the last state comes beside the first of the new one
  kDisabled,  // nothing: the environment must be reset
};

struct PoolOptions {
  std::size_t environments = 1;
  std::size_t threads = 1;  // with one, the caller's does the work
  std::uint64_t seed = 0;
  RuleSet rules = RuleSet::kStandard;
  std::size_t step_limit = kDefaultStepLimit;
  AutoReset auto_reset = AutoReset::kNextStep;
  ViewOptions views = {};
};

inline constexpr std::size_t kMaxEnvironments = 1 << 16;  // of some 24 KB each
inline constexpr std::size_t kMaxThreads = 256;

// In place of an Outcome: no action was taken, an episode has begun.
inline constexpr std::uint8_t kBegun = static_cast<std::uint8_t>(Outcome::kClosed) + 1;

// What became of some environments; one row each.
struct PoolBatch {
  explicit PoolBatch(const ViewOptions& options) : views(options), final_views(options) {}

  std::vector<std::int32_t> environment;
  std::vector<double> reward;
  std::vector<std::uint8_t> terminated;
  std::vector<std::uint8_t> truncated;
  std::vector<std::uint8_t> outcome;  // an Outcome, or kBegun
  std::vector<std::int32_t> steps;    // of the episode so far
  std::vector<std::int64_t> episode;  // its number
  std::vector<std::int64_t> nodes;    // of the state: N
  std::vector<std::uint64_t> hash;    // of the state
  std::vector<std::uint64_t> goal_hash;
  Views views;
  // With kSameStep: the rows whose episode ended, and the states it ended with.
  std::vector<std::int32_t> final_row;
  Views final_views;
};

class Pool {
 public:
  // One source for all environments, or one for each. Throws Error, also where a source is of other
  // rules.
  Pool(const std::vector<std::shared_ptr<const TheoremSource>>& sources,
       const PoolOptions& options);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  const PoolOptions& options() const;

  // A batch belongs to whoever holds it; the pool uses its memory again when nobody does.
  using Batch = std::shared_ptr<const PoolBatch>;

  // Begins a new episode everywhere, or in some environments; with a seed, from its first one.
  Batch reset(std::optional<std::uint64_t> seed = {});
  Batch reset(std::span<const std::int32_t> environments, std::optional<std::uint64_t> seed = {});

  // One action an environment, by nodes or as texts. Throws Error on a number that is out of range,
  // and then no environment has moved; a text that cannot be read is a step that does nothing.
  Batch step(std::span<const RawAction> actions);
  Batch step(std::span<const std::string> texts);

  // The two halves of a step, for some environments in ascending order, which may be sent while
  // others are under way.
  void send(std::span<const std::int32_t> environments, std::span<const RawAction> actions);
  void send(std::span<const std::int32_t> environments, std::span<const std::string> texts);
  // Waits for the batch that was sent first. Throws the Error of a source that could not make a
  // theorem: then the environments that needed none have moved, the others have not begun.
  Batch recv();
  std::size_t sent() const;  // batches that were sent and not received

  // The rest is about one environment, which must not be under way.
  Episode episode(std::size_t environment) const;
  // For the next operand, or with an empty prefix for the axiom (env/raw_actions.h). Appends.
  void mask(std::size_t environment, std::span<const std::int32_t> prefix,
            std::vector<std::uint8_t>& out);
  std::string save(std::size_t environment) const;
  void restore(std::size_t environment, std::string_view saved);  // throws Error

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ineq
