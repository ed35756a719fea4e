#pragma once
// What kernels are written with: steps of a computation that come with their gradients. Their loops
// are compiled for the processor at hand (base/vectorized.h).

#include <ATen/ATen.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/utils.h>

#include <functional>
#include <memory>
#include <utility>

#include "base/vectorized.h"

namespace ineq {

using Gradients = torch::autograd::variable_list;

// A step of the computation whose gradient is the given function: from the gradient of its result
// to those of its inputs.
class Differentiable : public torch::autograd::Node {
 public:
  using Backward = std::function<Gradients(const at::Tensor&)>;
  explicit Differentiable(Backward backward) : backward_(std::move(backward)) {}

  Gradients apply(Gradients&& gradients) override { return backward_(gradients[0].contiguous()); }
  void release_variables() override { backward_ = nullptr; }

 private:
  Backward backward_;
};

inline at::Tensor with_gradient(at::Tensor result, const Gradients& inputs,
                                Differentiable::Backward backward) {
  if (!torch::autograd::compute_requires_grad(inputs)) return result;
  const auto node = std::make_shared<Differentiable>(std::move(backward));
  node->set_next_edges(torch::autograd::collect_next_edges(inputs));
  torch::autograd::set_history(result, node);
  return result;
}

inline const float* data(const at::Tensor& x) { return x.data_ptr<float>(); }
inline float* data(at::Tensor& x) { return x.data_ptr<float>(); }

}  // namespace ineq
