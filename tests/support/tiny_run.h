#pragma once
// The configuration of a training run that takes a fraction of a second.

#include "agents/train_config.h"

namespace ineq {

inline TrainConfig tiny_run() {
  TrainConfig out{
      .network = {.width = 8, .layers = 2},
      .training = {.states = 196,
                   .batch = 8,
                   .seed = 5,
                   .validations = 3,
                   .validation_problems = 6,
                   .validation_steps = 3},
      .samples = {
          .specifications = {{.weight = 1, .specification = {.k = 2, .l = 2, .order_trials = 300}}},
          .seed = 5,
          .hold_out = false}};
  return out;
}

}  // namespace ineq
