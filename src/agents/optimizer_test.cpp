#include "agents/optimizer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/rng.h"
#include "support/fixture.h"

namespace ineq {
namespace {

std::vector<float> random_numbers(Rng& rng, std::size_t count, double scale) {
  std::vector<float> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(static_cast<float>(scale * (2 * rng.unit() - 1)));
  }
  return out;
}

// AdamW as in its paper (Loshchilov and Hutter 2019, Algorithm 2), in double precision.
struct PlainAdamW {
  std::vector<double> weights, average;
  std::vector<double> mean = std::vector<double>(weights.size());
  std::vector<double> square = mean;
  int steps = 0;

  void step(const OptimizerOptions& o, const std::vector<float>& gradient, double rate) {
    double norm = 0;
    for (const float g : gradient) norm += std::pow(static_cast<double>(g), 2);
    norm = std::sqrt(norm);
    ++steps;
    const double memory = std::min(o.average, (1.0 + steps) / (10.0 + steps));
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double g = gradient[i] * (o.clip > 0 ? std::min(1.0, o.clip / norm) : 1.0);
      mean[i] = o.beta1 * mean[i] + (1 - o.beta1) * g;
      square[i] = o.beta2 * square[i] + (1 - o.beta2) * g * g;
      const double corrected = mean[i] / (1 - std::pow(o.beta1, steps));
      const double scale = std::sqrt(square[i] / (1 - std::pow(o.beta2, steps))) + 1e-8;
      weights[i] -= rate * (corrected / scale + o.weight_decay * weights[i]);
      average[i] = memory * average[i] + (1 - memory) * weights[i];
    }
  }
};

// Takes steps with gradients of this scale, and compares with the plain version after each.
void expect_plain_steps(const OptimizerOptions& options, double scale) {
  constexpr std::size_t kCount = 40;
  Rng rng(1);
  std::vector<float> weights = random_numbers(rng, kCount, 1);
  Optimizer optimizer(options, weights);
  PlainAdamW plain{.weights = {weights.begin(), weights.end()},
                   .average = {weights.begin(), weights.end()}};
  for (std::uint64_t step = 0; step < 30; ++step) {
    const std::vector<float> gradient = random_numbers(rng, kCount, scale);
    double squares = 0;
    for (const float g : gradient) squares += std::pow(static_cast<double>(g), 2);
    const double rate = rate_at(options, step, 30);
    EXPECT_NEAR(optimizer.step(weights, gradient, rate), std::sqrt(squares), 1e-9);
    plain.step(options, gradient, rate);
    for (std::size_t i = 0; i < kCount; ++i) {
      ASSERT_NEAR(weights[i], plain.weights[i], 2e-6) << "step " << step;
      ASSERT_NEAR(optimizer.average()[i], plain.average[i], 2e-6) << "step " << step;
    }
  }
  EXPECT_EQ(optimizer.steps(), 30u);
}

TEST(Optimizer, IsAdamW) {
  expect_plain_steps({.clip = 0, .average = 0}, 0.01);
  expect_plain_steps({.rate = 0.05, .beta1 = 0.8, .beta2 = 0.9, .weight_decay = 0.3}, 0.01);
}

TEST(Optimizer, ClipsGradients) {
  expect_plain_steps({.clip = 1}, 5);     // every gradient is clipped,
  expect_plain_steps({.clip = 1}, 0.27);  // some,
  expect_plain_steps({.clip = 0}, 5);     // none
}

TEST(Optimizer, AveragesWeights) {
  expect_plain_steps({.average = 0.5}, 0.1);
  expect_plain_steps({.average = 0.998}, 0.1);
}

TEST(Optimizer, WithoutAnAverageTheAverageIsTheWeights) {
  std::vector<float> weights = {1, 2};
  Optimizer optimizer({.average = 0}, weights);
  optimizer.step(weights, std::vector<float>{3, -1}, 0.1);
  EXPECT_EQ(weights, std::vector(optimizer.average().begin(), optimizer.average().end()));
  EXPECT_NE(weights[0], 1);
}

// A gradient that is no number would make every weight none for ever.
TEST(Optimizer, ChangesAPartOfTheWeights) {
  std::vector<float> weights = {1, 2, 3, 4};
  const std::vector<float> gradient = {9, 1, -1, 9};
  Optimizer optimizer({.clip = 0, .average = 0.5}, weights, 1, 2);
  EXPECT_FLOAT_EQ(static_cast<float>(optimizer.step(weights, gradient, 0.1)), std::sqrt(2.0f));
  std::vector<float> part = {2, 3};
  Optimizer alone({.clip = 0, .average = 0.5}, part);
  alone.step(part, std::span(gradient).subspan(1, 2), 0.1);
  EXPECT_EQ(weights, (std::vector<float>{1, part[0], part[1], 4}));
  EXPECT_EQ(optimizer.average()[0], 1);
  EXPECT_EQ(optimizer.average()[1], alone.average()[0]);
  EXPECT_EQ(optimizer.average()[3], 4);
}

TEST(Optimizer, AGradientThatIsNoNumberChangesNothing) {
  using Limits = std::numeric_limits<float>;
  for (const float bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
    std::vector<float> weights = {1, 2, 3};
    Optimizer optimizer({}, weights);
    optimizer.step(weights, std::vector<float>{1, 1, 1}, 0.1);
    const auto all = [&] {
      std::vector<float> out = weights;
      const Optimizer::State state = optimizer.state();
      for (const auto part : {state.average, state.moment, state.square}) {
        out.insert(out.end(), part.begin(), part.end());
      }
      return out;
    };
    const std::vector<float> before = all();
    EXPECT_FALSE(std::isfinite(optimizer.step(weights, std::vector<float>{1, bad, 1}, 0.1)));
    EXPECT_EQ(all(), before);
    EXPECT_EQ(optimizer.steps(), 1u);
  }
}

// Saving and restoring the state makes no difference: checkpoints depend on it.
TEST(Optimizer, ContinuesFromItsState) {
  Rng rng(5);
  std::vector<float> weights = random_numbers(rng, 10, 1), gradient = random_numbers(rng, 10, 1);
  Optimizer one({}, weights);
  for (int i = 0; i < 3; ++i) one.step(weights, gradient, 0.01);
  std::vector<float> copied = weights;
  Optimizer other({}, copied);
  const Optimizer::State from = one.state(), to = other.state();
  EXPECT_EQ(from.steps, 3u);
  std::ranges::copy(from.average, to.average.begin());
  std::ranges::copy(from.moment, to.moment.begin());
  std::ranges::copy(from.square, to.square.begin());
  other.set_steps(from.steps);
  one.step(weights, gradient, 0.01);
  other.step(copied, gradient, 0.01);
  EXPECT_EQ(weights, copied);
  EXPECT_TRUE(std::ranges::equal(one.average(), other.average()));
}

TEST(Optimizer, RateRisesAndFalls) {
  const OptimizerOptions options{.rate = 2, .final_rate = 0.1, .warmup = 0.2};
  EXPECT_DOUBLE_EQ(rate_at(options, 0, 100), 0.1);   // 1/20 of the warm-up is done
  EXPECT_DOUBLE_EQ(rate_at(options, 9, 100), 1);     // half of it
  EXPECT_DOUBLE_EQ(rate_at(options, 19, 100), 2);    // all of it
  EXPECT_DOUBLE_EQ(rate_at(options, 59, 100), 1.1);  // the middle of the cosine
  EXPECT_DOUBLE_EQ(rate_at(options, 99, 100), 0.2);  // the end
  const double quarter = 0.2 + 1.8 * 0.5 * (1 + std::cos(std::numbers::pi / 4));
  EXPECT_NEAR(rate_at(options, 39, 100), quarter, 1e-12);
  for (std::uint64_t i = 1; i < 100; ++i) {
    EXPECT_EQ(rate_at(options, i, 100) > rate_at(options, i - 1, 100), i < 20) << i;
  }
}

TEST(Optimizer, WarmUpAndDecayCanBeTurnedOff) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    EXPECT_DOUBLE_EQ(rate_at({.rate = 3, .final_rate = 1, .warmup = 0}, i, 10), 3);
  }
  EXPECT_DOUBLE_EQ(rate_at({.rate = 3, .warmup = 1}, 4, 10), 1.5);
  EXPECT_TRUE(std::isfinite(rate_at({.warmup = 1}, 9, 10)));
}

TEST(Optimizer, RefusesOptionsWithoutAMeaning) {
  const auto error = [](const OptimizerOptions& options) {
    return error_of([&] { require_possible(options); });
  };
  EXPECT_EQ(error({}), "no error");
  EXPECT_EQ(error({.rate = 0}), "rate: expected a number greater than 0");
  EXPECT_EQ(error({.beta2 = 1}), "beta1, beta2: expected less than 1");
  EXPECT_EQ(error({.final_rate = 2}), "final_rate: expected a number from 0 to 1");
  EXPECT_EQ(error({.warmup = 1.5}), "warmup: expected a number from 0 to 1");
  EXPECT_EQ(error({.average = 1}), "average: expected a number less than 1");
}

}  // namespace
}  // namespace ineq
