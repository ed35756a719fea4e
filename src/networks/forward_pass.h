#pragma once
// What one computation of a network needs besides the weights: dropout, and the indices that its
// gradient refers to, which must live until the gradient is computed.

#include <ATen/ATen.h>

#include <cstdint>
#include <deque>
#include <span>
#include <utility>

#include "base/rng.h"
#include "networks/kernels.h"

namespace ineq {

class ForwardPass {
 public:
  ForwardPass() : rng_(0) {}  // without dropout
  ForwardPass(double dropout, std::uint64_t seed) : dropout_(dropout), rng_(seed) {}
  ForwardPass(const ForwardPass&) = delete;
  ForwardPass& operator=(const ForwardPass&) = delete;

  // x of any shape: sets each element to zero with the probability of dropout, and scales the
  // others so that the expectation stays the same. The draws do not depend on the device.
  at::Tensor drop(const at::Tensor& x) {
    if (dropout_ == 0) return x;
    at::Tensor mask = at::empty(x.sizes());
    float* kept = mask.data_ptr<float>();
    const auto scale = static_cast<float>(1 / (1 - dropout_));
    for (std::int64_t i = 0; i < mask.numel(); ++i) kept[i] = rng_.unit() < dropout_ ? 0 : scale;
    return x * mask.to(x.options());
  }

  // Keeps the index as long as this object lives.
  std::span<const std::int32_t> keep(Index index) {
    return indices_.emplace_back(std::move(index));
  }

 private:
  double dropout_ = 0;
  Rng rng_;
  std::deque<Index> indices_;
};

}  // namespace ineq
