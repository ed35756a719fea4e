#include "networks/parameters.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/rng.h"

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

void Parameters::finish() {
  const std::size_t size = list_.empty() ? 0 : list_.back().offset + list_.back().size;
  weights_ = at::zeros({static_cast<std::int64_t>(size)});
  gradient_ = at::zeros({static_cast<std::int64_t>(size)});
  for (const Parameter& parameter : list_) {
    const auto part = [&](at::Tensor& flat) {
      return at::from_blob(flat.data_ptr<float>() + parameter.offset, parameter.shape);
    };
    tensors_.push_back(part(weights_).set_requires_grad(true));
    tensors_.back().mutable_grad() = part(gradient_);
  }
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
