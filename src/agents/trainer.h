#pragma once
// Behaviour cloning (paper, Section 4.1): trains a network to take the actions of proofs, and to
// tell how many steps are left.
//
// On one device of one machine, the weights are a pure function of the configuration: the number of
// threads and interruptions do not change them. In the metrics, only the times differ, and the
// first line after an interruption, whose means begin there. Every validation tests the averaged
// weights on the same theorems, which are drawn from the validation stream, and the best weights
// are kept.
//
// A run can also learn from search, in rounds (agents/search_rounds.h). The steps are divided
// evenly among the rounds. Each round begins with searches guided by the averaged weights.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "agents/load_network.h"
#include "agents/network.h"
#include "agents/train_config.h"

namespace ineq {

struct TrainRequest {
  TrainConfig config;
  std::string folder;   // the run directory
  bool resume = false;  // continue the run in the folder, whose configuration is `config`
  std::string device = kDefaultDevice;           // where the network computes
  unsigned threads = 1;                          // for preparing samples; 1: the thread that trains
  double save_seconds = 60;                      // between checkpoints
  const std::atomic<bool>* interrupt = nullptr;  // once true, the run is saved and ends
};

struct TrainProgress {
  std::uint64_t states = 0;   // learned from, including those of earlier sessions
  std::uint64_t earlier = 0;  // before this session
  std::uint64_t total = 0;
  Losses losses = {};      // means over the last steps
  double validation = -1;  // the last success rate; negative: not measured yet
  double best_validation = -1;
  std::uint64_t validations = 0;           // in this session
  double cpu_seconds = 0;                  // of the whole run
  std::optional<RoundSummary> round = {};  // the last one whose searches are finished
};

// The weights that a run starts with. Throws Error if it starts with those of another run, which
// cannot be read.
void initialize_weights(const TrainConfig& config, Network& network);
// The samples of a step of the optimiser, which a run without rounds of search learns from.
Samples make_batch(const TrainConfig& config, SampleSource& source, std::uint64_t step);

// Returns the state at the end: the run is finished if `states` equals `total`. Throws Error if the
// folder has another run, if another process is training in it, if something cannot be written, and
// if the loss is no longer a number; the last checkpoint is then still good.
TrainProgress train(const TrainRequest& request,
                    const std::function<void(const TrainProgress&)>& progress);

// How many states a run with this configuration can learn from in a time, by training for a few
// seconds. Depends on the machine and the device.
std::uint64_t affordable_states(const TrainConfig& config, const std::string& device,
                                double cpu_minutes);

}  // namespace ineq
