#include "experiment/workspace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "files/lines.h"
#include "files/output.h"
#include "files/sha256.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::size_t kTests = 3;

class WorkspaceTest : public testing::Test {
 protected:
  WorkspaceTest() {
    shared_.folder = folder_.path();
    shared_.theorems["standard"] = {.order_trials = 300};
    shared_.theorems["field"] = {.axioms = AxiomSet::kField, .order_trials = 300};
    workspace_.emplace(folder_.path("work"), shared_);
  }

  Specification specification(const std::string& name) {
    return workspace_->specification(name, kTests);
  }
  std::string refusal(const std::string& name) {
    return error_of([&] { specification(name); });
  }
  static std::size_t lines(const std::string& path) {
    const std::string text = read_file(path);
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }

  TemporaryFolder folder_;
  SharedParts shared_;
  std::optional<Workspace> workspace_;
};

TEST_F(WorkspaceTest, TheFolderIsMadeWithItsParts) {
  for (const char* part : {"splits", "runs", "tests", "logs"}) {
    EXPECT_TRUE(std::filesystem::is_directory(folder_.path("work/") + part));
  }
  EXPECT_EQ(workspace_->folder(), folder_.path("work"));
  EXPECT_EQ(workspace_->run("x"), folder_.path("work/runs/x"));
  EXPECT_EQ(workspace_->results("x"), folder_.path("work/tests/x.jsonl"));
  EXPECT_EQ(workspace_->log("x"), folder_.path("work/logs/x.log"));
  EXPECT_EQ(workspace_->name_of(folder_.path("work/runs/x")), "runs/x");
  EXPECT_EQ(workspace_->name_of(shared_.folder + "/../own.jsonl"), "../own.jsonl");
  write_file(folder_.path("file"), "");
  EXPECT_NE(error_of([&] { Workspace(folder_.path("file"), shared_); }), "no error");
}

TEST_F(WorkspaceTest, TheoremsHaveADistributionAndASetting) {
  const Specification plain = specification("field/k2l3");
  EXPECT_EQ(plain.k, 2u);
  EXPECT_EQ(plain.l, 3u);
  EXPECT_EQ(plain.degree, 0u);
  EXPECT_EQ(plain.axioms, AxiomSet::kField);
  EXPECT_EQ(plain.order_trials, 300u);
  EXPECT_EQ(specification("standard/k3l7d2").degree, 2u);
}

TEST_F(WorkspaceTest, TheoremsOfASplitAreThoseOfItsSpecification) {
  const Specification s = specification("standard/orders/k3l5/train-100");
  EXPECT_EQ(s.l, 5u);
  EXPECT_EQ(s.list_size, 100u);
  EXPECT_EQ(workspace_->name_of(s.orders), "splits/standard-3/orders/k3l5/train-orders.json");
  EXPECT_TRUE(std::filesystem::exists(s.orders));
}

TEST_F(WorkspaceTest, ANameCanChangeTheSpecification) {
  const Specification s = specification("standard/k3l3@degree=2@goal=equality");
  EXPECT_EQ(s.degree, 2u);
  EXPECT_EQ(s.goal, GoalKind::kEquality);
  EXPECT_EQ(specification("standard/orders/k3l5/train-100@degree=1").degree, 1u);
}

TEST_F(WorkspaceTest, NamesOfNothingAreRefused) {
  EXPECT_EQ(refusal("standard"), "'standard': expected theorems such as standard/k3l5");
  EXPECT_EQ(refusal("other/k3l5"), "there are no theorems 'other' in common.toml");
  EXPECT_EQ(refusal("standard/iid/k9l9/train"), "there is no set 'standard/iid/k9l9/train'");
  EXPECT_NE(refusal("standard/nothing/k3l3/train"), "no error");
  EXPECT_NE(refusal("standard/k3l5dx"), "no error");
  EXPECT_EQ(refusal("standard/k3l3@degree"), "'standard/k3l3@degree': expected @FIELD=VALUE");
  EXPECT_NE(refusal("standard/k3l3@degre=1"), "no error");
  EXPECT_NE(refusal("standard/k3l3@degree=x"), "no error");
}

TEST_F(WorkspaceTest, TestSetsHaveTheTheoremsThatTheirNamesSay) {
  const Cell cell = {{"setting", "k3l5"}, {"degree", "1"}};
  const std::string split =
      workspace_->test_file({.file = "standard/iid/{setting}/test"}, cell, kTests);
  EXPECT_EQ(workspace_->name_of(split), "splits/standard-3/iid/k3l5/test.jsonl");
  EXPECT_EQ(lines(split), kTests);
  const std::string fresh =
      workspace_->test_file({.like = "standard/{setting}@degree={degree}"}, cell, kTests);
  EXPECT_EQ(workspace_->name_of(fresh), "splits/fresh-3/standard-k3l5@degree=1.jsonl");
  EXPECT_EQ(lines(fresh), kTests);
  EXPECT_EQ(lines(workspace_->test_file({.like = "standard/k3l5"}, cell, 5)), 5u);
}

// Fresh sets come from the stream for tests, whatever training draws from.
TEST_F(WorkspaceTest, FreshTheoremsAreThoseOfTheTestStream) {
  const std::string path = workspace_->test_file({.like = "standard/k2l2"}, {}, kTests);
  EXPECT_EQ(specification("standard/k2l2").stream, Stream::kDataset);
  EXPECT_NE(read_file(path).find("test"), std::string::npos);
}

TEST_F(WorkspaceTest, TestSetsAreTheSameBytesWheneverTheyAreMade) {
  for (const TestSource& source :
       {TestSource{.file = "standard/orders/k3l3/test"}, TestSource{.like = "field/k2l2"}}) {
    const std::string first = workspace_->test_file(source, {}, kTests);
    const std::string bytes = read_file(first);
    write_file(first, "damaged");  // a new workspace in the same folder makes it again
    Workspace again(folder_.path("work"), shared_), other(folder_.path("other"), shared_);
    EXPECT_EQ(read_file(again.test_file(source, {}, kTests)), bytes);
    EXPECT_EQ(read_file(other.test_file(source, {}, kTests)), bytes);
  }
}

TEST_F(WorkspaceTest, FilesAreRelativeToTheFolderOfTheExperiments) {
  std::filesystem::create_directory(folder_.path("experiments"));
  shared_.folder = folder_.path("experiments");
  const TestSource source{.file = "../{name}.jsonl"};
  EXPECT_EQ(error_of([&] {
              workspace_->test_file(source, {{"name", "own"}}, kTests);
            }),
            "there is no file '" + folder_.path("experiments/../own.jsonl") + "'");
  write_file(folder_.path("own.jsonl"), "text");
  EXPECT_EQ(workspace_->test_file(source, {{"name", "own"}}, kTests), folder_.path("own.jsonl"));
}

TEST_F(WorkspaceTest, ChecksumsAreThoseOfTheContents) {
  write_file(folder_.path("a"), "text");
  EXPECT_EQ(workspace_->checksum(folder_.path("a")), sha256("text"));
  for (int i = 0; i < 2; ++i) {
    EXPECT_NE(error_of([&] { workspace_->checksum(folder_.path("none")); }), "no error");
  }
}

}  // namespace
}  // namespace ineq
