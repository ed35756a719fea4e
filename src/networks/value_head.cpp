#include "networks/value_head.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"

namespace ineq {

using at::Tensor;

ValueHead ValueHead::add(Parameters& parameters, const NetworkOptions& options, std::int64_t in,
                         std::int64_t hidden, double scale) {
  ValueHead out;
  const std::string prefix(kValuePrefix);
  if (options.value_width > 0) hidden = static_cast<std::int64_t>(options.value_width);
  for (std::size_t i = 0; i < options.value_layers; ++i) {
    const std::string name = prefix + "hidden" + std::to_string(i);
    out.hidden_.push_back(Linear::add(parameters, name, hidden, in, scale));
    in = hidden;
  }
  out.out_ = Linear::add(parameters, prefix + "out", static_cast<std::int64_t>(kStepClasses), in);
  return out;
}

Tensor ValueHead::logits(const Parameters& p, const Tensor& state, ForwardPass& pass) const {
  Tensor x = state;
  for (const Linear& layer : hidden_) x = pass.drop(at::relu(layer(p, x)));
  return out_(p, x);
}

Tensor ValueHead::steps_left(const Parameters& p, const Tensor& state, ForwardPass& pass) const {
  const Tensor steps = at::arange(static_cast<std::int64_t>(kStepClasses), state.options());
  return at::mv(at::softmax(logits(p, state, pass), 1), steps);
}

Tensor ValueHead::loss(const Parameters& p, const Tensor& state, const Samples& samples,
                       ForwardPass& pass) const {
  const std::size_t count = samples.steps_left.size();
  INEQ_CHECK(static_cast<std::int64_t>(count) == state.size(0));
  Tensor classes = at::empty({state.size(0)}, at::kLong);
  for (std::size_t i = 0; i < count; ++i) {
    constexpr auto kLast = static_cast<float>(kStepClasses - 1);
    const float steps = std::clamp(std::round(samples.steps_left[i]), 0.0f, kLast);
    classes.data_ptr<std::int64_t>()[i] = static_cast<std::int64_t>(steps);
  }
  return at::nll_loss(at::log_softmax(logits(p, state, pass), 1), classes.to(state.device()));
}

Losses ValueHead::learn_alone(Parameters& p, const Tensor& state, const Samples& samples,
                              ForwardPass& pass) const {
  INEQ_CHECK(!state.requires_grad());
  const Tensor value = loss(p, state, samples, pass);
  p.differentiate(value);
  return {.total = value.item<double>(), .value = value.item<double>()};
}

Losses minimize(Parameters& p, const Tensor& policy, const Tensor& value, const Samples& samples,
                std::span<const std::uint8_t> correct, const Tensor& smoothed) {
  double imitated = 0, right = 0;
  for (std::size_t i = 0; i < correct.size(); ++i) {
    const bool has_choices = !samples.choices(i).empty();
    imitated += has_choices;
    right += has_choices && correct[i];
  }
  const double share = 1 / std::max(1.0, imitated);
  const Tensor total = share * (smoothed.defined() ? smoothed : policy) + kValueWeight * value;
  p.differentiate(total);
  return {.total = total.item<double>(),
          .policy = share * policy.item<double>(),
          .value = value.item<double>(),
          .accuracy = share * right};
}

}  // namespace ineq
