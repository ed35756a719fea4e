#pragma once
// What the tests of all networks share: samples from generated proofs, all answers about them, and
// checks of losses and gradients.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "agents/network.h"
#include "base/rng.h"
#include "generate/generator.h"

namespace ineq {

// The steps of `proofs` generated proofs, of each rule set in turn. Proofs that differ in length
// and axioms have actions of one, two and three operands.
inline Samples proof_samples(const NetworkOptions& options, std::size_t proofs) {
  Samples out{.input = make_input(options), .choice = {}, .steps_left = {}};
  for (const RuleSet set : kRuleSets) {
    Generator generator({.rules = set, .k = 5, .l = 5, .order_trials = 1000});
    for (std::size_t i = 0; i < proofs; ++i) {
      const Generated& generated = generator.generate(i);
      Bank& bank = generator.bank();
      State state(bank, generated.theorem());
      auto left = static_cast<float>(generated.proof().size());
      for (const Action& step : generated.proof()) {
        out.input->add(bank, set, generator.rules(), state);
        EXPECT_TRUE(out.input->encode(bank, generator.rules(), state, step, out.choice));
        out.choice_offset.push_back(static_cast<std::int64_t>(out.choice.size()));
        out.steps_left.push_back(left--);
        state.apply(bank, generator.rules(), step);
      }
    }
  }
  return out;
}

inline std::vector<float> copy_of(std::span<const float> numbers) {
  return {numbers.begin(), numbers.end()};
}

// What the network says about one sample: the value, and the log-probabilities of all choices after
// each prefix of the choices to imitate.
struct NetworkAnswer {
  float steps_left;
  std::vector<std::vector<float>> log_prob;
};

inline std::vector<NetworkAnswer> ask_network(const Network& network, const Samples& samples) {
  const auto answers = network.read(*samples.input);
  std::vector<NetworkAnswer> out;
  const std::size_t states = samples.input->states();
  for (std::size_t i = 0; i < states; ++i) {
    out.push_back({answers->steps_left()[i], {copy_of(answers->first().of(i))}});
  }
  std::vector<std::size_t> prefix(states);
  std::iota(prefix.begin(), prefix.end(), 0);
  std::size_t prefixes = states;
  for (std::size_t length = 1; length <= kMaxOperands; ++length) {
    std::vector<Answers::Extension> extensions;
    std::vector<std::size_t> extended;
    for (std::size_t i = 0; i < states; ++i) {
      if (samples.choices(i).size() <= length) continue;
      extensions.push_back({prefix[i], samples.choices(i)[length - 1]});
      extended.push_back(i);
      prefix[i] = prefixes++;
    }
    const Choices& choices = answers->extend(extensions);
    for (std::size_t i = 0; i < extended.size(); ++i) {
      out[extended[i]].log_prob.push_back(copy_of(choices.of(i)));
    }
  }
  return out;
}

inline void expect_near(const NetworkAnswer& a, const NetworkAnswer& b) {
  constexpr float kClose = 1e-5f;
  EXPECT_NEAR(a.steps_left, b.steps_left, kClose);
  ASSERT_EQ(a.log_prob.size(), b.log_prob.size());
  for (std::size_t i = 0; i < a.log_prob.size(); ++i) {
    ASSERT_EQ(a.log_prob[i].size(), b.log_prob[i].size());
    for (std::size_t j = 0; j < a.log_prob[i].size(); ++j) {
      EXPECT_NEAR(a.log_prob[i][j], b.log_prob[i][j], kClose);
    }
  }
}

inline void expect_distributions(const NetworkAnswer& answer) {
  EXPECT_GT(answer.steps_left, 0);
  for (const std::vector<float>& log_prob : answer.log_prob) {
    double sum = 0;
    for (const float x : log_prob) sum += std::exp(x);
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

// The losses of `learn` are those of what `read` reports; that of the value is only compared with
// the twins (python/tests/test_twins.py), because `read` reports no probabilities of it. Equal
// nodes of a bag of words have equal probabilities, so the accuracy is known only up to such ties.
inline void expect_losses_of_answers(Network& network, const Samples& samples) {
  constexpr float kTie = 1e-4f;
  double imitated = 0, policy = 0, surely_right = 0, perhaps_right = 0;
  const std::vector<NetworkAnswer> answers = ask_network(network, samples);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (samples.choices(i).empty()) continue;
    ++imitated;
    bool surely = true, perhaps = true;
    for (std::size_t j = 0; j < answers[i].log_prob.size(); ++j) {
      std::vector<float> log_prob = answers[i].log_prob[j];
      const float chosen =
          std::exchange(log_prob[static_cast<std::size_t>(samples.choices(i)[j])], -1e9f);
      const float best_other = std::ranges::max(log_prob);
      policy -= chosen;
      surely = surely && chosen > best_other + kTie;
      perhaps = perhaps && chosen > best_other - kTie;
    }
    surely_right += surely;
    perhaps_right += perhaps;
  }
  const Losses losses = network.learn(samples, 1);
  EXPECT_NEAR(losses.policy, policy / imitated, 1e-4);
  EXPECT_GT(losses.value, 0);
  EXPECT_NEAR(losses.total, losses.policy + 0.1 * losses.value, 1e-5);
  EXPECT_GE(losses.accuracy, surely_right / imitated - 1e-9);
  EXPECT_LE(losses.accuracy, perhaps_right / imitated + 1e-9);
}

// Whether the gradient for one weight is the slope of the loss over a step. A ReLU that changes its
// sign within the step changes the slope there, so the difference of the slopes to the left and to
// the right is part of the tolerance, like the precision of the loss, which is a float.
inline bool is_slope(Network& network, const Samples& samples, std::size_t at, float gradient,
                     float step) {
  float& weight = network.weights()[at];
  const float before = weight;
  const double loss = network.learn(samples, 1).total;
  weight = before + step;
  const double right = (network.learn(samples, 1).total - loss) / step;
  weight = before - step;
  const double left = (loss - network.learn(samples, 1).total) / step;
  weight = before;
  const double slope = (left + right) / 2;
  return std::abs(gradient - slope) <
         2e-6 / step + 0.02 * std::abs(slope) + 0.6 * std::abs(right - left);
}

// Compares the gradients of some weights of every parameter with finite differences.
inline void expect_slopes(Network& network, const Samples& samples) {
  network.learn(samples, 1);
  const std::vector<float> gradient = copy_of(network.gradient());
  Rng rng(2);
  for (const Parameter& parameter : network.parameters()) {
    for (int trial = 0; trial < 6; ++trial) {
      // The largest gradient of ten says most, because small ones are below the precision.
      std::size_t at = parameter.offset;
      for (int draw = 0; draw < 10; ++draw) {
        const std::size_t drawn =
            parameter.offset + rng.below(static_cast<std::uint32_t>(parameter.size));
        if (std::abs(gradient[drawn]) > std::abs(gradient[at])) at = drawn;
      }
      // In the long step, ReLUs on both sides can change; the short step is less precise.
      EXPECT_TRUE(is_slope(network, samples, at, gradient[at], 1e-3f) ||
                  is_slope(network, samples, at, gradient[at], 2e-4f))
          << parameter.name << " " << at - parameter.offset;
    }
  }
}

inline void expect_gradient_everywhere(Network& network, const Samples& samples) {
  network.learn(samples, 1);
  for (const Parameter& parameter : network.parameters()) {
    double sum = 0;
    for (const float x : network.gradient().subspan(parameter.offset, parameter.size)) {
      sum += std::abs(x);
    }
    EXPECT_GT(sum, 0) << parameter.name;
  }
}

// Takes the choices of every third sample away, which is then for the value alone.
inline Samples without_some_choices(Samples samples) {
  Samples out{.input = std::move(samples.input), .choice = {}, .steps_left = samples.steps_left};
  for (std::size_t i = 0; i < out.input->states(); ++i) {
    const auto choices = samples.choices(i);
    if (i % 3 != 1) out.choice.insert(out.choice.end(), choices.begin(), choices.end());
    out.choice_offset.push_back(static_cast<std::int64_t>(out.choice.size()));
  }
  return out;
}

// A value that learns alone changes nothing else, and with the right gradient.
inline void expect_value_learns_alone(Network& network, Samples samples) {
  samples.only_value = true;
  const Losses losses = network.learn(samples, 1);
  EXPECT_EQ(losses.policy, 0);
  EXPECT_EQ(losses.total, losses.value);
  const std::vector<float> gradient = copy_of(network.gradient());
  std::size_t parameters = 0;
  for (const Parameter& parameter : network.parameters()) {
    const auto part = std::span(gradient).subspan(parameter.offset, parameter.size);
    const bool is_changed = std::ranges::any_of(part, [](float x) { return x != 0; });
    EXPECT_EQ(is_changed, parameter.name.starts_with(kValuePrefix)) << parameter.name;
    if (!is_changed) continue;
    ++parameters;
    const auto at = static_cast<std::size_t>(
        std::ranges::max_element(part, {}, [](float x) { return std::abs(x); }) - part.begin());
    const std::size_t weight = parameter.offset + at;
    EXPECT_TRUE(is_slope(network, samples, weight, gradient[weight], 1e-3f)) << parameter.name;
  }
  EXPECT_GE(parameters, 4u);
}

// Adam with its usual constants.
class PlainAdam {
 public:
  explicit PlainAdam(const Network& network)
      : mean_(network.weights().size()), square_(mean_.size()) {}

  void step(Network& network, double rate = 3e-3) {
    constexpr double kMean = 0.9, kSquare = 0.999;
    ++steps_;
    for (std::size_t i = 0; i < mean_.size(); ++i) {
      const double g = network.gradient()[i];
      mean_[i] = kMean * mean_[i] + (1 - kMean) * g;
      square_[i] = kSquare * square_[i] + (1 - kSquare) * g * g;
      const double direction = mean_[i] / (1 - std::pow(kMean, steps_)) /
                               (std::sqrt(square_[i] / (1 - std::pow(kSquare, steps_))) + 1e-8);
      network.weights()[i] -= static_cast<float>(rate * direction);
    }
  }

 private:
  std::vector<double> mean_, square_;
  int steps_ = 0;
};

}  // namespace ineq
