#pragma once
// The plain model of a pool (env/pool.h): one episode per environment, stepped alone and in order.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "env/pool.h"

namespace ineq {

// An environment as it should be.
struct TwinEnvironment {
  Episode episode;
  std::unique_ptr<TheoremSource> source;
  EpisodeName next;
  bool under_way = false;

  void begin() {
    const auto drawn = source->draw(next);
    ++next.number;
    episode.reset(drawn.bank, drawn.theorem);
  }
  std::size_t nodes() const { return count_nodes(episode.bank(), episode.state()); }
  Action read(const RawAction& raw) const {
    return read_raw(episode.bank(), episode.state(), episode.rules(), raw);
  }
};

// The arguments of a step: actions or texts; neither of them for a reset.
struct SentActions {
  std::vector<std::int32_t> environments;
  std::vector<RawAction> actions = {};
  std::vector<std::string> texts = {};
};

class PoolModel {
 public:
  PoolModel(const PoolOptions& options,
            const std::vector<std::shared_ptr<const TheoremSource>>& sources);

  std::size_t size() const { return twins_.size(); }
  TwinEnvironment& operator[](std::size_t i) { return twins_[i]; }
  TwinEnvironment& operator[](std::int32_t i) { return twins_[static_cast<std::size_t>(i)]; }

  void set_seed(const std::vector<std::int32_t>& environments, std::uint64_t seed);
  // Copies the state of an environment, as restoring what was saved does.
  void copy(std::size_t from, std::size_t to);

  struct Row {
    Episode::Result result{};
    std::uint8_t outcome = kBegun;
  };
  // Takes the step and throws std::runtime_error unless the batch reports it. Calls
  // visit(twin, row) for each row, before a new episode replaces one that ended.
  template <typename Visit>
  void advance(const SentActions& sent, const PoolBatch& batch, const Visit& visit);

 private:
  // Takes the step of one row, up to the end of the episode.
  Row step(TwinEnvironment& twin, const SentActions& sent, std::size_t row);
  void begin_after(TwinEnvironment& twin, std::size_t row);
  void compare_row(const TwinEnvironment& twin, const Row& expected, const PoolBatch& batch,
                   std::size_t row);
  void compare_views(const PoolBatch& batch) const;
  void clear();

  const PoolOptions options_;
  std::vector<TwinEnvironment> twins_;
  Views views_, final_views_;  // as the batch should have them
  std::vector<std::int32_t> final_row_;
};

template <typename Visit>
void PoolModel::advance(const SentActions& sent, const PoolBatch& batch, const Visit& visit) {
  clear();
  for (std::size_t row = 0; row < sent.environments.size(); ++row) {
    TwinEnvironment& twin = (*this)[sent.environments[row]];
    const Row expected = step(twin, sent, row);
    visit(twin, expected);
    if (expected.outcome != kBegun) begin_after(twin, row);
    compare_row(twin, expected, batch, row);
  }
  compare_views(batch);
}

}  // namespace ineq
