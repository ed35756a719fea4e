#pragma once
// What one thread of a pool does: it advances the environments that belong to it by their part of a
// job. Workers share no environment, so they need no locks.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "env/environment.h"
#include "env/pool_batch.h"
#include "env/raw_actions.h"
#include "env/theorem_source.h"

namespace ineq {

using TheoremSources = std::span<const std::shared_ptr<const TheoremSource>>;

struct PoolSlot {
  Environment environment;
  std::size_t source;      // its index among the sources of the pool
  std::size_t nodes = 0;   // of the state
  bool under_way = false;  // an action was sent, its result not received
};

// A batch under way.
struct PoolJob {
  enum class Kind { kReset, kRaw, kText };
  struct Part {  // the result of one worker
    explicit Part(const ViewOptions& options) : views(options), final_views(options) {}

    Views views;
    Views final_views;
    std::vector<std::int32_t> final_row;
    std::exception_ptr failure;  // of the first environment that has failed
  };

  Kind kind = Kind::kReset;
  std::optional<std::uint64_t> seed;  // of a reset
  std::vector<RawAction> actions;     // one per row, with kRaw
  std::vector<std::string> texts;     // one per row, with kText
  std::shared_ptr<PoolBatch> batch;   // its `environment` says which environments
  std::vector<Part> parts;            // one per worker
};

class PoolWorker {
 public:
  // For the environments `begin` to `end` of the slots. The sources are those of the pool.
  PoolWorker(std::span<PoolSlot> slots, std::size_t begin, std::size_t end, TheoremSources sources,
             bool reset_in_same_step)
      : slots_(slots),
        begin_(begin),
        end_(end),
        originals_(sources),
        sources_(sources.size()),
        reset_in_same_step_(reset_in_same_step) {}

  // Fills the rows of the worker's environments in the batch, and its part. If an environment
  // fails, the others advance nevertheless.
  void run(PoolJob& job, PoolJob::Part& part);

 private:
  void advance(PoolJob& job, PoolJob::Part& part, std::size_t row);
  TheoremSource& source_of(const PoolSlot& slot);

  std::span<PoolSlot> slots_;
  std::size_t begin_, end_;
  TheoremSources originals_;
  std::vector<std::unique_ptr<TheoremSource>> sources_;  // clones, made when first needed
  bool reset_in_same_step_;
};

}  // namespace ineq
