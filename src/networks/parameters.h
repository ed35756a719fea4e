#pragma once
// The weights of a network: tensors that are parts of one flat array, with their gradients in
// another one.
//
// A network first adds all its parameters, then calls `finish` once. The program sees the arrays in
// main memory and changes the weights there. A network on another device computes with copies.

#include <ATen/ATen.h>

#include <cmath>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "agents/network.h"
#include "networks/kernels.h"

namespace ineq {

class Parameters {
 public:
  using Id = std::size_t;

  // Values are drawn uniformly from [-bound, bound] and `center` is added.
  struct Initial {
    double bound = 0;
    double center = 0;
  };
  Id add(std::string name, std::vector<std::int64_t> shape, Initial initial);
  // A matrix for inputs of size `in`: out × in, bound 1/sqrt(in), times `scale`.
  Id add_matrix(std::string name, std::int64_t out, std::int64_t in, double scale = 1);
  Id add_zeros(std::string name, std::vector<std::int64_t> shape);
  Id add_ones(std::string name, std::vector<std::int64_t> shape);
  void finish(const at::TensorOptions& device);

  // Copies the weights to the device if they have changed. To be called before they are used; may
  // be called from several threads, but not while weights change.
  void refresh() const;
  const at::Tensor& operator[](Id id) const { return tensors_[id]; }
  // Sets the gradient to that of the loss.
  void differentiate(const at::Tensor& loss);

  std::span<const Parameter> list() const { return list_; }
  std::span<float> weights();
  std::span<float> gradient();
  void initialize(std::uint64_t seed);

 private:
  std::vector<Parameter> list_;
  std::vector<Initial> initial_;
  std::vector<at::Tensor> tensors_;
  at::Tensor weights_, gradient_;                // in main memory
  at::Tensor device_weights_, device_gradient_;  // what `tensors_` are parts of; on a CPU, the same
  mutable std::mutex refreshing_;
  mutable at::Tensor copied_;  // the weights that the device has; undefined: none yet
};

// What all networks with parameters share.
class ParameterNetwork : public Network {
 public:
  std::span<const Parameter> parameters() const override { return p_.list(); }
  std::span<float> weights() override { return p_.weights(); }
  std::span<float> gradient() override { return p_.gradient(); }
  void initialize(std::uint64_t seed) override { p_.initialize(seed); }

 protected:
  Parameters p_;
};

// A linear layer with weights of this scale keeps the mean square of its input: by itself, and
// together with a ReLU after it.
inline const double kLinearScale = std::sqrt(3.0);
inline const double kReluScale = std::sqrt(6.0);

// y = x W^T + b
struct Linear {
  Parameters::Id weight;
  Parameters::Id bias;

  static Linear add(Parameters& parameters, const std::string& name, std::int64_t out,
                    std::int64_t in, double scale = 1) {
    return {parameters.add_matrix(name + ".weight", out, in, scale),
            parameters.add_zeros(name + ".bias", {out})};
  }
  // x: [n, in] -> [n, out]
  at::Tensor operator()(const Parameters& p, const at::Tensor& x) const {
    return at::addmm(p[bias], x, p[weight].t());
  }
};

// Layer normalisation with learned gain and bias.
struct Norm {
  Parameters::Id gain, bias;

  static Norm add(Parameters& p, const std::string& name, std::int64_t d) {
    return {p.add_ones(name + ".gain", {d}), p.add_zeros(name + ".bias", {d})};
  }
  // x: [n, d] -> [n, d]
  at::Tensor operator()(const Parameters& p, const at::Tensor& x) const {
    return layer_norm(x, p[gain], p[bias]);
  }
};

}  // namespace ineq
