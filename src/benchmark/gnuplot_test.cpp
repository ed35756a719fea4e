#include "benchmark/gnuplot.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "benchmark/process.h"
#include "files/lines.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class GnuplotTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_program("gnuplot")) GTEST_SKIP() << "there is no gnuplot";
  }

  static Picture picture(const std::string& text) {
    return {.title = text, .x = text, .y = text, .curves = {{text, {{1, 2}, {2, 3}}}}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_.path()),
                      std::filesystem::directory_iterator()));
  }

  TemporaryFolder folder_;
};

// Quotes and whatever else gnuplot or a shell could take for something of their own.
TEST_F(GnuplotTest, TextsAreDrawnAsTheyAre) {
  const std::string text = "it's \"x\" a_b {c} `date` $(date) %d \\n";
  draw(picture(text), folder_.path("a 'b' $(c) \"d\""));
  draw(Bars{.title = text, .x = text, .bars = {{text, 3}, {"b", 2}}}, folder_.path("bars"));
  EXPECT_EQ(files(), 4u);
  EXPECT_NE(read_file(folder_.path("bars.svg")).find("a_b {c} `date` $(date) %d"),
            std::string::npos);
  EXPECT_TRUE(read_file(folder_.path("a 'b' $(c) \"d\".png")).starts_with("\x89PNG"));
}

TEST_F(GnuplotTest, NoTextIsACommand) {
  const std::string mark = folder_.path("mark");
  const std::string command = "x'\nsystem(\"touch " + mark + "\")\n#";
  EXPECT_NE(error_of([&] { draw(picture(command), folder_.path("a")); }), "no error");
  EXPECT_NE(error_of([&] { draw(picture("x"), folder_.path(command)); }), "no error");
  EXPECT_NE(error_of([&] {
              draw(Bars{.title = "x", .x = "x", .bars = {{command, 1}}}, folder_.path("a"));
            }),
            "no error");
  EXPECT_EQ(files(), 0u);
}

TEST_F(GnuplotTest, MoreCurvesThanColours) {
  Picture many = picture("x");
  many.curves.resize(50, many.curves[0]);
  draw(many, folder_.path("many"));
  EXPECT_EQ(files(), 2u);
}

TEST_F(GnuplotTest, WhatCannotBeDrawnIsAnError) {
  EXPECT_EQ(error_of([&] { draw(Picture{}, folder_.path("none")); }),
            folder_.path("none") + ": there is nothing to draw");
  EXPECT_EQ(error_of([&] { draw(picture("x"), folder_.path("no/where")); }),
            folder_.path("no/where.svg") + ": No such file or directory");
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace ineq
