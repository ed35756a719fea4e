// Networks on other devices compute what they compute on the CPU. `plain` is always there; a GPU is
// tested too where libtorch has one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "agents/load_network.h"
#include "base/error.h"
#include "support/network_checks.h"

namespace ineq {
namespace {

struct DeviceCase {
  const char* name;
  NetworkOptions options;
};
void PrintTo(const DeviceCase& tested, std::ostream* out) { *out << tested.name; }

const DeviceCase kDeviceCases[] = {
    {"Dag", {.width = 16, .layers = 3, .dropout = 0.1}},
    {"DagWithoutParts",
     {.width = 16,
      .layers = 3,
      .features = false,
      .merge = false,
      .typed_edges = false,
      .residual = false,
      .joint = false}},
    {"Gin", {.network = NetworkKind::kGin, .width = 16, .layers = 3, .head = 24, .dropout = 0.1}},
    {"TreeLstm", {.network = NetworkKind::kTreeLstm, .width = 16, .head = 24}},
    {"Bow", {.network = NetworkKind::kBow, .width = 16, .layers = 3, .head = 24}},
    {"Transformer",
     {.network = NetworkKind::kTransformer,
      .width = 30,
      .layers = 2,
      .heads = 3,
      .feed_forward = 40,
      .dropout = 0.1,
      .label_smoothing = 0.1}},
};

std::vector<std::string> other_devices() {
  std::vector<std::string> out = {"plain"};
  try {
    make_network({}, "cuda");
    out.push_back("cuda");
  } catch (const Error&) {
  }
  return out;
}

// Differences are relative to the largest number.
void expect_close(std::span<const float> found, std::span<const float> expected,
                  const std::string& what) {
  constexpr double kClose = 1e-4;
  ASSERT_EQ(found.size(), expected.size()) << what;
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_TRUE(std::isfinite(found[i])) << what;
    largest = std::max<double>(largest, std::abs(expected[i]));
    difference = std::max<double>(difference, std::abs(found[i] - expected[i]));
  }
  EXPECT_LE(difference, kClose * largest) << what;
}

void expect_same_answers(const Network& found, const Network& expected, const Samples& samples) {
  const std::vector<NetworkAnswer> a = ask_network(found, samples);
  const std::vector<NetworkAnswer> b = ask_network(expected, samples);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    expect_close({&a[i].steps_left, 1}, {&b[i].steps_left, 1}, "steps left");
    ASSERT_EQ(a[i].log_prob.size(), b[i].log_prob.size());
    for (std::size_t j = 0; j < a[i].log_prob.size(); ++j) {
      expect_close(a[i].log_prob[j], b[i].log_prob[j], "choice " + std::to_string(j));
    }
  }
}

// Compares networks with the same weights on the CPU and on other devices.
class DeviceTest : public testing::TestWithParam<DeviceCase> {
 protected:
  void SetUp() override {
    if (!has_networks()) GTEST_SKIP() << "this build has no networks";
    cpu_ = make_network(options());
    cpu_->initialize(1);
    // Weights that begin at 0 would hide gradients.
    Rng rng(3);
    for (float& weight : cpu_->weights()) {
      if (weight == 0) weight = static_cast<float>(0.2 * rng.unit() - 0.1);
    }
  }

  static NetworkOptions options() { return GetParam().options; }
  std::unique_ptr<Network> copy_on(const std::string& device) const {
    auto out = make_network(options(), device);
    std::ranges::copy(cpu_->weights(), out->weights().begin());
    return out;
  }

  std::unique_ptr<Network> cpu_;
};

TEST_P(DeviceTest, AnswersAreThoseOfTheCpu) {
  const Samples samples = proof_samples(options(), 3);
  for (const std::string& device : other_devices()) {
    SCOPED_TRACE(device);
    expect_same_answers(*copy_on(device), *cpu_, samples);
  }
}

// Dropout is part of it: its draws must be the same.
TEST_P(DeviceTest, LossesAndGradientsAreThoseOfTheCpu) {
  const Samples samples = proof_samples(options(), 3);
  for (const std::string& device : other_devices()) {
    SCOPED_TRACE(device);
    const auto other = copy_on(device);
    for (const std::uint64_t seed : {1, 2}) {  // gradients must not add up
      const Losses found = other->learn(samples, seed), expected = cpu_->learn(samples, seed);
      EXPECT_NEAR(found.total, expected.total, 1e-4 * expected.total);
      EXPECT_NEAR(found.policy, expected.policy, 1e-4 * expected.policy);
      EXPECT_NEAR(found.value, expected.value, 1e-4 * expected.value);
      // Equal nodes of a bag of words are equally probable, up to rounding.
      EXPECT_NEAR(found.accuracy, expected.accuracy, 0.1);
      for (const Parameter& parameter : cpu_->parameters()) {
        expect_close(other->gradient().subspan(parameter.offset, parameter.size),
                     cpu_->gradient().subspan(parameter.offset, parameter.size), parameter.name);
      }
    }
  }
}

// The program writes weights in main memory, between readings and while it learns.
TEST_P(DeviceTest, ChangedWeightsAreSeen) {
  const Samples samples = proof_samples(options(), 1);
  for (const std::string& device : other_devices()) {
    SCOPED_TRACE(device);
    const auto other = copy_on(device);
    const std::span<float> weights = other->weights();
    other->read(*samples.input);
    cpu_->initialize(4);
    std::ranges::copy(cpu_->weights(), weights.begin());
    expect_same_answers(*other, *cpu_, samples);
    PlainAdam optimizer(*cpu_);
    for (int step = 0; step < 3; ++step) {
      cpu_->learn(samples, 1);
      std::ranges::copy(cpu_->weights(), weights.begin());
      other->learn(samples, 1);
      expect_close(other->gradient(), cpu_->gradient(), "gradient");
      optimizer.step(*cpu_, 1e-2);
    }
  }
}

TEST_P(DeviceTest, SeveralThreadsCanRead) {
  const Samples samples = proof_samples(options(), 1);
  for (const std::string& device : other_devices()) {
    SCOPED_TRACE(device);
    const auto other = copy_on(device);
    std::vector<std::vector<float>> found(4);
    std::vector<std::thread> threads;
    for (std::vector<float>& one : found) {
      threads.emplace_back([&] { one = other->read(*samples.input)->first().log_prob; });
    }
    for (std::thread& thread : threads) thread.join();
    const auto expected = cpu_->read(*samples.input);
    for (const auto& one : found) expect_close(one, expected->first().log_prob, "first choices");
  }
}

TEST_P(DeviceTest, ABatchCanBeEmpty) {
  const auto input = make_input(options());
  for (const std::string& device : other_devices()) {
    SCOPED_TRACE(device);
    const auto other = copy_on(device);
    const auto answers = other->read(*input);
    EXPECT_TRUE(answers->steps_left().empty());
    EXPECT_TRUE(answers->first().log_prob.empty());
    EXPECT_TRUE(answers->extend({}).log_prob.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(All, DeviceTest, testing::ValuesIn(kDeviceCases),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(DeviceNameTest, NamesAreKnown) {
  for (const char* name : {"cpu", "cuda", "plain", "cuda:0", "cuda:1", "cuda:10"}) {
    EXPECT_TRUE(is_device(name)) << name;
  }
  for (const char* name : {"", "foo", "cuda:", "cuda:x", "cuda:-1", "cuda:01", "cuda:100", "cpu:0",
                           "meta", "CUDA", "cuda "}) {
    EXPECT_FALSE(is_device(name)) << name;
  }
}

TEST(DeviceNameTest, UnusableDevicesAreErrors) {
  if (!has_networks()) GTEST_SKIP() << "this build has no networks";
  const auto message = [](const std::string& device) -> std::string {
    try {
      make_network({}, device);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("foo"), "there is no device of the name 'foo'");
  EXPECT_EQ(message("plain"), "");
  EXPECT_NE(message("cuda:99").find("cuda"), std::string::npos) << "nobody has 100 GPUs";
}

}  // namespace
}  // namespace ineq
