#pragma once
// The directory of a training run (docs/agents.md lists its files).
//
// config.json says everything that the run depends on. The checkpoint `last` has the whole state of
// the run, `best` the weights that did best on the validation theorems, or the last ones of a
// finished run without such theorems. Each file is replaced as a whole, so there is always a
// complete one; metrics.jsonl and the event file for TensorBoard grow, and a resumed run first cuts
// them back to the last checkpoint.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "agents/network.h"
#include "agents/optimizer.h"
#include "agents/train_config.h"

namespace ineq {

class RunDirectory {
 public:
  explicit RunDirectory(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }
  std::string config() const { return folder_ + "/config.json"; }
  std::string environment() const { return folder_ + "/environment.json"; }
  std::string metrics() const { return folder_ + "/metrics.jsonl"; }
  std::string events() const { return folder_ + "/events.out.tfevents.0.ineq"; }
  std::string status() const { return folder_ + "/status.json"; }
  std::string last() const { return folder_ + "/checkpoints/last.npz"; }
  std::string best() const { return folder_ + "/checkpoints/best.npz"; }
  // Of runs that learn from search: the proofs of a round, the states that its searches left again,
  // and its summary.
  std::string proofs(std::uint64_t round) const;
  std::string detours(std::uint64_t round) const;
  std::string summary(std::uint64_t round) const;

  bool is_run() const;  // it has a configuration

 private:
  std::string folder_;
};

// The state of an unfinished run besides its weights.
struct TrainState {
  std::uint64_t step = 0;          // steps of the optimiser that were done
  double best_validation = -1;     // success rate; negative: not measured yet
  std::uint64_t best_step = 0;     // when that was
  double cpu_seconds = 0;          // of the whole run
  std::uint64_t metrics_size = 0;  // bytes
  std::uint64_t events_size = 0;   // bytes
};

// The whole state: weights, averaged weights, moments of the optimiser.
void save_checkpoint(const std::string& path, const TrainConfig& config, const Network& network,
                     Optimizer& optimizer, const TrainState& state);
// Throws Error if the file is damaged, or of another network or configuration.
TrainState load_checkpoint(const std::string& path, const TrainConfig& config, Network& network,
                           Optimizer& optimizer);

// Weights alone, for agents.
void save_weights(const std::string& path, const TrainConfig& config,
                  std::span<const Parameter> parameters, std::span<const float> weights,
                  const TrainState& state);
void load_weights(const std::string& path, const NetworkOptions& options, Network& network);
// Leaves out the parameters that only the value depends on. The sizes of the value may differ.
void load_policy_weights(const std::string& path, NetworkOptions options, Network& network);

}  // namespace ineq
