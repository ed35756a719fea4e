#include "files/output.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "files/lines.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

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
    EXPECT_EQ(read_file(path("out")), text);
  }
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputTest, AnExistingFileIsNoticed) {
  require_absent("");
  require_absent("-");
  require_absent("/dev/null");
  require_absent(path("out"));
  write_file(path("out"), "text");
  EXPECT_EQ(error_of([&] { require_absent(path("out")); }),
            path("out") + ": the file exists already; --force overwrites it");
}

TEST_F(OutputTest, AFailedWriteLeavesNoFile) {
  EXPECT_EQ(error_of([&] { write_file(path("none/out"), "text"); }),
            path("none/out") + ": No such file or directory");
  fs::create_directories(path("folder/inside"));
  EXPECT_EQ(error_of([&] { write_file(path("folder"), "text"); }),
            path("folder") + ": Is a directory");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputTest, AnUnfinishedFileIsRemovedUnlessItIsKept) {
  {
    OutputFile file(path("out"));
    file.write("text");
    EXPECT_TRUE(fs::exists(path("out.partial")));
  }
  EXPECT_EQ(files(), 0u);
  {
    OutputFile file(path("out"));
    file.write("kept ");
    EXPECT_EQ(file.checkpoint(), 5u);
    file.write("lost");
  }
  EXPECT_FALSE(fs::exists(path("out")));
  {
    OutputFile file(path("out"), 5);
    file.write("and more");
    file.commit();
  }
  EXPECT_EQ(read_file(path("out")), "kept and more");
  EXPECT_EQ(files(), 1u);
}

// A file that was kept once has one more frame than one that was not, but the same text.
TEST_F(OutputTest, CompressedFilesCanBeContinuedAfterAFrame) {
  std::uint64_t size = 0;
  {
    OutputFile file(path("out.zst"));
    file.write("first\n");
    size = *file.checkpoint();
    file.write("second\n");
  }
  OutputFile(path("out.zst"), size).write("third\n");  // not kept, so these bytes are lost
  OutputFile file(path("out.zst"), size);
  file.write("second\n");
  file.commit();
  OutputFile whole(path("whole.zst"));
  whole.write("first\n");
  whole.checkpoint();
  whole.write("second\n");
  whole.commit();
  EXPECT_EQ(read_file(path("out.zst")), read_file(path("whole.zst")));
  LineReader lines(path("out.zst"));
  std::string_view line;
  EXPECT_TRUE(lines.next(line) && line == "first");
  EXPECT_TRUE(lines.next(line) && line == "second");
  EXPECT_FALSE(lines.next(line));
}

TEST_F(OutputTest, DamagedCompressedFilesAreNoticed) {
  const std::string text = "some text\n";
  write_file(path("out.zst"), text);
  const std::string good = read_file(path("out.zst"));
  const auto lines_of = [&](const std::string& bytes) {
    write_file(path("bytes"), bytes);  // compressed already
    fs::rename(path("bytes"), path("bad.zst"));
    std::string out;
    LineReader reader(path("bad.zst"));
    for (std::string_view line; reader.next(line);) out += std::string(line) + "\n";
    return out;
  };
  EXPECT_EQ(lines_of(good), text);
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    std::string read = text;  // the size of the window, for example, does not matter
    error_of([&] { read = lines_of(bad); });
    EXPECT_EQ(read, text) << at;
  }
}

TEST_F(OutputTest, LinksAreFollowedEvenToMissingFiles) {
  fs::create_directories(path("far"));
  fs::create_symlink("far/real", path("link"));
  write_file(path("link"), "text");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("far/real")), "text");
}

TEST_F(OutputTest, ALinkInPlaceOfThePartialFileIsNotFollowed) {
  write_file(path("victim"), "precious");
  fs::create_symlink("victim", path("out.partial"));
  EXPECT_EQ(error_of([&] { write_file(path("out"), "text"); }),
            path("out") + ".partial: this is a symbolic link, which is not followed");
  EXPECT_EQ(read_file(path("victim")), "precious");
  EXPECT_FALSE(fs::exists(path("out")));
}

TEST_F(OutputTest, OneRunAtATimeWritesAFile) {
  OutputFile file(path("out"));
  EXPECT_EQ(error_of([&] { write_file(path("out"), "text"); }),
            path("out") + ": another run is writing this file");
  file.write("mine");
  file.commit();
  EXPECT_EQ(read_file(path("out")), "mine");
  write_file(path("out"), "text");
  EXPECT_EQ(read_file(path("out")), "text");
}

TEST_F(OutputTest, AMissingFileCannotBeContinued) {
  EXPECT_EQ(error_of([&] { OutputFile(path("out"), 7); }),
            path("out") + ".partial: No such file or directory");
  OutputFile(path("out")).checkpoint();
  EXPECT_EQ(error_of([&] { OutputFile(path("out"), 7); }),
            path("out") + ".partial: the file has fewer than the expected 7 bytes");
}

}  // namespace
}  // namespace ineq
