// The transformer (src/networks/transformer.cpp), as the program sees it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents/load_network.h"
#include "agents/text_input.h"
#include "base/rng.h"
#include "generate/generator.h"
#include "proof/history.h"
#include "support/network_checks.h"

namespace ineq {
namespace {

class TransformerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_networks()) GTEST_SKIP() << "install libtorch-dev and build again";
  }

  // A network of a size at which everything is fast. Heads of 10 numbers fill no vector register.
  static NetworkOptions tiny() {
    return {.network = NetworkKind::kTransformer,
            .width = 30,
            .layers = 2,
            .heads = 3,
            .feed_forward = 40};
  }
  static std::unique_ptr<Network> make(const NetworkOptions& options, std::uint64_t seed = 1) {
    auto out = make_network(options);
    out->initialize(seed);
    return out;
  }

  // The steps of proofs, from theorem number `first` on.
  Samples samples(std::size_t count, std::uint64_t first = 0) {
    Samples out;
    out.input = make_input(tiny());
    for (std::uint64_t i = first; out.steps_left.size() < count; ++i) {
      const History history(generator_.bank(), generator_.generate(i).proven);
      const std::size_t steps = history.actions().size();
      for (std::size_t step = 0; step < steps && out.steps_left.size() < count; ++step) {
        const State& now = history.states()[step];
        out.input->add(generator_.bank(), RuleSet::kStandard, generator_.rules(), now);
        EXPECT_TRUE(out.input->encode(generator_.bank(), generator_.rules(), now,
                                      history.actions()[step], out.choice));
        out.choice_offset.push_back(static_cast<std::int64_t>(out.choice.size()));
        out.steps_left.push_back(static_cast<float>(steps - step));
      }
    }
    return out;
  }

  static std::vector<float> copy(std::span<const float> numbers) {
    return {numbers.begin(), numbers.end()};
  }

  // What the answers say of each character of the samples' texts. All texts are written at once.
  static std::vector<std::vector<float>> log_probs(const Network& network, const Samples& samples) {
    const auto answers = network.read(*samples.input);
    const std::size_t count = samples.input->states();
    std::vector<std::vector<float>> out(count);
    std::vector<std::size_t> prefix(count);
    std::size_t prefixes = count;
    const Choices* choices = &answers->first();
    std::vector<std::size_t> writing(count);  // the samples whose texts are not complete
    for (std::size_t s = 0; s < count; ++s) prefix[s] = writing[s] = s;
    for (std::size_t place = 0; !writing.empty(); ++place) {
      std::vector<Answers::Extension> extensions;
      std::vector<std::size_t> still;
      for (std::size_t i = 0; i < writing.size(); ++i) {
        const std::size_t s = writing[i];
        const std::span<const Choice> text = samples.choices(s);
        out[s].push_back(choices->of(i)[static_cast<std::size_t>(text[place])]);
        if (place + 1 == text.size()) continue;
        extensions.push_back({prefix[s], text[place]});
        prefix[s] = prefixes++;
        still.push_back(s);
      }
      choices = &answers->extend(extensions);
      writing = still;
    }
    return out;
  }

  Generator generator_{{.k = 2, .l = 2}};
};

// Along the gradient of a parameter, the slope of the loss is the length of the gradient; at one
// weight, it is that of the weight.
TEST_F(TransformerTest, TheGradientIsThatOfTheLoss) {
  for (const double smoothing : {0.0, 0.1}) {
    NetworkOptions options = tiny();
    options.layers = 1;
    options.label_smoothing = smoothing;
    const auto network = make(options);
    const Samples batch = samples(3);
    network->learn(batch, 1);
    const std::vector<float> gradient = copy(network->gradient());
    const std::span<float> weights = network->weights();
    Rng rng(1);
    for (const Parameter& parameter : network->parameters()) {
      const auto slope = [&](auto direction, float step) {
        double out = 0;
        const std::vector<float> before = copy(weights);
        for (const float sign : {-1.0f, 1.0f}) {
          for (std::size_t i = 0; i < parameter.size; ++i) {
            const std::size_t at = parameter.offset + i;
            weights[at] = before[at] + sign * step * static_cast<float>(direction(i));
          }
          out += static_cast<double>(sign) * network->learn(batch, 1).total;
        }
        std::ranges::copy(before, weights.begin());
        return out / (2 * static_cast<double>(step));
      };
      const std::span<const float> own =
          std::span(gradient).subspan(parameter.offset, parameter.size);
      double square = 0;
      for (const float g : own) square += static_cast<double>(g) * static_cast<double>(g);
      const double length = std::sqrt(square);
      EXPECT_GT(length, 0) << parameter.name;
      EXPECT_NEAR(slope([&](std::size_t i) { return static_cast<double>(own[i]) / length; }, 1e-2f),
                  length, 0.01 + 0.02 * length)
          << parameter.name;
      const std::size_t one = rng.below(static_cast<std::uint32_t>(parameter.size));
      EXPECT_NEAR(slope([&](std::size_t i) { return i == one ? 1.0 : 0.0; }, 1e-2f),
                  static_cast<double>(own[one]), 0.01 + 0.02 * length)
          << parameter.name << " " << one;
    }
  }
}

// The cache of keys and values against the whole text at once.
TEST_F(TransformerTest, WritingAgreesWithLearning) {
  const auto network = make(tiny());
  const Samples all = samples(12);
  const auto written = log_probs(*network, all);
  double sum = 0;
  for (const auto& text : written) {
    for (const float log_prob : text) sum -= static_cast<double>(log_prob);
  }
  EXPECT_NEAR(network->learn(all, 1).policy, sum / 12, 1e-4);
}

TEST_F(TransformerTest, BatchingChangesNothing) {
  const auto network = make(tiny());
  const Samples all = samples(6);
  const auto together = log_probs(*network, all);
  const auto values = copy(network->read(*all.input)->steps_left());
  ASSERT_EQ(values.size(), 6u);
  for (std::uint64_t theorem = 0; theorem < 3; ++theorem) {
    const Samples some = samples(2, theorem);
    const auto apart = log_probs(*network, some);
    const auto some_values = copy(network->read(*some.input)->steps_left());
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(some_values[i], values[2 * theorem + i], 1e-5);
      ASSERT_EQ(apart[i].size(), together[2 * theorem + i].size());
      for (std::size_t place = 0; place < apart[i].size(); ++place) {
        EXPECT_NEAR(apart[i][place], together[2 * theorem + i][place], 1e-5);
      }
    }
  }
}

// Branches of one text, asked in another order than they were made, are like texts of their own.
TEST_F(TransformerTest, PrefixesCanBeExtendedInAnyOrder) {
  const auto network = make(tiny());
  const Samples one = samples(1);
  const auto straight = network->read(*one.input);
  const auto branching = network->read(*one.input);
  branching->extend(std::vector<Answers::Extension>{{0, 30}, {0, 31}, {0, 32}});  // 1, 2, 3
  branching->extend(std::vector<Answers::Extension>{{3, 40}, {1, 41}, {1, 42}});  // 4, 5, 6
  const auto found =
      copy(branching->extend(std::vector<Answers::Extension>{{2, 20}, {5, 50}}).of(1));  // 7, 8
  straight->first();
  straight->extend(std::vector<Answers::Extension>{{0, 30}});
  straight->extend(std::vector<Answers::Extension>{{1, 41}});
  const auto expected = copy(straight->extend(std::vector<Answers::Extension>{{2, 50}}).of(0));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-5);
}

TEST_F(TransformerTest, ProbabilitiesSumToOneAndValuesArePositive) {
  const auto network = make(tiny());
  const Samples all = samples(4);
  const auto answers = network->read(*all.input);
  const auto expect_probabilities = [](const Choices& choices, std::size_t prefixes) {
    ASSERT_EQ(choices.offset.size(), prefixes + 1);
    for (std::size_t i = 0; i < prefixes; ++i) {
      ASSERT_EQ(choices.of(i).size(), kTextTokens);
      double sum = 0;
      for (const float log_prob : choices.of(i)) sum += std::exp(static_cast<double>(log_prob));
      EXPECT_NEAR(sum, 1, 1e-5);
    }
  };
  expect_probabilities(answers->first(), 4);
  expect_probabilities(answers->extend(std::vector<Answers::Extension>{{2, 30}, {0, 31}}), 2);
  for (const float steps : answers->steps_left()) EXPECT_GT(steps, 0);
}

TEST_F(TransformerTest, TheSameSeedGivesTheSameBytes) {
  const Samples batch = samples(4);
  const auto once = make(tiny(), 7), again = make(tiny(), 7), other = make(tiny(), 8);
  once->learn(batch, 1);
  again->learn(batch, 1);
  EXPECT_TRUE(std::ranges::equal(once->weights(), again->weights()));
  EXPECT_TRUE(std::ranges::equal(once->gradient(), again->gradient()));
  EXPECT_FALSE(std::ranges::equal(once->weights(), other->weights()));
}

TEST_F(TransformerTest, DropoutDependsOnTheSeedOfTheStepAlone) {
  NetworkOptions options = tiny();
  options.dropout = 0.3;
  const auto network = make(options), plain = make(tiny());
  const Samples batch = samples(4);
  const Losses first = network->learn(batch, 5);
  const std::vector<float> gradient = copy(network->gradient());
  EXPECT_NE(network->learn(batch, 6).policy, first.policy);
  EXPECT_EQ(network->learn(batch, 5).policy, first.policy);
  EXPECT_TRUE(std::ranges::equal(network->gradient(), gradient));
  // There is none outside of learning.
  EXPECT_EQ(log_probs(*network, batch), log_probs(*plain, batch));
}

TEST_F(TransformerTest, ReportsTheLossWithoutSmoothing) {
  NetworkOptions options = tiny();
  options.label_smoothing = 0.1;
  const Samples batch = samples(4);
  const Losses smoothed = make(options)->learn(batch, 1), plain = make(tiny())->learn(batch, 1);
  EXPECT_EQ(smoothed.policy, plain.policy);
  EXPECT_EQ(smoothed.accuracy, plain.accuracy);
  EXPECT_NE(smoothed.total, plain.total);
  EXPECT_NEAR(plain.total, plain.policy + 0.1 * plain.value, 1e-4);
}

TEST_F(TransformerTest, SomeSamplesAreForTheValueAlone) {
  const auto network = make(tiny());
  const Losses all = network->learn(samples(4), 1);
  const Samples some = without_some_choices(samples(4));
  const Losses part = network->learn(some, 1);
  EXPECT_EQ(part.value, all.value);
  EXPECT_NE(part.policy, all.policy);
  EXPECT_NEAR(part.total, part.policy + 0.1 * part.value, 1e-4);
}

TEST_F(TransformerTest, TheValueLearnsAlone) {
  expect_value_learns_alone(*make(tiny()), samples(4));
}

// Plain gradient descent with Adam's scaling of each weight.
TEST_F(TransformerTest, LearnsABatchByHeart) {
  const auto network = make(tiny());
  const Samples batch = samples(4);
  const double before = network->learn(batch, 1).total;
  std::vector<float> mean(network->weights().size()), square(network->weights().size());
  Losses after;
  for (int step = 1; step <= 200; ++step) {
    after = network->learn(batch, 1);
    for (std::size_t i = 0; i < mean.size(); ++i) {
      const float g = network->gradient()[i];
      mean[i] += 0.1f * (g - mean[i]);
      square[i] += 0.02f * (g * g - square[i]);
      network->weights()[i] -= 3e-3f * mean[i] / (std::sqrt(square[i]) + 1e-6f);
    }
  }
  EXPECT_LT(after.total, before / 100);
  EXPECT_EQ(after.accuracy, 1);
  // Greedy writing finds the texts.
  const auto written = log_probs(*network, batch);
  for (const auto& text : written) {
    for (const float log_prob : text) EXPECT_GT(log_prob, std::log(0.5f));
  }
}

TEST_F(TransformerTest, ThePapersSizeRuns) {
  const auto network = make(paper_network(NetworkKind::kTransformer));
  EXPECT_GT(network->weights().size(), 44'000'000u);
  const Samples batch = samples(1);
  EXPECT_TRUE(std::isfinite(network->learn(batch, 1).total));
  EXPECT_TRUE(std::ranges::any_of(network->gradient(), [](float g) { return g != 0; }));
  EXPECT_EQ(network->read(*batch.input)->first().of(0).size(), kTextTokens);
}

}  // namespace
}  // namespace ineq
