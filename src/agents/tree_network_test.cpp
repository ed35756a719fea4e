// The networks gin, treelstm and bow.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "agents/load_network.h"
#include "agents/tree_input.h"
#include "support/network_checks.h"
#include "term/parse.h"

namespace ineq {
namespace {

NetworkOptions tree_options(NetworkKind kind) {
  return {.network = kind, .width = 16, .layers = 3, .head = 24};
}

// The samples do not depend on the kind.
Samples tree_samples(std::size_t proofs) {
  return proof_samples(tree_options(NetworkKind::kGin), proofs);
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
  for (const NetworkAnswer& answer : ask_network(*network_, samples)) {
    expect_distributions(answer);
    longest = std::max(longest, answer.log_prob.size());
  }
  EXPECT_EQ(longest, 4u);  // a class and three operands: the samples cover all of them
}

TEST_P(TreeNetworkTest, LearnsFromWhatItSays) {
  expect_losses_of_answers(*network_, tree_samples(3));
}

TEST_P(TreeNetworkTest, SomeSamplesAreForTheValueAlone) {
  const Samples samples = without_some_choices(tree_samples(1));
  expect_losses_of_answers(*network_, samples);
  expect_slopes(*network_, samples);
}

TEST_P(TreeNetworkTest, TheValueLearnsAlone) {
  expect_value_learns_alone(*network_, tree_samples(3));
}

TEST_P(TreeNetworkTest, GradientsAreThoseOfFiniteDifferences) {
  expect_slopes(*network_, tree_samples(1));
}

TEST_P(TreeNetworkTest, EveryParameterHasAGradient) {
  expect_gradient_everywhere(*network_, tree_samples(3));
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
    return ask_network(*network_, tree_samples_of(theorems));
  };
  const std::vector<NetworkAnswer> together = ask({a, b, c, a}), permuted = ask({c, a, b});
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
  const std::vector<NetworkAnswer> answers = ask_network(*network_, samples);
  expect_near(answers[0], answers[1]);
  EXPECT_NE(answers[1].steps_left, answers[2].steps_left) << "this is not a renaming";
}

TEST_P(TreeNetworkTest, RuleSetsGoalsAndFactsAreToldApart) {
  const std::vector<NetworkAnswer> answers = ask_network(
      *network_, tree_samples_of({{.goal = "a>=b", .premises = {"b>=a*a"}},
                                  {.goal = "a>=b", .premises = {"b>=a*a"}, .rules = RuleSet::kFull},
                                  {.goal = "b>=a*a", .premises = {"a>=b"}}}));
  EXPECT_NE(answers[0].steps_left, answers[1].steps_left);
  EXPECT_NE(answers[0].steps_left, answers[2].steps_left);
}

// Prefixes of different lengths and states can be extended in one call, several times each.
TEST_P(TreeNetworkTest, PrefixesAreExtendedIndependently) {
  const Samples samples = tree_samples(1);
  const auto one_by_one = network_->read(*samples.input);
  const std::size_t states = samples.input->states();
  const std::vector<Answers::Extension> first = {{1, 13}, {0, 13}, {1, 4}};
  const std::vector<Answers::Extension> second = {
      {states, 3}, {0, 5}, {states + 2, 1}, {states, 0}};
  std::vector<std::vector<float>> expected;
  for (const auto& extension : first) {
    expected.push_back(copy_of(one_by_one->extend(std::vector{extension}).of(0)));
  }
  for (const auto& extension : second) {
    expected.push_back(copy_of(one_by_one->extend(std::vector{extension}).of(0)));
  }
  const auto together = network_->read(*samples.input);
  std::vector<std::vector<float>> found;
  for (const auto& extensions : {first, second}) {
    const Choices& choices = together->extend(extensions);
    for (std::size_t i = 0; i < extensions.size(); ++i) found.push_back(copy_of(choices.of(i)));
  }
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    expect_near({.steps_left = 0, .log_prob = {found[i]}},
                {.steps_left = 0, .log_prob = {expected[i]}});
  }
  EXPECT_NE(found[3], found[6]);  // another choice leads to other probabilities
}

// The bag of words cannot tell nodes with equal properties apart, so it does not fit all actions.
TEST_P(TreeNetworkTest, ABatchCanBeLearned) {
  const Samples samples = tree_samples(2);
  PlainAdam adam(*network_);
  const Losses before = network_->learn(samples, 1);
  for (int step = 0; step < 250; ++step) {
    network_->learn(samples, 1);
    adam.step(*network_);
  }
  const Losses after = network_->learn(samples, 1);
  const bool sees_structure = GetParam() != NetworkKind::kBow;
  EXPECT_LT(after.policy, before.policy * (sees_structure ? 0.25 : 0.6));
  EXPECT_LT(after.value, before.value * 0.3);
  EXPECT_GT(after.accuracy, sees_structure ? 0.6 : 0.2);
}

TEST_P(TreeNetworkTest, TheSameSeedGivesTheSameBytes) {
  NetworkOptions options = tree_options(GetParam());
  options.dropout = 0.2;
  const auto a = make_network(options), b = make_network(options);
  a->initialize(7);
  b->initialize(7);
  EXPECT_EQ(copy_of(a->weights()), copy_of(b->weights()));
  const Samples samples = tree_samples(2);
  a->learn(samples, 1);
  b->learn(samples, 1);
  EXPECT_EQ(copy_of(a->gradient()), copy_of(b->gradient()));
  b->learn(samples, 2);
  EXPECT_NE(copy_of(a->gradient()), copy_of(b->gradient())) << "another seed drops other values";
  expect_near(ask_network(*a, samples)[0], ask_network(*b, samples)[0]);  // no dropout when reading
  b->initialize(8);
  EXPECT_NE(copy_of(a->weights()), copy_of(b->weights()));
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
  const std::vector<NetworkAnswer> answers = ask_network(*network, tree_samples(3));
  double classes = 0, operands = 0, operand_count = 0;
  for (const NetworkAnswer& answer : answers) {
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
