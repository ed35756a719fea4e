#include "agents/optimizer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/vectorized.h"

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

namespace {

// Sums in eight lanes, so that the compiler may vectorise without changing the result.
INEQ_VECTORIZED double sum_of_squares(const float* x, std::size_t n) {
  double lanes[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t k = 0; k < 8; ++k) {
      lanes[k] += static_cast<double>(x[i + k]) * static_cast<double>(x[i + k]);
    }
  }
  for (; i < n; ++i) lanes[0] += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  double out = 0;
  for (const double lane : lanes) out += lane;
  return out;
}

// The arrays of an optimiser, each of which has n numbers, and the factors of one step.
struct Update {
  float* __restrict weight;
  const float* __restrict gradient;
  float* __restrict moment;
  float* __restrict square;
  float* __restrict average;
  std::size_t n;
  float scale, beta1, beta2, size, correction, keep, memory;
};

INEQ_VECTORIZED void take(const Update& step) {
  constexpr float kEpsilon = 1e-8f;
  const auto [weight, gradient, moment, square, average, n, scale, beta1, beta2, size, correction,
              keep, memory] = step;
  for (std::size_t i = 0; i < n; ++i) {
    const float g = gradient[i] * scale;
    moment[i] = beta1 * moment[i] + (1 - beta1) * g;
    square[i] = beta2 * square[i] + (1 - beta2) * g * g;
    weight[i] =
        keep * weight[i] - size * moment[i] / (std::sqrt(square[i]) * correction + kEpsilon);
    average[i] = memory * average[i] + (1 - memory) * weight[i];
  }
}

}  // namespace

double Optimizer::step(std::span<float> weights, std::span<const float> gradient, double rate) {
  const double norm = std::sqrt(sum_of_squares(gradient.data() + first_, count_));
  if (!std::isfinite(norm)) return norm;
  ++steps_;
  const double time = static_cast<double>(steps_);
  const double scale = options_.clip > 0 && norm > options_.clip ? options_.clip / norm : 1;
  take({.weight = weights.data() + first_,
        .gradient = gradient.data() + first_,
        .moment = moment_.data() + first_,
        .square = square_.data() + first_,
        .average = average_.data() + first_,
        .n = count_,
        .scale = static_cast<float>(scale),
        .beta1 = static_cast<float>(options_.beta1),
        .beta2 = static_cast<float>(options_.beta2),
        .size = static_cast<float>(rate / (1 - std::pow(options_.beta1, time))),
        .correction = static_cast<float>(1 / std::sqrt(1 - std::pow(options_.beta2, time))),
        .keep = static_cast<float>(1 - rate * options_.weight_decay),
        .memory = static_cast<float>(std::min(options_.average, (1 + time) / (10 + time)))});
  return norm;
}

}  // namespace ineq
