#pragma once
// Many environments, stepped together on one or more threads: the interface for training loops.
//
// Environment i of a pool with seed s plays the theorems that its source draws from the stream
// (pool, s, i), so pools with different seeds share no stream, and neither do a pool and a dataset
// (base/streams.h). The number of threads changes no result: each environment belongs to one thread
// and is independent of the others, and batches come back in the order in which they were sent.
// Once warm, a step allocates nothing unless it begins a new theorem.
//
// Calls from several threads are served one after the other. A pool with threads of its own does
// not survive a fork: in the child its calls throw Error.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "env/episode.h"
#include "env/pool_batch.h"
#include "env/raw_actions.h"
#include "env/theorem_source.h"
#include "env/views.h"

namespace ineq {

// What happens after the last step of an episode; the names are Gymnasium's.
enum class AutoReset : std::uint8_t {
  kNextStep,  // the next step ignores its action and begins a new episode
  kSameStep,  // the same step begins it, and the batch has both the last state and the new one
  kDisabled,  // nothing: the environment must be reset
};

struct PoolOptions {
  std::size_t environments = 1;
  std::size_t threads = 1;  // with 1, the calling thread does the work
  std::uint64_t seed = 0;
  RuleSet rules = RuleSet::kStandard;
  std::size_t step_limit = kDefaultStepLimit;
  AutoReset auto_reset = AutoReset::kNextStep;
  ViewOptions views = {};
  // Called about 20 times per second by a call that waits for the threads of the pool. It must not
  // throw, and it must not use the pool.
  std::function<void()> while_waiting = {};
};

inline constexpr std::size_t kMaxEnvironments = 1 << 16;  // each takes about 24 KB
inline constexpr std::size_t kMaxThreads = 256;

class Pool {
 public:
  // One source for all environments, or one per environment. Throws Error on bad options and on a
  // source of another rule set.
  Pool(const std::vector<std::shared_ptr<const TheoremSource>>& sources,
       const PoolOptions& options);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  const PoolOptions& options() const;

  // A batch does not change while anybody holds it; after that, its memory is reused.
  using Batch = std::shared_ptr<const PoolBatch>;

  // Begins a new episode in all environments, or in the given ones. With a seed, it is the first
  // episode of a pool with that seed.
  Batch reset(std::optional<std::uint64_t> seed = {});
  Batch reset(std::span<const std::int32_t> environments, std::optional<std::uint64_t> seed = {});

  // One action per environment, by numbers or as text. Throws Error on a number that is out of
  // range, and then no environment has stepped; a text that cannot be read is a step that does
  // nothing.
  Batch step(std::span<const RawAction> actions);
  Batch step(std::span<const std::string> texts);

  // The two halves of a step, for some environments in ascending order. Others may be under way.
  void send(std::span<const std::int32_t> environments, std::span<const RawAction> actions);
  void send(std::span<const std::int32_t> environments, std::span<const std::string> texts);
  // Waits for the batch that was sent first. Throws the Error of a source that has no theorem for
  // an environment; if there are several, that of the first such environment of the first worker.
  // Environments that did not need a new theorem have stepped; the rest keep their old episode.
  Batch recv();
  std::size_t sent() const;  // batches that were sent and not received

  // The calls below concern one environment, which must not be under way.
  Episode episode(std::size_t environment) const;
  // Appends the mask of the next operand or, with an empty prefix, of the axiom
  // (env/raw_actions.h).
  void mask(std::size_t environment, std::span<const std::int32_t> prefix,
            std::vector<std::uint8_t>& out);
  std::string save(std::size_t environment) const;                // see env/environment.h
  void restore(std::size_t environment, std::string_view saved);  // throws Error

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ineq
