#pragma once
// AdamW with clipping, a warm-up, a cosine decay and averaged weights, on flat arrays.
//
// The rate rises linearly over the warm-up, then follows half a cosine down to final_rate times its
// maximum at the end of the run. The averaged weights, which are the ones that are evaluated,
// follow the weights with an exponential average whose memory is short at the beginning.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "files/fields.h"

namespace ineq {

struct OptimizerOptions {
  double rate = 2e-3;
  double final_rate = 0.02;
  double warmup = 0.03;
  double beta1 = 0.9;
  double beta2 = 0.98;
  double weight_decay = 0.01;
  double clip = 1;
  double average = 0.998;
};
template <typename OptionsOrConst, typename Visit>
requires FieldsOf<OptionsOrConst, OptimizerOptions>
void visit_fields(OptionsOrConst& o, const Visit& visit) {
  visit("rate", o.rate, "Maximum learning rate of Adam");
  visit("final_rate", o.final_rate,
        "The learning rate at the end, as a part of the maximum; 1: no decay");
  visit("warmup", o.warmup, "The part of the run in which the learning rate rises");
  visit("beta1", o.beta1, "Decay of Adam's average of gradients");
  visit("beta2", o.beta2, "Decay of Adam's average of squared gradients");
  visit("weight_decay", o.weight_decay, "Weight decay, independent of the gradients");
  visit("clip", o.clip, "Maximum norm of the gradient; 0: any");
  visit("average", o.average, "Decay of the average of weights that is evaluated; 0: no average");
}

// Throws Error if the options have no meaning.
void require_possible(const OptimizerOptions& options);

// The learning rate of step number `step` of `steps`.
double rate_at(const OptimizerOptions& options, std::uint64_t step, std::uint64_t steps);

class Optimizer {
 public:
  // Changes only `count` of the weights, from number `first` on, and their averages.
  Optimizer(const OptimizerOptions& options, std::span<const float> weights, std::size_t first,
            std::size_t count)
      : options_(options),
        first_(first),
        count_(count),
        average_(weights.begin(), weights.end()),
        moment_(weights.size(), 0),
        square_(weights.size(), 0) {}
  Optimizer(const OptimizerOptions& options, std::span<const float> weights)
      : Optimizer(options, weights, 0, weights.size()) {}

  // Changes the weights, and returns the norm of the gradient. If the norm is not finite, nothing
  // changes.
  double step(std::span<float> weights, std::span<const float> gradient, double rate);

  std::uint64_t steps() const { return steps_; }
  std::span<const float> average() const { return average_; }

  // The whole state, for checkpoints.
  struct State {
    std::uint64_t steps;
    std::span<float> average, moment, square;
  };
  State state() { return {steps_, average_, moment_, square_}; }
  void set_steps(std::uint64_t steps) { steps_ = steps; }

 private:
  const OptimizerOptions options_;
  const std::size_t first_, count_;
  std::uint64_t steps_ = 0;
  std::vector<float> average_, moment_, square_;
};

}  // namespace ineq
