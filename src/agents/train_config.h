#pragma once
// Everything that a training run depends on, and its form as config.json: the file is complete, so
// a run can be repeated from it to the byte.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "agents/network_options.h"
#include "agents/optimizer.h"
#include "agents/sample_source.h"
#include "agents/search_rounds.h"
#include "files/fields.h"

namespace ineq {

struct TrainOptions {
  std::uint64_t states = 800'000;
  std::size_t batch = 128;
  std::uint64_t seed = 1;
  std::size_t validations = 20;
  std::size_t validation_problems = 200;
  std::size_t validation_steps = 15;
  std::string validation_file = {};
  std::string start = {};
  std::string value = {};
};
template <typename OptionsOrConst, typename Visit>
requires FieldsOf<OptionsOrConst, TrainOptions>
void visit_fields(OptionsOrConst& o, const Visit& visit) {
  visit("states", o.states, "Number of states to learn from");
  visit("batch", o.batch, "Number of states per step of the optimiser");
  visit("seed", o.seed, "Different seeds give different weights and samples");
  visit("validations", o.validations,
        "How often the agent is tested on validation theorems during training");
  visit("validation_problems", o.validation_problems, "Number of validation theorems");
  visit("validation_steps", o.validation_steps, "Maximum number of steps of their proofs");
  visit("validation_file", o.validation_file,
        "File whose first records, as many as there are validation theorems, are validated on "
        "instead of theorems like those that are trained on");
  visit("start", o.start, "Start with the best weights of this training run, and with its network");
  visit("value", o.value,
        "Train a new value for the agent of this training run, on episodes that it plays; its "
        "other weights stay as they are");
}

// More would take years. Products of larger numbers could overflow.
inline constexpr std::uint64_t kMaxStates = 1'000'000'000'000;

struct TrainConfig {
  NetworkOptions network = {};
  OptimizerOptions optimizer = {};
  TrainOptions training = {};
  SampleRequest samples = {};
  SearchRoundOptions search = {};

  std::uint64_t steps() const {  // of the optimiser
    return (training.states + training.batch - 1) / training.batch;
  }
};

// Calls visit(options) for each struct of options (files/fields.h). No two of them have a field of
// the same name.
template <typename Visit>
void visit_options(TrainConfig& config, const Visit& visit) {
  visit(config.network);
  visit(config.optimizer);
  visit(config.training);
  visit(config.samples.options);
  visit(config.search);
}

// Throws Error if no run can have this configuration.
void require_possible(const TrainConfig& config);

nlohmann::ordered_json to_json(const TrainConfig& config);
TrainConfig read_train_config(const nlohmann::ordered_json& json);  // throws Error
TrainConfig load_train_config(const std::string& path);             // the error names the file

}  // namespace ineq
