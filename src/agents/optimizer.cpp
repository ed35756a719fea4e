#include "agents/optimizer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"

namespace ineq {

void require_possible(const OptimizerOptions& options) {
  if (!(options.rate > 0)) throw Error("rate: expected a number greater than 0");
  if (options.beta1 >= 1 || options.beta2 >= 1) throw Error("beta1, beta2: expected less than 1");
  if (options.final_rate > 1) throw Error("final_rate: expected a number from 0 to 1");
  if (options.warmup > 1) throw Error("warmup: expected a number from 0 to 1");
  if (options.average >= 1) throw Error("average: expected a number less than 1");
}

double rate_at(const OptimizerOptions& options, std::uint64_t step, std::uint64_t steps) {
  const double done = (static_cast<double>(step) + 1) / static_cast<double>(steps);
  if (done < options.warmup) return options.rate * done / options.warmup;
  const double left = options.warmup < 1 ? (1 - done) / (1 - options.warmup) : 0;
  const double cosine = 0.5 * (1 - std::cos(std::numbers::pi * left));
  return options.rate * (options.final_rate + (1 - options.final_rate) * cosine);
}

double Optimizer::step(std::span<float> weights, std::span<const float> gradient, double rate) {
  constexpr float kEpsilon = 1e-8f;
  double squares = 0;
  for (const float g : gradient) squares += static_cast<double>(g) * static_cast<double>(g);
  const double norm = std::sqrt(squares);
  if (!std::isfinite(norm)) return norm;
  ++steps_;
  const double time = static_cast<double>(steps_);
  const auto scale =
      static_cast<float>(options_.clip > 0 && norm > options_.clip ? options_.clip / norm : 1.0);
  const auto beta1 = static_cast<float>(options_.beta1);
  const auto beta2 = static_cast<float>(options_.beta2);
  const auto step_size = static_cast<float>(rate / (1 - std::pow(options_.beta1, time)));
  const auto correction = static_cast<float>(1 / std::sqrt(1 - std::pow(options_.beta2, time)));
  const auto keep = static_cast<float>(1 - rate * options_.weight_decay);
  const auto memory = static_cast<float>(std::min(options_.average, (1 + time) / (10 + time)));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const float g = gradient[i] * scale;
    moment_[i] = beta1 * moment_[i] + (1 - beta1) * g;
    square_[i] = beta2 * square_[i] + (1 - beta2) * g * g;
    weights[i] = keep * weights[i] -
                 step_size * moment_[i] / (std::sqrt(square_[i]) * correction + kEpsilon);
    average_[i] = memory * average_[i] + (1 - memory) * weights[i];
  }
  return norm;
}

}  // namespace ineq
