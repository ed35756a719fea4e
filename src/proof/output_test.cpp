#include "proof/output.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/fixture.h"
#include "support/folder.h"

namespace ineq {
namespace {

namespace fs = std::filesystem;

class OutputTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path(name); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), {}));
  }

  TemporaryFolder folder_;
};

TEST_F(OutputTest, AFileIsReplacedAsAWhole) {
  for (const std::string text : {"first and long\n", "second\n"}) {
    write_file(path("out"), text);
    std::ifstream in(path("out"));
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), text);
  }
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputTest, WhatCannotBeWrittenLeavesNothingBehind) {
  EXPECT_EQ(error_of([&] { write_file(path("none/out"), "text"); }),
            path("none/out") + ": No such file or directory");
  fs::create_directories(path("folder/inside"));
  EXPECT_EQ(error_of([&] { write_file(path("folder"), "text"); }),
            path("folder") + ": Is a directory");
  EXPECT_EQ(files(), 1u);
}

}  // namespace
}  // namespace ineq
