#include "agents/run_directory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "base/rng.h"
#include "files/lines.h"
#include "files/npz.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"
#include "support/tiny_run.h"

namespace ineq {
namespace {

// Weights and their names, without a network around them.
class StoredWeights : public Network {
 public:
  explicit StoredWeights(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {
    std::size_t size = 0;
    for (Parameter& parameter : parameters_) {
      parameter.offset = size;
      size += parameter.size;
    }
    weights_.resize(size);
    gradient_.resize(size);
  }

  std::span<const Parameter> parameters() const override { return parameters_; }
  std::span<float> weights() override { return weights_; }
  std::span<float> gradient() override { return gradient_; }
  void initialize(std::uint64_t seed) override {
    Rng rng(seed);
    for (float& weight : weights_) weight = static_cast<float>(rng.unit());
    for (float& slope : gradient_) slope = static_cast<float>(rng.unit() - 0.5);
  }
  std::unique_ptr<Answers> read(const Input&) const override { return nullptr; }
  Losses learn(const Samples&, std::uint64_t) override { return {}; }

 private:
  std::vector<Parameter> parameters_;
  std::vector<float> weights_, gradient_;
};

StoredWeights some_weights() {
  return StoredWeights({{.name = "first", .shape = {2, 3}, .size = 6},
                        {.name = "second.bias", .shape = {4}, .size = 4}});
}

class RunDirectoryTest : public testing::Test {
 protected:
  RunDirectoryTest() {
    network_.initialize(1);
    optimizer_ = std::make_unique<Optimizer>(OptimizerOptions{}, network_.weights());
    for (int i = 0; i < 3; ++i) optimizer_->step(network_.weights(), network_.gradient(), 0.1);
    save_checkpoint(path_, config_, network_, *optimizer_, state_);
  }

  // Loads the checkpoint into a new network and optimiser.
  std::string error_of_loading(const TrainConfig& config, StoredWeights network = some_weights()) {
    Optimizer optimizer({}, network.weights());
    return error_of([&] { load_checkpoint(path_, config, network, optimizer); });
  }
  std::string error_of_loading() { return error_of_loading(config_); }

  void change_manifest(const char* field, const nlohmann::ordered_json& value) {
    NpzArchive archive = read_npz(path_);
    auto manifest = nlohmann::ordered_json::parse(archive.manifest);
    manifest[field] = value;
    archive.manifest = manifest.dump();
    write_npz(path_, archive);
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.path("last.npz");
  const TrainConfig config_ = tiny_run();
  const TrainState state_{.step = 3,
                          .best_validation = 0.1,
                          .best_step = 2,
                          .cpu_seconds = 1.7,
                          .metrics_size = 12,
                          .events_size = 34};
  StoredWeights network_ = some_weights();
  std::unique_ptr<Optimizer> optimizer_;
};

TEST_F(RunDirectoryTest, ACheckpointIsTheWholeState) {
  StoredWeights network = some_weights();
  network.initialize(2);
  Optimizer optimizer({}, network.weights());
  const TrainState state = load_checkpoint(path_, config_, network, optimizer);
  EXPECT_EQ(state.step, state_.step);
  EXPECT_EQ(state.best_validation, state_.best_validation);
  EXPECT_EQ(state.best_step, state_.best_step);
  EXPECT_EQ(state.cpu_seconds, state_.cpu_seconds);
  EXPECT_EQ(state.metrics_size, state_.metrics_size);
  EXPECT_EQ(state.events_size, state_.events_size);
  EXPECT_TRUE(std::ranges::equal(network.weights(), network_.weights()));
  const Optimizer::State from = optimizer_->state(), to = optimizer.state();
  EXPECT_EQ(to.steps, 3u);
  EXPECT_TRUE(std::ranges::equal(to.average, from.average));
  EXPECT_TRUE(std::ranges::equal(to.moment, from.moment));
  EXPECT_TRUE(std::ranges::equal(to.square, from.square));
  EXPECT_FALSE(std::ranges::equal(from.moment, from.square)) << "they can be told apart";
  // The two go on in the same way.
  optimizer.step(network.weights(), network_.gradient(), 0.1);
  optimizer_->step(network_.weights(), network_.gradient(), 0.1);
  EXPECT_TRUE(std::ranges::equal(network.weights(), network_.weights()));
  EXPECT_TRUE(std::ranges::equal(optimizer.average(), optimizer_->average()));
}

TEST_F(RunDirectoryTest, WeightsAreSavedByName) {
  save_weights(path_, config_, network_.parameters(), network_.weights(), state_);
  StoredWeights swapped({{.name = "second.bias", .shape = {4}, .size = 4},
                         {.name = "first", .shape = {2, 3}, .size = 6}});
  load_weights(path_, config_.network, swapped);
  EXPECT_EQ(swapped.weights()[4], network_.weights()[0]);
  EXPECT_EQ(swapped.weights()[0], network_.weights()[6]);
}

TEST_F(RunDirectoryTest, DamagedFilesAreRefused) {
  const std::string whole = read_file(path_);
  EXPECT_EQ(error_of_loading(), "no error");
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{10}, whole.size() / 2, whole.size() - 1}) {
    std::ofstream(path_, std::ios::binary) << whole.substr(0, size);
    EXPECT_TRUE(error_of_loading().starts_with(path_)) << size;
  }
  std::ofstream(path_, std::ios::binary) << "something else";
  EXPECT_TRUE(error_of_loading().starts_with(path_));
  std::filesystem::remove(path_);
  EXPECT_TRUE(error_of_loading().starts_with(path_));
}

TEST_F(RunDirectoryTest, ForeignFilesAreRefused) {
  const std::string foreign = path_ + ": this is not a checkpoint of ineq";
  change_manifest("format", "other");
  EXPECT_EQ(error_of_loading(), foreign);
  change_manifest("format", 3);
  EXPECT_EQ(error_of_loading(), foreign);
  change_manifest("format", "ineq-checkpoint");
  EXPECT_EQ(error_of_loading(), "no error");
  change_manifest("step", "three");
  EXPECT_EQ(error_of_loading(), foreign);
  NpzArchive archive = read_npz(path_);
  for (const char* manifest : {"", "{", "[]", "3"}) {
    archive.manifest = manifest;
    write_npz(path_, archive);
    EXPECT_EQ(error_of_loading(), foreign) << manifest;
  }
}

TEST_F(RunDirectoryTest, NewerFilesAreRefused) {
  change_manifest("version", 2);
  EXPECT_EQ(error_of_loading(),
            path_ + ": this checkpoint has version 2, but this program reads version 1");
}

// A run cannot have done more steps than it has, or fewer than none.
TEST_F(RunDirectoryTest, ImpossibleStepsAreRefused) {
  for (const auto& step : {nlohmann::ordered_json(26), nlohmann::ordered_json(-1)}) {
    change_manifest("step", step);
    EXPECT_TRUE(error_of_loading().starts_with(path_)) << step;
  }
}

TEST_F(RunDirectoryTest, AnotherConfigurationIsRefused) {
  TrainConfig other = config_;
  other.optimizer.rate *= 2;
  EXPECT_EQ(error_of_loading(other),
            path_ + ": this is a checkpoint of a run with another configuration");
}

// A file of an earlier version of the program lacks the options that are newer than it.
TEST_F(RunDirectoryTest, MissingOptionsHaveTheirDefaults) {
  nlohmann::ordered_json earlier = to_json(config_);
  ASSERT_EQ(earlier["network"].erase("label_smoothing"), 1u);
  change_manifest("config", earlier);
  EXPECT_EQ(error_of_loading(), "no error");
  save_weights(path_, config_, network_.parameters(), network_.weights(), state_);
  change_manifest("config", earlier);
  EXPECT_EQ(error_of([&] { load_weights(path_, config_.network, network_); }), "no error");
}

TEST_F(RunDirectoryTest, AnotherNetworkIsRefused) {
  EXPECT_EQ(
      error_of_loading(config_, StoredWeights({{.name = "first", .shape = {3, 2}, .size = 6}})),
      path_ + ": the array weights/first has another shape: this file is of another network");
  EXPECT_EQ(error_of_loading(config_, StoredWeights({{.name = "third", .shape = {1}, .size = 1}})),
            path_ + ": the array weights/third is missing: this file is of another network");
  save_weights(path_, config_, network_.parameters(), network_.weights(), state_);
  NetworkOptions wider = config_.network;
  wider.width *= 2;
  EXPECT_EQ(error_of([&] { load_weights(path_, wider, network_); }),
            path_ + ": these weights are of another network than that of config.json");
  EXPECT_NE(error_of_loading(), "no error") << "weights alone are not a checkpoint";
}

TEST_F(RunDirectoryTest, WeightsThatAreNoNumbersAreRefused) {
  std::vector<float> weights(network_.weights().begin(), network_.weights().end());
  weights.back() = std::numeric_limits<float>::quiet_NaN();
  save_weights(path_, config_, network_.parameters(), weights, state_);
  const std::string error = error_of([&] { load_weights(path_, config_.network, network_); });
  EXPECT_TRUE(error.ends_with("has values that are not finite numbers")) << error;
}

TEST_F(RunDirectoryTest, AConfigurationMakesAFolderARun) {
  const RunDirectory run(folder_.path());
  EXPECT_FALSE(run.is_run());
  std::ofstream(run.config()) << "{}";
  EXPECT_TRUE(run.is_run());
}

}  // namespace
}  // namespace ineq
