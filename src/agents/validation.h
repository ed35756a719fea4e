#pragma once
// Tests weights during training on fixed theorems, which should be neither trained nor tested on:
// those of a file or, without one, theorems from the validation stream of the specifications that
// are trained on, in the proportion of their weights. The network acts greedily, with masks.

#include <memory>
#include <span>
#include <string>

#include "agents/network.h"
#include "agents/train_config.h"

namespace ineq {

class Validation {
 public:
  virtual ~Validation() = default;
  virtual double success(std::span<const float> weights) = 0;  // share of the theorems proven
};

// Returns null if the configuration has no validation problems: none are wanted, or it learns from
// files and names no file to validate on. Throws Error if that file or the device cannot be used.
std::unique_ptr<Validation> make_validation(const TrainConfig& config, const std::string& device);

}  // namespace ineq
