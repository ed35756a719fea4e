// The network dag, with and without features, and without each of its parts.

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "agents/dag_input.h"
#include "agents/load_network.h"
#include "agents/optimizer.h"
#include "support/network_checks.h"
#include "term/parse.h"

namespace ineq {
namespace {

struct DagVariant {
  const char* name;
  NetworkOptions options;
};
void PrintTo(const DagVariant& variant, std::ostream* out) { *out << variant.name; }

const DagVariant kDagVariants[] = {
    {"WithFeatures", {.width = 16, .layers = 3}},
    {"WithoutFeatures", {.width = 16, .layers = 3, .features = false}},
    {"Trees", {.width = 16, .layers = 3, .merge = false}},
    {"UntypedEdges", {.width = 16, .layers = 3, .features = false, .typed_edges = false}},
    {"NotResidual", {.width = 16, .layers = 3, .features = false, .residual = false}},
    {"ClassFirst", {.width = 16, .layers = 3, .features = false, .joint = false}},
    {"Plain",
     {.width = 16,
      .layers = 3,
      .features = false,
      .merge = false,
      .typed_edges = false,
      .residual = false,
      .joint = false}},
};

class DagNetworkTest : public testing::TestWithParam<DagVariant> {
 protected:
  void SetUp() override {
    if (!has_networks()) GTEST_SKIP() << "this build has no networks";
    network_ = make_network(options());
    network_->initialize(1);
    // The weights of features of classes begin at 0, where their gradients say less.
    Rng rng(3);
    for (float& weight : network_->weights()) {
      if (weight == 0) weight = static_cast<float>(0.2 * rng.unit() - 0.1);
    }
  }

  static NetworkOptions options() { return GetParam().options; }
  static Samples samples(std::size_t proofs) { return proof_samples(options(), proofs); }

  std::unique_ptr<Network> network_;
};

TEST_P(DagNetworkTest, ProbabilitiesSumToOne) {
  std::size_t longest = 0;
  for (const NetworkAnswer& answer : ask_network(*network_, samples(3))) {
    expect_distributions(answer);
    longest = std::max(longest, answer.log_prob.size());
  }
  EXPECT_EQ(longest, 3u);  // a pair and two operands: the samples cover all of them
}

TEST_P(DagNetworkTest, LearnsFromWhatItSays) { expect_losses_of_answers(*network_, samples(3)); }

TEST_P(DagNetworkTest, SomeSamplesAreForTheValueAlone) {
  const Samples some = without_some_choices(samples(1));
  expect_losses_of_answers(*network_, some);
  expect_slopes(*network_, some);
}

TEST_P(DagNetworkTest, TheValueLearnsAlone) { expect_value_learns_alone(*network_, samples(3)); }

TEST_P(DagNetworkTest, GradientsAreThoseOfFiniteDifferences) {
  expect_slopes(*network_, samples(1));
}

TEST_P(DagNetworkTest, EveryParameterHasAGradient) {
  expect_gradient_everywhere(*network_, samples(3));
}

struct DagTheorem {
  std::string goal;
  std::vector<std::string> premises = {};
  RuleSet rules = RuleSet::kStandard;
};

// The states that the theorems begin with, and choices that need not mean anything: class 13 is
// PrincipleOfEquality, which takes two nodes.
Samples dag_samples_of(const std::vector<DagTheorem>& theorems) {
  Samples out{
      .input = make_input(DagNetworkTest::GetParam().options), .choice = {}, .steps_left = {}};
  Bank bank;
  for (const DagTheorem& texts : theorems) {
    Theorem theorem{.premises = {}, .goal = parse_statement(bank, texts.goal)};
    for (const std::string& text : texts.premises) {
      theorem.premises.push_back(parse_statement(bank, text));
    }
    out.input->add(bank, texts.rules, make_rules(texts.rules), State(bank, theorem));
    for (const Choice choice : {13, 1, 2}) out.choice.push_back(choice);
    out.choice_offset.push_back(static_cast<std::int64_t>(out.choice.size()));
    out.steps_left.push_back(2);
  }
  return out;
}

TEST_P(DagNetworkTest, BatchingStatesTogetherChangesNothing) {
  const DagTheorem a{.goal = "a+b = b^2", .premises = {"b>=a*b", "b!=0"}};
  const DagTheorem b{.goal = "1/(x*y)+0*x >= -z", .premises = {"x>=0"}, .rules = RuleSet::kFull};
  const DagTheorem c{.goal = "c = c*1"};
  const auto ask = [&](const std::vector<DagTheorem>& theorems) {
    return ask_network(*network_, dag_samples_of(theorems));
  };
  const std::vector<NetworkAnswer> together = ask({a, b, c, a}), permuted = ask({c, a, b});
  expect_near(together[0], ask({a})[0]);
  expect_near(together[1], ask({b})[0]);
  expect_near(together[2], ask({c})[0]);
  expect_near(together[0], together[3]);
  for (std::size_t i = 0; i < 3; ++i) expect_near(together[i], permuted[(i + 1) % 3]);
}

TEST_P(DagNetworkTest, ABatchCanBeEmpty) {
  const auto input = make_input(options());
  const auto answers = network_->read(*input);
  EXPECT_TRUE(answers->steps_left().empty());
  EXPECT_TRUE(answers->first().log_prob.empty());
  EXPECT_TRUE(answers->extend({}).log_prob.empty());
}

TEST_P(DagNetworkTest, RenamingVariablesChangesNothing) {
  const std::vector<NetworkAnswer> answers =
      ask_network(*network_, dag_samples_of({{.goal = "q*q = z+b", .premises = {"z>=q"}},
                                             {.goal = "b*b = m+q", .premises = {"m>=b"}},
                                             {.goal = "b*b = m+b", .premises = {"m>=b"}}}));
  expect_near(answers[0], answers[1]);
  EXPECT_NE(answers[1].steps_left, answers[2].steps_left) << "this is not a renaming";
}

// Facts are a set. Their order changes the numbers of nodes, but neither the value nor the pairs of
// places, which are all in goals. The premises have no subterms that the goal has not, so nodes of
// the goal keep their numbers, too.
TEST_P(DagNetworkTest, TheOrderOfFactsDoesNotMatter) {
  const std::vector<NetworkAnswer> answers = ask_network(
      *network_, dag_samples_of({{.goal = "a+b*c = c^2", .premises = {"b>=a", "c!=0", "a = c"}},
                                 {.goal = "a+b*c = c^2", .premises = {"a = c", "b>=a", "c!=0"}},
                                 {.goal = "a+b*c = c^2", .premises = {"a = c", "b>=c", "c!=0"}}}));
  EXPECT_NEAR(answers[0].steps_left, answers[1].steps_left, 1e-5);
  expect_near({.steps_left = 0, .log_prob = {answers[0].log_prob[0]}},
              {.steps_left = 0, .log_prob = {answers[1].log_prob[0]}});
  EXPECT_NE(answers[1].log_prob[0], answers[2].log_prob[0]) << "another fact";
}

TEST_P(DagNetworkTest, RuleSetsGoalsFactsAndSidesAreToldApart) {
  const std::vector<NetworkAnswer> answers = ask_network(
      *network_, dag_samples_of({{.goal = "a>=b", .premises = {"b>=a*a"}},
                                 {.goal = "a>=b", .premises = {"b>=a*a"}, .rules = RuleSet::kFull},
                                 {.goal = "b>=a*a", .premises = {"a>=b"}},
                                 {.goal = "b>=a", .premises = {"b>=a*a"}}}));
  for (std::size_t i = 1; i < answers.size(); ++i) {
    EXPECT_NE(answers[0].steps_left, answers[i].steps_left) << i;
  }
}

// The order of children is known by typed edges alone. Without them, it makes no difference to a
// goal whose sides stay where they are.
TEST_P(DagNetworkTest, TypedEdgesTellTheOrderOfChildren) {
  const std::vector<NetworkAnswer> answers = ask_network(
      *network_, dag_samples_of({{.goal = "(a+b*b)*c = c"}, {.goal = "c*(b*b+a) = c"}}));
  const float apart = std::abs(answers[0].steps_left - answers[1].steps_left);
  if (options().merge) {  // trees number the variables in the order of their occurrences
    EXPECT_EQ(apart > 1e-5f, options().typed_edges) << apart;
  }
}

// Two occurrences of one term are one node but two places, which must not be the same to the
// policy: what is above them differs.
TEST_P(DagNetworkTest, PlacesOfOneNodeAreToldApart) {
  const std::vector<NetworkAnswer> answers =
      ask_network(*network_, dag_samples_of({{.goal = "(a+b)*c = c*(a+b)"}}));
  const std::vector<float>& log_prob = answers[0].log_prob[0];
  // Places: 0 the goal, 1 (a+b)*c, 2 a+b, 3 a, 4 b, 5 c, 6 c*(a+b), 7 c, 8 a+b.
  EXPECT_GT(std::abs(log_prob[2 * kActionClasses] - log_prob[8 * kActionClasses]), 1e-4);
}

// Prefixes of different lengths and states can be extended in one call, several times each.
TEST_P(DagNetworkTest, PrefixesAreExtendedIndependently) {
  const Samples given = samples(1);
  const std::size_t states = given.input->states();
  const std::vector<Answers::Extension> first = {{1, 13}, {0, 33}, {1, 53}};
  const std::vector<Answers::Extension> second = {
      {states, 3}, {0, 13}, {states + 2, 1}, {states, 0}};
  const auto one_by_one = network_->read(*given.input);
  std::vector<std::vector<float>> expected;
  for (const auto& extensions : {first, second}) {
    for (const auto& extension : extensions) {
      expected.push_back(copy_of(one_by_one->extend(std::vector{extension}).of(0)));
    }
  }
  const auto together = network_->read(*given.input);
  std::vector<std::vector<float>> found;
  for (const auto& extensions : {first, second}) {
    const Choices& choices = together->extend(extensions);
    for (std::size_t i = 0; i < extensions.size(); ++i) found.push_back(copy_of(choices.of(i)));
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    expect_near({.steps_left = 0, .log_prob = {found[i]}},
                {.steps_left = 0, .log_prob = {expected[i]}});
  }
  EXPECT_NE(found[3], found[6]);  // another choice leads to other probabilities
}

TEST_P(DagNetworkTest, TheSameSeedGivesTheSameBytes) {
  const auto a = make_network(options()), b = make_network(options());
  a->initialize(7);
  b->initialize(7);
  EXPECT_EQ(copy_of(a->weights()), copy_of(b->weights()));
  const Samples given = samples(2);
  a->learn(given, 1);
  b->learn(given, 1);
  EXPECT_EQ(copy_of(a->gradient()), copy_of(b->gradient()));
  a->learn(given, 1);
  EXPECT_EQ(copy_of(a->gradient()), copy_of(b->gradient())) << "gradients must not add up";
  b->initialize(8);
  EXPECT_NE(copy_of(a->weights()), copy_of(b->weights()));
}

// Dropped values depend on the seed of the step, and reading drops nothing.
TEST_P(DagNetworkTest, DropoutIsForLearningOnly) {
  NetworkOptions dropping = options();
  dropping.dropout = 0.2;
  const auto network = make_network(dropping);
  std::ranges::copy(network_->weights(), network->weights().begin());
  const Samples given = samples(1);
  network->learn(given, 1);
  const std::vector<float> first = copy_of(network->gradient());
  network->learn(given, 1);
  EXPECT_EQ(copy_of(network->gradient()), first);
  network->learn(given, 2);
  EXPECT_NE(copy_of(network->gradient()), first);
  expect_near(ask_network(*network, given)[0], ask_network(*network_, given)[0]);
}

// Without features, the network does not read them.
TEST_P(DagNetworkTest, FeaturesAreSeenIfAskedFor) {
  Samples given = samples(1);
  const std::vector<NetworkAnswer> before = ask_network(*network_, given);
  auto& input = static_cast<DagInput&>(*given.input);
  ASSERT_EQ(input.feature.empty(), !options().features);
  for (std::uint8_t& bits : input.feature) bits ^= DagInput::kCloses;
  const std::vector<NetworkAnswer> after = ask_network(*network_, given);
  EXPECT_EQ(before[0].log_prob == after[0].log_prob, !options().features);
}

// The weights that a network has in place of others if a part of it is off.
TEST_P(DagNetworkTest, PartsHaveTheirWeights) {
  const auto shape_of = [&](const std::string& name) {
    for (const Parameter& parameter : network_->parameters()) {
      if (parameter.name == name) return parameter.shape;
    }
    return std::vector<std::int64_t>{};
  };
  const auto has = [&](const char* name) { return !shape_of(name).empty(); };
  const NetworkOptions given = options();
  EXPECT_EQ(shape_of("types")[0], given.merge ? 11 : 36);
  EXPECT_EQ(shape_of("round0.gather.weight")[1], (given.typed_edges ? 5 : 2) * 16);
  EXPECT_EQ(has("place.above_left"), given.typed_edges);
  EXPECT_EQ(has("place.above_right"), given.typed_edges);
  EXPECT_EQ(has("place.above"), !given.typed_edges);
  EXPECT_EQ(has("round0.norm.gain"), given.residual);
  EXPECT_EQ(has("norm.gain"), given.residual);
  EXPECT_EQ(has("class.out.weight"), !given.joint);
  EXPECT_EQ(has("pair.classes.bias"), given.joint) << "places of one class all have it";
}

// Trains on the steps of proofs until nearly all are imitated. Returns the accuracy.
double overfit(Network& network, const Samples& samples, int steps) {
  const OptimizerOptions options{.rate = 5e-3, .weight_decay = 0};
  Optimizer optimizer(options, std::as_const(network).weights());
  double accuracy = 0;
  for (int step = 0; step < steps && accuracy < 0.99; ++step) {
    accuracy = network.learn(samples, 1).accuracy;
    optimizer.step(
        network.weights(), network.gradient(),
        rate_at(options, static_cast<std::uint64_t>(step), static_cast<std::uint64_t>(steps)));
  }
  return accuracy;
}

// The network can tell the states of proofs apart, and its loss leads to the actions. Without typed
// edges, some places look alike.
TEST_P(DagNetworkTest, ProofsCanBeLearnedByHeart) {
  NetworkOptions larger = options();
  larger.width = 32;
  larger.layers = 4;
  const auto network = make_network(larger);
  network->initialize(1);
  EXPECT_GE(overfit(*network, samples(4), 300), options().typed_edges ? 0.99 : 0.8);
}

INSTANTIATE_TEST_SUITE_P(All, DagNetworkTest, testing::ValuesIn(kDagVariants),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace ineq
