#include "agents/rollouts.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "agents/load_network.h"
#include "support/tiny_run.h"
#include "term/print.h"

namespace ineq {
namespace {

class RolloutsTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_networks()) GTEST_SKIP() << "this build has no networks";
    network_ = make_network(config_.network);
    network_->initialize(3);
    config_.samples.options.episodes = 1000;
    config_.samples.options.episode_steps = 3;
  }

  // The first samples as text.
  std::vector<std::string> draw(std::uint64_t seed, std::size_t count) const {
    SampleRequest request = config_.samples;
    request.seed = seed;
    const auto source = make_rollout_source(request, *network_, config_.network)->clone();
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
      const SampleSource::Sample sample = source->draw(i, 0);
      EXPECT_FALSE(sample.action);
      EXPECT_FALSE(sample.state->proven());
      out.push_back(std::to_string(sample.steps_left));
      for (const Statement goal : sample.state->goals()) {
        out.back() += " " + to_string(*sample.bank, goal);
      }
    }
    return out;
  }

  TrainConfig config_ = tiny_run();
  std::unique_ptr<Network> network_;
};

TEST_F(RolloutsTest, StatesHaveTheStepsOfTheEpisode) {
  std::set<std::size_t> steps;
  for (const std::string& sample : draw(1, 3000)) steps.insert(std::stoul(sample));
  // An agent that has not learned anything fails most of the time, and proves some theorems.
  EXPECT_TRUE(steps.contains(kStepClasses - 1));
  EXPECT_TRUE(steps.contains(1));
  steps.erase(kStepClasses - 1);
  EXPECT_LE(*steps.rbegin(), 3u);
}

TEST_F(RolloutsTest, DependOnTheSeedAlone) {
  EXPECT_EQ(draw(1, 50), draw(1, 50));
  EXPECT_NE(draw(1, 50), draw(2, 50));
}

}  // namespace
}  // namespace ineq
