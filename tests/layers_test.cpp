// The folders of src are layers: a file includes only files of its own folder or of a lower one.
// And the trusted base stays small: a few plain files that use neither I/O nor threads.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/repository.h"

namespace ineq {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kLayers = {
    "base",   "term",     "kernel", "axioms",    "algebra", "files",    "proof",      "env",
    "search", "generate", "export", "benchmark", "agents",  "networks", "experiment", "cli"};
const std::vector<std::string> kTrusted = {"term", "kernel", "axioms"};

// The headers that trusted files may include besides each other. None of them provides I/O, threads
// or randomness, and none is from a third party.
const std::set<std::string> kTrustedIncludes = {
    "<algorithm>",      "<array>",         "<compare>",
    "<concepts>",       "<cstddef>",       "<cstdint>",
    "<limits>",         "<optional>",      "<ranges>",
    "<span>",           "<string>",        "<string_view>",
    "<tuple>",          "<utility>",       "<vector>",
    "\"base/error.h\"", "\"base/hash.h\"", "\"base/printable.h\""};

struct Source {
  fs::path path;
  std::string folder;
  std::vector<std::string> lines;

  // The includes as they are written: <vector>, "term/term.h".
  std::vector<std::string> includes() const {
    constexpr std::string_view kWord = "#include ";
    std::vector<std::string> out;
    for (const std::string& line : lines) {
      const std::size_t word = line.find(kWord);
      if (word != line.find_first_not_of(' ') || word == std::string::npos) continue;
      const std::size_t begin = word + kWord.size();
      out.push_back(line.substr(begin, line.find_last_of(">\"") + 1 - begin));
    }
    return out;
  }

  // Counts the lines that are neither blank nor comments.
  std::size_t lines_of_code() const {
    return static_cast<std::size_t>(std::ranges::count_if(lines, [](const std::string& line) {
      const std::size_t begin = line.find_first_not_of(" \t\r");
      return begin != std::string::npos && line.compare(begin, 2, "//") != 0;
    }));
  }
};

// All files under src except unit tests, which may include files of layers above the code they
// test.
std::vector<Source> sources() {
  const fs::path root = in_repository("src");
  std::vector<Source> out;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const fs::path& path = entry.path();
    const bool is_code = path.extension() == ".h" || path.extension() == ".cpp";
    if (!is_code || path.stem().string().ends_with("_test")) continue;
    Source source{.path = path, .folder = *path.lexically_relative(root).begin(), .lines = {}};
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) source.lines.push_back(line);
    out.push_back(std::move(source));
  }
  return out;
}

bool is_trusted(const Source& source) {
  return std::ranges::find(kTrusted, source.folder) != kTrusted.end();
}

std::size_t lines_of_code(const std::vector<std::string>& folders) {
  std::size_t total = 0;
  for (const Source& source : sources()) {
    if (std::ranges::find(folders, source.folder) != folders.end()) total += source.lines_of_code();
  }
  return total;
}

TEST(LayersTest, EveryFolderIsALayer) {
  std::set<std::string> folders;
  for (const Source& source : sources()) folders.insert(source.folder);
  EXPECT_TRUE(folders.contains("kernel")) << "no sources under " << in_repository("src");
  for (const std::string& folder : folders) {
    EXPECT_NE(std::ranges::find(kLayers, folder), kLayers.end()) << "src/" << folder;
  }
}

TEST(LayersTest, IncludesPointDownwards) {
  const auto height = [](const std::string& folder) {
    return std::ranges::find(kLayers, folder) - kLayers.begin();
  };
  for (const Source& source : sources()) {
    for (const std::string& include : source.includes()) {
      if (!include.starts_with('"')) continue;
      const std::string target = include.substr(1, include.size() - 2);
      ASSERT_TRUE(fs::exists(fs::path(in_repository("src")) / target))
          << source.path << " includes " << include << ", which is not a path from src";
      const std::string folder = *fs::path(target).begin();
      EXPECT_LE(height(folder), height(source.folder)) << source.path << " includes " << include;
    }
  }
}

TEST(LayersTest, TheTrustedBaseUsesNoFilesThreadsRandomnessOrOtherLibraries) {
  for (const Source& source : sources()) {
    if (!is_trusted(source)) continue;
    for (const std::string& include : source.includes()) {
      const std::string folder = *fs::path(include.substr(1)).begin();
      EXPECT_TRUE(kTrustedIncludes.contains(include) ||
                  std::ranges::find(kTrusted, folder) != kTrusted.end())
          << source.path << " includes " << include;
    }
  }
}

// The module of networks is loaded on demand, so nothing else may need it or libtorch.
TEST(LayersTest, OnlyNetworksUseTheTensorLibrary) {
  std::size_t users = 0;
  for (const Source& source : sources()) {
    for (const std::string& include : source.includes()) {
      const bool is_torch = include.starts_with("<ATen/") || include.starts_with("<torch/") ||
                            include.starts_with("<c10/");
      users += is_torch;
      if (source.folder == "networks") continue;
      EXPECT_FALSE(is_torch || include.starts_with("\"networks/"))
          << source.path << " includes " << include;
    }
  }
  EXPECT_GT(users, 0u);
}

TEST(LayersTest, TheKernelIsUnderTwoHundredLines) {
  const std::size_t kernel = lines_of_code({"kernel"});
  EXPECT_GT(kernel, 50u);
  EXPECT_LT(kernel, 200u);
}

TEST(LayersTest, TheReadmeStatesTheSizeOfTheTrustedBase) {
  const std::string sentence = "he kernel is " + std::to_string(lines_of_code({"kernel"})) +
                               " lines of code, the whole trusted base " +
                               std::to_string(lines_of_code(kTrusted));
  std::ifstream file(in_repository("README.md"));
  std::string text;
  for (std::string word; file >> word;) text += word + " ";  // as one line
  const std::size_t place = text.find(sentence);
  EXPECT_TRUE(place != std::string::npos && text[place + sentence.size()] == ' ')
      << "README.md should say: t" << sentence;
}

}  // namespace
}  // namespace ineq
