#include "files/lines.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "files/file_error.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

std::string compressed(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

class LinesTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path(name); }

  std::string file(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

  static Texts lines_of(const std::string& path) {
    LineReader reader(path);
    Texts out;
    for (std::string_view line; reader.next(line);) {
      out.emplace_back(line);
      EXPECT_EQ(reader.number(), out.size());
    }
    return out;
  }

  // The error message about the file, without its path.
  static std::string complaint(const std::string& path) {
    std::string message = error_of([&] { lines_of(path); });
    if (message.starts_with(path)) message.erase(0, path.size());
    return message;
  }

  TemporaryFolder folder_;
};

TEST_F(LinesTest, AnyTextIsReadTheSamePlainAndCompressed) {
  const std::pair<std::string, Texts> kCases[] = {
      {"", {}},
      {"\n", {""}},
      {"a\nb\n", {"a", "b"}},
      {"a\nb", {"a", "b"}},
      {"a\r\nb\r\n", {"a", "b"}},
      {"a\r\nb\r", {"a", "b"}},
      {"\n\na\n\n", {"", "", "a", ""}},
      {"a\rb\n", {"a\rb"}},
      {std::string("a\0b\n", 4), {std::string("a\0b", 3)}},
  };
  for (const auto& [text, lines] : kCases) {
    EXPECT_EQ(lines_of(file("plain.jsonl", text)), lines);
    EXPECT_EQ(lines_of(file("packed.jsonl.zst", compressed(text))), lines);
    // A compressed file is recognised by its first bytes.
    EXPECT_EQ(lines_of(file("packed.bin", compressed(text))), lines);
  }
}

// The text is larger than every buffer, and its lines have many lengths.
TEST_F(LinesTest, ManyLinesArriveWholeAndInOrder) {
  Texts lines;
  std::string text;
  for (std::size_t i = 0; i < 3000; ++i) {
    lines.push_back(std::to_string(i) + std::string(i % 1000, 'x'));
    text += lines.back() + "\n";
  }
  lines.emplace_back(300'000, 'y');
  text += lines.back() + "\n";
  EXPECT_EQ(lines_of(file("plain", text)), lines);
  EXPECT_EQ(lines_of(file("packed.zst", compressed(text))), lines);
}

TEST_F(LinesTest, SeveralFramesAreOneText) {
  EXPECT_EQ(lines_of(file("frames.zst", compressed("a\nb") + compressed("c\n") + compressed("") +
                                            compressed("d\n"))),
            (Texts{"a", "bc", "d"}));
}

TEST_F(LinesTest, RefusesACompressedFileThatIsCutShort) {
  const std::string whole = compressed("a\n" + repeat("line and line\n", 1000));
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{3}, std::size_t{6}, whole.size() / 2, whole.size() - 1}) {
    EXPECT_EQ(complaint(file("cut.zst", whole.substr(0, length))),
              ": the compressed file is truncated")
        << length;
  }
  EXPECT_EQ(complaint(file("cut_second.zst", whole + whole.substr(0, whole.size() - 1))),
            ": the compressed file is truncated");
}

TEST_F(LinesTest, RefusesWhatIsNotCompressedAtAll) {
  const std::string unknown = ": cannot be decompressed: Unknown frame descriptor";
  EXPECT_EQ(complaint(file("text.zst", "{\"goal\":\"a=a\"}\n")), unknown);
  EXPECT_EQ(complaint(file("tail.zst", compressed("a\n") + "and more")), unknown);
  std::string damaged = compressed(repeat("line and line\n", 1000));
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
  damaged.resize(damaged.size() - 2);
  EXPECT_NE(complaint(file("damaged.zst", damaged)), "no error");
}

TEST_F(LinesTest, RefusesMissingFilesAndFolders) {
  EXPECT_EQ(complaint(path("missing.jsonl")), ": No such file or directory");
  EXPECT_EQ(complaint(folder_.path()), ": Is a directory");
  std::filesystem::create_directory(path("folder.zst"));
  EXPECT_EQ(complaint(path("folder.zst")), ": Is a directory");
}

TEST_F(LinesTest, SaysWhatTheSystemSays) {
  const auto code = [](const auto& call) {
    try {
      call();
    } catch (const FileError& error) {
      return std::pair(error.name(), error.code());
    }
    return std::pair(std::string(), 0);
  };
  const std::string missing = path("missing"), folder = path("folder");
  std::filesystem::create_directory(folder);
  EXPECT_EQ(code([&] { LineReader reader(missing); }), std::pair(missing, ENOENT));
  EXPECT_EQ(code([&] { LineReader reader(folder); }), std::pair(folder, EISDIR));
  EXPECT_EQ(code([&] { read_file(missing); }), std::pair(missing, ENOENT));
  EXPECT_EQ(code([&] { read_file(folder); }), std::pair(folder, EISDIR));
  EXPECT_EQ(code([&] { write_file(missing + "/out", ""); }), std::pair(missing + "/out", ENOENT));
}

TEST_F(LinesTest, TakesALineOfTheGreatestLengthAndRefusesALongerOne) {
  const std::string most(kMaxLine, 'x');
  EXPECT_EQ(lines_of(file("most", "a\n" + most + "\nb\n")), (Texts{"a", most, "b"}));
  EXPECT_EQ(lines_of(file("most_at_end", most)), Texts{most});
  const std::string refusal = ":2:16777217: the line is longer than 16 MiB";
  EXPECT_EQ(complaint(file("endless", "a\n" + most + most)), refusal);
  EXPECT_EQ(complaint(file("packed.zst", compressed("a\n" + most + most))), refusal);
  EXPECT_EQ(complaint(file("more", "a\n" + most + "x\nb\n")), refusal);
  EXPECT_EQ(complaint(file("more_at_end", "a\n" + most + "x")), refusal);
}

TEST_F(LinesTest, AFileWithoutRecordsIsAnError) {
  for (const std::string text : {"", "\n \t\n"}) {
    LineReader reader(file("empty", text));
    EXPECT_EQ(error_of([&] { for_each_line(reader, [](std::string_view) {}); }),
              path("empty") + ": there are no records in it");
  }
  LineReader reader(file("one", "\nx\n"));
  for_each_line(reader, [](std::string_view) { return false; });
}

TEST_F(LinesTest, CountsTheBytesOfTheFileAsItIsStored) {
  const std::string packed = compressed(repeat("line\n", 10'000));
  LineReader reader(file("packed.zst", packed));
  for (std::string_view line; reader.next(line);) {
  }
  EXPECT_EQ(reader.bytes_read(), packed.size());
  LineReader plain(file("plain", "one\ntwo\n"));
  std::string_view line;
  ASSERT_TRUE(plain.next(line));
  EXPECT_EQ(plain.bytes_read(), 4u);  // of what was read, not of the buffer
  EXPECT_EQ(reader.number(), 10'000u);
}

TEST(ReadFileTest, EndlessInputDoesNotFillTheMemory) {
  EXPECT_EQ(error_of([] { read_file("/dev/zero"); }), "/dev/zero: the file is larger than 64 MiB");
}

}  // namespace
}  // namespace ineq
