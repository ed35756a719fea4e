// The networks gin, treelstm and bow.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agents/load_network.h"
#include "agents/tree_input.h"
#include "base/rng.h"
#include "generate/generator.h"
#include "term/parse.h"

namespace ineq {
namespace {

NetworkOptions tree_options(NetworkKind kind) {
  return {.network = kind, .width = 16, .layers = 3, .head = 24};
}

// The steps of `proofs` generated proofs, of each rule set in turn. Proofs that differ in length
// and axioms have actions of one, two and three operands.
Samples tree_samples(std::size_t proofs) {
  Samples out{.input = std::make_unique<TreeInput>(), .choice = {}, .steps_left = {}};
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

// What the network says about one sample: the value, and the log-probabilities of all choices after
// each prefix of the choices to imitate.
struct TreeAnswer {
  float steps_left;
  std::vector<std::vector<float>> log_prob;
};

std::vector<TreeAnswer> ask_tree(const Network& network, const Samples& samples) {
  const auto answers = network.read(*samples.input);
  const auto copy = [](std::span<const float> numbers) {
    return std::vector<float>(numbers.begin(), numbers.end());
  };
  std::vector<TreeAnswer> out;
  const std::size_t states = samples.input->states();
  for (std::size_t i = 0; i < states; ++i) {
    out.push_back({answers->steps_left()[i], {copy(answers->first().of(i))}});
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
      out[extended[i]].log_prob.push_back(copy(choices.of(i)));
    }
  }
  return out;
}

void expect_near(const TreeAnswer& a, const TreeAnswer& b) {
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

class TreeNetworkTest : public testing::TestWithParam<NetworkKind> {
 protected:
  void SetUp() override {
    if (!has_networks()) GTEST_SKIP() << "this build has no networks";
    network_ = make_network(tree_options(GetParam()));
    network_->initialize(1);
  }
  std::unique_ptr<Network> network_;
};

TEST_P(TreeNetworkTest, ProbabilitiesSumToOne) {
  const Samples samples = tree_samples(3);
  std::size_t longest = 0;
  for (const TreeAnswer& answer : ask_tree(*network_, samples)) {
    EXPECT_GT(answer.steps_left, 0);
    longest = std::max(longest, answer.log_prob.size());
    for (const std::vector<float>& log_prob : answer.log_prob) {
      double sum = 0;
      for (const float x : log_prob) sum += std::exp(x);
      EXPECT_NEAR(sum, 1, 1e-5);
    }
  }
  EXPECT_EQ(longest, 4u);  // a class and three operands: the samples cover all of them
}

// The losses are those of what `read` reports. Equal nodes of a bag of words have equal
// probabilities, so the accuracy is known only up to such ties.
TEST_P(TreeNetworkTest, LearnsFromWhatItSays) {
  constexpr float kTie = 1e-4f;
  const Samples samples = tree_samples(3);
  double policy = 0, value = 0, surely_right = 0, perhaps_right = 0;
  const std::vector<TreeAnswer> answers = ask_tree(*network_, samples);
  for (std::size_t i = 0; i < answers.size(); ++i) {
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
    const double error = std::abs(answers[i].steps_left - samples.steps_left[i]);
    value += error < 1 ? error * error / 2 : error - 0.5;
  }
  const auto count = static_cast<double>(answers.size());
  const Losses losses = network_->learn(samples, 1);
  EXPECT_NEAR(losses.policy, policy / count, 1e-4);
  EXPECT_NEAR(losses.value, value / count, 1e-4);
  EXPECT_NEAR(losses.total, losses.policy + 0.1 * losses.value, 1e-5);
  EXPECT_GE(losses.accuracy, surely_right / count - 1e-9);
  EXPECT_LE(losses.accuracy, perhaps_right / count + 1e-9);
}

// Whether the gradient for one weight is the slope of the loss over a step. A ReLU that changes its
// sign within the step changes the slope there, so the difference of the slopes to the left and to
// the right is part of the tolerance, like the precision of the loss, which is a float.
bool is_tree_slope(Network& network, const Samples& samples, std::size_t at, float gradient,
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

TEST_P(TreeNetworkTest, GradientsAreThoseOfFiniteDifferences) {
  const Samples samples = tree_samples(1);
  network_->learn(samples, 1);
  const std::vector<float> gradient(network_->gradient().begin(), network_->gradient().end());
  Rng rng(2);
  for (const Parameter& parameter : network_->parameters()) {
    for (int trial = 0; trial < 6; ++trial) {
      // The largest gradient of ten says most, because small ones are below the precision.
      std::size_t at = parameter.offset;
      for (int draw = 0; draw < 10; ++draw) {
        const std::size_t drawn =
            parameter.offset + rng.below(static_cast<std::uint32_t>(parameter.size));
        if (std::abs(gradient[drawn]) > std::abs(gradient[at])) at = drawn;
      }
      // In the long step, ReLUs on both sides can change; the short step is less precise.
      EXPECT_TRUE(is_tree_slope(*network_, samples, at, gradient[at], 1e-3f) ||
                  is_tree_slope(*network_, samples, at, gradient[at], 2e-4f))
          << parameter.name << " " << at - parameter.offset;
    }
  }
}

TEST_P(TreeNetworkTest, EveryParameterHasAGradient) {
  const Samples samples = tree_samples(3);
  network_->learn(samples, 1);
  for (const Parameter& parameter : network_->parameters()) {
    double sum = 0;
    for (const float x : network_->gradient().subspan(parameter.offset, parameter.size)) {
      sum += std::abs(x);
    }
    EXPECT_GT(sum, 0) << parameter.name;
  }
}

struct TreeTheorem {
  std::string goal;
  std::vector<std::string> premises = {};
  RuleSet rules = RuleSet::kStandard;
};

// The states that the theorems begin with, and choices that need not mean anything.
Samples tree_samples_of(const std::vector<TreeTheorem>& theorems) {
  Samples out{.input = std::make_unique<TreeInput>(), .choice = {}, .steps_left = {}};
  Bank bank;
  for (const TreeTheorem& texts : theorems) {
    Theorem theorem{.premises = {}, .goal = parse_statement(bank, texts.goal)};
    for (const std::string& text : texts.premises) {
      theorem.premises.push_back(parse_statement(bank, text));
    }
    out.input->add(bank, texts.rules, make_rules(texts.rules), State(bank, theorem));
    for (const Choice choice : {13, 1, 2, 2}) out.choice.push_back(choice);
    out.choice_offset.push_back(static_cast<std::int64_t>(out.choice.size()));
    out.steps_left.push_back(2);
  }
  return out;
}

TEST_P(TreeNetworkTest, BatchingStatesTogetherChangesNothing) {
  const TreeTheorem a{.goal = "a+b = b^2", .premises = {"b>=a*b", "b!=0"}};
  const TreeTheorem b{.goal = "1/(x*y)+0*x >= -z", .premises = {"x>=0"}};
  const TreeTheorem c{.goal = "c = c*1"};
  const auto ask = [&](const std::vector<TreeTheorem>& theorems) {
    return ask_tree(*network_, tree_samples_of(theorems));
  };
  const std::vector<TreeAnswer> together = ask({a, b, c, a}), permuted = ask({c, a, b});
  expect_near(together[0], ask({a})[0]);
  expect_near(together[1], ask({b})[0]);
  expect_near(together[2], ask({c})[0]);
  expect_near(together[0], together[3]);
  for (std::size_t i = 0; i < 3; ++i) expect_near(together[i], permuted[(i + 1) % 3]);
}

TEST_P(TreeNetworkTest, ABatchCanBeEmpty) {
  const TreeInput input;
  const auto answers = network_->read(input);
  EXPECT_TRUE(answers->steps_left().empty());
  EXPECT_TRUE(answers->first().log_prob.empty());
  EXPECT_TRUE(answers->extend({}).log_prob.empty());
}

TEST_P(TreeNetworkTest, RenamingVariablesChangesNothing) {
  const Samples samples = tree_samples_of({{.goal = "q*q = z+b", .premises = {"z>=q"}},
                                           {.goal = "b*b = m+q", .premises = {"m>=b"}},
                                           {.goal = "b*b = m+b", .premises = {"m>=b"}}});
  const std::vector<TreeAnswer> answers = ask_tree(*network_, samples);
  expect_near(answers[0], answers[1]);
  EXPECT_NE(answers[1].steps_left, answers[2].steps_left) << "this is not a renaming";
}

TEST_P(TreeNetworkTest, RuleSetsGoalsAndFactsAreToldApart) {
  const std::vector<TreeAnswer> answers = ask_tree(
      *network_, tree_samples_of({{.goal = "a>=b", .premises = {"b>=a*a"}},
                                  {.goal = "a>=b", .premises = {"b>=a*a"}, .rules = RuleSet::kFull},
                                  {.goal = "b>=a*a", .premises = {"a>=b"}}}));
  EXPECT_NE(answers[0].steps_left, answers[1].steps_left);
  EXPECT_NE(answers[0].steps_left, answers[2].steps_left);
}

// Prefixes of different lengths and states can be extended in one call, several times each.
TEST_P(TreeNetworkTest, PrefixesAreExtendedIndependently) {
  const Samples samples = tree_samples(1);
  const auto copy = [](std::span<const float> x) { return std::vector<float>(x.begin(), x.end()); };
  const auto one_by_one = network_->read(*samples.input);
  const std::size_t states = samples.input->states();
  const std::vector<Answers::Extension> first = {{1, 13}, {0, 13}, {1, 4}};
  const std::vector<Answers::Extension> second = {
      {states, 3}, {0, 5}, {states + 2, 1}, {states, 0}};
  std::vector<std::vector<float>> expected;
  for (const auto& extension : first) {
    expected.push_back(copy(one_by_one->extend(std::vector{extension}).of(0)));
  }
  for (const auto& extension : second) {
    expected.push_back(copy(one_by_one->extend(std::vector{extension}).of(0)));
  }
  const auto together = network_->read(*samples.input);
  std::vector<std::vector<float>> found;
  for (const auto& extensions : {first, second}) {
    const Choices& choices = together->extend(extensions);
    for (std::size_t i = 0; i < extensions.size(); ++i) found.push_back(copy(choices.of(i)));
  }
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    expect_near({.steps_left = 0, .log_prob = {found[i]}},
                {.steps_left = 0, .log_prob = {expected[i]}});
  }
  EXPECT_NE(found[3], found[6]);  // another choice leads to other probabilities
}

// The rules of Adam, with its usual constants.
void take_adam_step(Network& network, std::vector<double>& mean, std::vector<double>& square,
                    int step) {
  constexpr double kRate = 3e-3, kMean = 0.9, kSquare = 0.999;
  for (std::size_t i = 0; i < mean.size(); ++i) {
    const double g = network.gradient()[i];
    mean[i] = kMean * mean[i] + (1 - kMean) * g;
    square[i] = kSquare * square[i] + (1 - kSquare) * g * g;
    const double direction = mean[i] / (1 - std::pow(kMean, step)) /
                             (std::sqrt(square[i] / (1 - std::pow(kSquare, step))) + 1e-8);
    network.weights()[i] -= static_cast<float>(kRate * direction);
  }
}

// The bag of words cannot tell nodes with equal properties apart, so it does not fit all actions.
TEST_P(TreeNetworkTest, ABatchCanBeLearned) {
  const Samples samples = tree_samples(2);
  std::vector<double> mean(network_->weights().size()), square(mean.size());
  const Losses before = network_->learn(samples, 1);
  for (int step = 1; step <= 250; ++step) {
    network_->learn(samples, 1);
    take_adam_step(*network_, mean, square, step);
  }
  const Losses after = network_->learn(samples, 1);
  const bool sees_structure = GetParam() != NetworkKind::kBow;
  EXPECT_LT(after.policy, before.policy * (sees_structure ? 0.25 : 0.6));
  EXPECT_LT(after.value, before.value * 0.3);
  EXPECT_GT(after.accuracy, sees_structure ? 0.6 : 0.2);
}

TEST_P(TreeNetworkTest, TheSameSeedGivesTheSameBytes) {
  const auto bytes = [](std::span<const float> x) {
    return std::vector<float>(x.begin(), x.end());
  };
  NetworkOptions options = tree_options(GetParam());
  options.dropout = 0.2;
  const auto a = make_network(options), b = make_network(options);
  a->initialize(7);
  b->initialize(7);
  EXPECT_EQ(bytes(a->weights()), bytes(b->weights()));
  const Samples samples = tree_samples(2);
  a->learn(samples, 1);
  b->learn(samples, 1);
  EXPECT_EQ(bytes(a->gradient()), bytes(b->gradient()));
  b->learn(samples, 2);
  EXPECT_NE(bytes(a->gradient()), bytes(b->gradient())) << "another seed drops other values";
  expect_near(ask_tree(*a, samples)[0], ask_tree(*b, samples)[0]);  // no dropout when reading
  b->initialize(8);
  EXPECT_NE(bytes(a->weights()), bytes(b->weights()));
}

// At first no class is much more probable than another, and nodes differ enough to learn from.
TEST_P(TreeNetworkTest, FirstLogitsHaveAReasonableSpread) {
  const auto network = make_network(small_network(GetParam()));
  network->initialize(1);
  const auto deviation = [](std::span<const float> x) {
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
    double sum = 0;
    for (const float value : x) sum += (value - mean) * (value - mean);
    return std::sqrt(sum / static_cast<double>(x.size()));
  };
  const std::vector<TreeAnswer> answers = ask_tree(*network, tree_samples(3));
  double classes = 0, operands = 0, operand_count = 0;
  for (const TreeAnswer& answer : answers) {
    classes += deviation(answer.log_prob[0]) / static_cast<double>(answers.size());
    for (std::size_t i = 1; i < answer.log_prob.size(); ++i, ++operand_count) {
      operands += deviation(answer.log_prob[i]);
    }
  }
  EXPECT_LT(classes, 1);
  EXPECT_GT(operands / operand_count, 0.2);
  EXPECT_LT(operands / operand_count, 1.5);
}

INSTANTIATE_TEST_SUITE_P(All, TreeNetworkTest,
                         testing::Values(NetworkKind::kGin, NetworkKind::kTreeLstm,
                                         NetworkKind::kBow),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

}  // namespace
}  // namespace ineq
