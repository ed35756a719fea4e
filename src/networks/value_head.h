#pragma once
// The value of states, which every network has: the number of steps left. The head gives the
// probabilities of kStepClasses numbers of steps, of which the last one also stands for all greater
// ones and for states that seem to have no proof. The value is the expectation. Classes learn
// faster than a number, and the few states that are far from a proof do not outweigh the others.

#include <ATen/ATen.h>

#include <cstdint>
#include <span>
#include <vector>

#include "agents/network.h"
#include "networks/forward_pass.h"
#include "networks/parameters.h"

namespace ineq {

class ValueHead {
 public:
  // Adds its weights to the parameters, with names that begin with kValuePrefix. `hidden` is the
  // width of the hidden layers if the options' value_width is 0.
  static ValueHead add(Parameters& parameters, const NetworkOptions& options, std::int64_t in,
                       std::int64_t hidden, double scale = 1);

  // state: [b, in] -> [b]: the expected number of steps left
  at::Tensor steps_left(const Parameters& p, const at::Tensor& state, ForwardPass& pass) const;
  // state: [b, in] -> []: the mean cross entropy of the samples' numbers of steps
  at::Tensor loss(const Parameters& p, const at::Tensor& state, const Samples& samples,
                  ForwardPass& pass) const;
  // Learns from samples that are for the value alone. `state` [b, in] must have no gradient, so
  // that of all other weights is 0.
  Losses learn_alone(Parameters& p, const at::Tensor& state, const Samples& samples,
                     ForwardPass& pass) const;

 private:
  // state: [b, in] -> [b, kStepClasses]
  at::Tensor logits(const Parameters& p, const at::Tensor& state, ForwardPass& pass) const;

  std::vector<Linear> hidden_;
  Linear out_;
};

// The weight of the loss of the value where the policy is learned, too.
inline constexpr double kValueWeight = 0.1;

// Sets the gradient to that of the mean loss of the policy over the samples with choices, plus
// kValueWeight times that of the value. policy: []: the sum over these samples. correct[i] says
// whether the choices of sample i are the most probable ones. If `smoothed` is given, it is
// minimised in place of `policy`, which is still reported.
Losses minimize(Parameters& p, const at::Tensor& policy, const at::Tensor& value,
                const Samples& samples, std::span<const std::uint8_t> correct,
                const at::Tensor& smoothed = {});

}  // namespace ineq
