#include "networks/parameters.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/rng.h"
#include "networks/device.h"

namespace ineq {

Parameters::Id Parameters::add(std::string name, std::vector<std::int64_t> shape, Initial initial) {
  INEQ_CHECK(tensors_.empty());
  std::size_t size = 1;
  for (const std::int64_t length : shape) size *= static_cast<std::size_t>(length);
  const std::size_t offset = list_.empty() ? 0 : list_.back().offset + list_.back().size;
  list_.push_back(
      {.name = std::move(name), .shape = std::move(shape), .offset = offset, .size = size});
  initial_.push_back(initial);
  return list_.size() - 1;
}

Parameters::Id Parameters::add_matrix(std::string name, std::int64_t out, std::int64_t in,
                                      double scale) {
  return add(std::move(name), {out, in}, {.bound = scale / std::sqrt(static_cast<double>(in))});
}

Parameters::Id Parameters::add_zeros(std::string name, std::vector<std::int64_t> shape) {
  return add(std::move(name), std::move(shape), {});
}

Parameters::Id Parameters::add_ones(std::string name, std::vector<std::int64_t> shape) {
  return add(std::move(name), std::move(shape), {.center = 1});
}

void Parameters::finish(const at::TensorOptions& device) {
  const std::size_t size = list_.empty() ? 0 : list_.back().offset + list_.back().size;
  weights_ = at::zeros({static_cast<std::int64_t>(size)});
  gradient_ = at::zeros({static_cast<std::int64_t>(size)});
  device_weights_ = weights_.to(device);  // a copy, unless the device has floats in main memory
  device_gradient_ = gradient_.to(device);
  for (const Parameter& parameter : list_) {
    const auto part = [&](const at::Tensor& flat) {
      return flat
          .narrow(0, static_cast<std::int64_t>(parameter.offset),
                  static_cast<std::int64_t>(parameter.size))
          .view(parameter.shape)
          .detach();
    };
    tensors_.push_back(part(device_weights_).set_requires_grad(true));
    tensors_.back().mutable_grad() = part(device_gradient_);
  }
}

void Parameters::refresh() const {
  if (device_weights_.is_same(weights_)) return;
  const std::lock_guard lock(refreshing_);
  const auto is_current = [&] {
    return std::memcmp(copied_.data_ptr<float>(), weights_.data_ptr<float>(), weights_.nbytes()) ==
           0;
  };
  if (copied_.defined() && is_current()) return;
  copied_ = weights_.clone();
  device_weights_.copy_(copied_);
}

void Parameters::differentiate(const at::Tensor& loss) {
  device_gradient_.zero_();
  loss.backward();
  if (!device_gradient_.is_same(gradient_)) gradient_.copy_(device_gradient_);
}

std::span<float> Parameters::weights() {
  return {weights_.data_ptr<float>(), static_cast<std::size_t>(weights_.numel())};
}

std::span<float> Parameters::gradient() {
  return {gradient_.data_ptr<float>(), static_cast<std::size_t>(gradient_.numel())};
}

void Parameters::initialize(std::uint64_t seed) {
  Rng rng(seed);
  const std::span<float> all = weights();
  for (std::size_t i = 0; i < list_.size(); ++i) {
    for (float& weight : all.subspan(list_[i].offset, list_[i].size)) {
      weight = static_cast<float>(initial_[i].center + initial_[i].bound * (2 * rng.unit() - 1));
    }
  }
}

}  // namespace ineq
