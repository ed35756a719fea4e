#include "agents/train_config.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <string>

#include "files/temporary_folder.h"
#include "support/fixture.h"
#include "support/tiny_run.h"

namespace ineq {
namespace {

using ConfigJson = nlohmann::ordered_json;

// A configuration in which no value is the default, except those that do not go together.
TrainConfig unusual_config() {
  TrainConfig out = tiny_run();
  out.network = {.network = NetworkKind::kTransformer,
                 .width = 24,
                 .layers = 3,
                 .features = false,
                 .merge = false,
                 .typed_edges = false,
                 .residual = false,
                 .joint = false,
                 .head = 31,
                 .heads = 4,
                 .feed_forward = 37,
                 .dropout = 0.25,
                 .label_smoothing = 0.125};
  out.optimizer = {.rate = 0.1,
                   .final_rate = 0.3,
                   .warmup = 0.2,
                   .beta1 = 0.7,
                   .beta2 = 0.9,
                   .weight_decay = 0.05,
                   .clip = 3,
                   .average = 0.75};
  out.samples.options = {.targets = Targets::kShortest, .largest = 99, .epochs = 3};
  out.samples.specifications.push_back(
      {.weight = 0.1, .specification = {.rules = RuleSet::kFull, .k = 5, .l = 7, .seed = 3}});
  return out;
}

TrainConfig with_files() {
  TrainConfig out = tiny_run();
  out.samples.files = {"one.jsonl", "two.jsonl.zst"};
  return out;
}

TrainConfig with_portions() {
  TrainConfig out = tiny_run();
  out.samples.options = {.problems = 7, .epochs = 3};
  return out;
}

// Reading a file and writing it again gives the same file, so a run can be repeated from it.
TEST(TrainConfig, SurvivesJson) {
  for (const TrainConfig& config :
       {TrainConfig{}, tiny_run(), unusual_config(), with_files(), with_portions()}) {
    const ConfigJson json = to_json(config);
    const TrainConfig read = read_train_config(ConfigJson::parse(json.dump()));
    EXPECT_EQ(to_json(read).dump(), json.dump());
    EXPECT_EQ(read.samples.seed, config.training.seed) << "samples have the seed of the run";
  }
  const TrainConfig read = read_train_config(to_json(unusual_config()));
  EXPECT_EQ(read.network.network, NetworkKind::kTransformer);
  EXPECT_EQ(read.optimizer.beta2, 0.9);
  EXPECT_EQ(read.training.batch, 8u);
  EXPECT_EQ(read.samples.options.targets, Targets::kShortest);
  EXPECT_EQ(read.samples.specifications[1].weight, 0.1);
  EXPECT_EQ(read.samples.specifications[1].specification.rules, RuleSet::kFull);
  EXPECT_EQ(read_train_config(to_json(with_files())).samples.files[1], "two.jsonl.zst");
  EXPECT_EQ(read_train_config(to_json(with_portions())).samples.options.problems, 7u);
  EXPECT_FALSE(read.samples.hold_out);
}

// A file of an earlier version of the program lacks the options that are newer than it.
TEST(TrainConfig, MissingOptionsHaveTheirDefaults) {
  ConfigJson json = to_json(tiny_run());
  for (const char* name : {"merge", "typed_edges", "residual", "joint"}) {
    ASSERT_EQ(json["network"].erase(name), 1u);
  }
  EXPECT_EQ(to_json(read_train_config(json)), to_json(tiny_run()));
}

// The message of reading a configuration that was changed.
std::string error_after(const std::function<void(ConfigJson&)>& change) {
  ConfigJson json = to_json(tiny_run());
  change(json);
  return error_of([&] { read_train_config(json); });
}

TEST(TrainConfig, ErrorsNameThePart) {
  EXPECT_EQ(error_after([](ConfigJson&) {}), "no error");
  for (const char* part : {"network", "optimizer", "training", "samples"}) {
    EXPECT_EQ(error_after([&](ConfigJson& json) { json.erase(part); }),
              std::string(part) + ": the part '" + part + "' is missing");
    EXPECT_TRUE(error_after([&](ConfigJson& json) {
                  json[part] = 3;
                }).starts_with(std::string(part) + ": "));
    EXPECT_TRUE(error_after([&](ConfigJson& json) {
                  json[part]["colour"] = 3;
                }).starts_with(std::string(part) + ": "));
  }
  const std::string width = error_after([](ConfigJson& json) { json["network"]["width"] = "x"; });
  EXPECT_TRUE(width.starts_with("network: ")) << width;
  EXPECT_NE(width.find("width"), std::string::npos) << width;
  EXPECT_EQ(error_after([](ConfigJson& json) { json.erase("data"); }),
            "the part 'data' is missing");
  const std::string data = "a part of this configuration is missing or has the wrong type";
  EXPECT_EQ(error_after([](ConfigJson& json) { json["data"] = 3; }), data);
  EXPECT_EQ(error_after([](ConfigJson& json) { json["data"].erase("files"); }), data);
  EXPECT_EQ(error_after([](ConfigJson& json) { json["data"]["files"] = 3; }), data);
  EXPECT_EQ(error_after([](ConfigJson& json) { json["data"]["specifications"][0] = 3; }), data);
}

TEST(TrainConfig, RefusesOtherVersionsAndFiles) {
  EXPECT_EQ(error_after([](ConfigJson& json) { json["version"] = 2; }),
            "this configuration is of another version of the program");
  EXPECT_EQ(error_after([](ConfigJson& json) { json.erase("version"); }),
            "the part 'version' is missing");
  EXPECT_EQ(error_after([](ConfigJson& json) { json = ConfigJson::array(); }),
            "this is not the configuration of a training run");
}

TEST(TrainConfig, RefusesImpossibleRuns) {
  const auto error = [](const char* part, const char* field, double value) {
    return error_after([&](ConfigJson& json) { json[part][field] = value; });
  };
  EXPECT_NE(error("training", "states", 0).find("states"), std::string::npos);
  EXPECT_NE(error("training", "states", 1e13).find("states"), std::string::npos);
  EXPECT_NE(error("training", "batch", 0).find("batch"), std::string::npos);
  EXPECT_NE(error("training", "validations", 1e7).find("validations"), std::string::npos);
  EXPECT_NE(error("network", "width", 0).find("width"), std::string::npos);
  EXPECT_NE(error("optimizer", "rate", 0).find("rate"), std::string::npos);
  EXPECT_NE(error("optimizer", "rate", -1).find("rate"), std::string::npos);
  EXPECT_NE(error("optimizer", "clip", -1).find("clip"), std::string::npos);
  EXPECT_NE(error_after([](ConfigJson& json) {
              json["data"]["specifications"][0]["specification"]["k"] = 9;
            }),
            "no error")
      << "nine axioms in two steps";
}

TEST(TrainConfig, RefusesWeightsWithoutASum) {
  for (const double weight : {0.0, -1.0, 1e308}) {
    EXPECT_EQ(error_after(
                  [&](ConfigJson& json) { json["data"]["specifications"][0]["weight"] = weight; }),
              "the weights of specifications must be greater than 0, and at most 1e9");
  }
}

TEST(TrainConfig, CountsStepsWithTheLastBatch) {
  TrainConfig config;
  config.training = {.states = 17, .batch = 8};
  EXPECT_EQ(config.steps(), 3u);
  config.training.states = 16;
  EXPECT_EQ(config.steps(), 2u);
}

TEST(TrainConfig, ErrorsNameTheFile) {
  const TemporaryFolder folder;
  const std::string path = folder.path("config.json");
  const auto error_for = [&](const std::string& text) {
    std::ofstream(path) << text;
    return error_of([&] { load_train_config(path); });
  };
  EXPECT_EQ(error_for(to_json(tiny_run()).dump()), "no error");
  for (const char* text : {"", "{", "[]", "{\"version\":1}", "\xff"}) {
    EXPECT_TRUE(error_for(text).starts_with(path + ": ")) << text;
  }
  EXPECT_NE(error_of([&] { load_train_config(folder.path("none")); }).find("none"),
            std::string::npos);
}

}  // namespace
}  // namespace ineq
