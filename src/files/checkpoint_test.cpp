#include "files/checkpoint.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "files/lines.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

class CheckpointTest : public testing::Test {
 protected:
  Checkpoint::Request request(bool resume) const {
    return {.output = folder_.path("out"),
            .run = {{"seed", 7}, {"options", {{"nodes", 100}}}},
            .files = 2,
            .resume = resume};
  }
  static std::string refusal(const Checkpoint::Request& request) {
    const std::string said = error_of([&] { Checkpoint checkpoint(request); });
    return said.substr(said.find(": ") + 2);
  }

  TemporaryFolder folder_;
};

TEST_F(CheckpointTest, ARunGoesOnWhereItWasSaved) {
  for (const bool resume : {false, true}) {
    const Checkpoint fresh(request(resume));
    EXPECT_FALSE(fresh.is_resumed());
    EXPECT_EQ(fresh.size(1), 0u);
  }
  Checkpoint first(request(false));
  first.save(1, {2, 3});
  first.save({{"made", 5}}, {UINT64_MAX, 0});
  const Checkpoint again(request(true));
  EXPECT_TRUE(again.is_resumed());
  EXPECT_EQ(again.progress().at("made"), 5);
  EXPECT_EQ(again.size(0), UINT64_MAX);
  EXPECT_EQ(again.size(1), 0u);
  again.remove();
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(CheckpointTest, AnUnfinishedRunIsNotLost) {
  Checkpoint(request(false)).save(1, {2, 3});
  EXPECT_EQ(refusal(request(false)),
            "there is an unfinished run: resume it (--resume) or remove this file");
}

TEST_F(CheckpointTest, AnotherRunIsRefusedWithWhatDiffers) {
  Checkpoint(request(false)).save(1, {2, 3});
  Checkpoint::Request other = request(true);
  other.run["options"]["nodes"] = 200;
  EXPECT_EQ(refusal(other), "the unfinished run is another one: it differs in options");
  other.run["seed"] = 8;
  EXPECT_EQ(refusal(other), "the unfinished run is another one: it differs in options, seed");
  other = request(true);
  other.run["more"] = true;
  EXPECT_EQ(refusal(other), "the unfinished run is another one: it differs in more");
}

TEST_F(CheckpointTest, WhatIsNoCheckpointIsRefused) {
  Checkpoint(request(false)).save(1, {2, 3});
  const Json good = Json::parse(read_file(folder_.path("out.checkpoint")));
  const auto with = [&](const char* key, const Json& value) {
    Json out = good;
    out[key] = value;
    return out.dump();
  };
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[1]"), with("progress", nullptr),
        with("sizes", Json::array()), with("sizes", {1, 2, 3}), with("sizes", {"x", 2}),
        with("sizes", 3), with("sizes", {2, 4}), with("sizes", {0, 0}), with("progress", 2),
        with("checksum", 0), with("checksum", "x"),
        "{\"run\": {\"x\": " + std::string(400'000, '[') + std::string(400'000, ']') + "}}"}) {
    write_file(folder_.path("out.checkpoint"), text);
    EXPECT_EQ(refusal(request(true)),
              "this is not a checkpoint, or it is damaged; remove it to start again")
        << text.substr(0, 80);
  }
  write_file(folder_.path("out.checkpoint"), good.dump());
  EXPECT_TRUE(Checkpoint(request(true)).is_resumed());
}

}  // namespace
}  // namespace ineq
