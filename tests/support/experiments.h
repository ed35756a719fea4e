#pragma once
// A small suite of experiments, as files in a temporary folder that tests can change.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "experiment/experiment.h"
#include "files/temporary_folder.h"

namespace ineq {

// common.toml with two agents, a search, two ways to act and two scales, and one.toml with an
// experiment that has every part once.
class ExperimentFiles {
 public:
  ExperimentFiles();

  const std::string& folder() const { return folder_.path(); }
  std::string path(const std::string& file) const { return folder_.path(file); }
  std::string text(const std::string& file) const;
  void write(const std::string& file, std::string_view text) const;
  // Replaces the first occurrence, which must exist.
  void replace(const std::string& file, std::string_view old, std::string_view by) const;

  Suite load() const;
  // The message of the error of load(), without the folder in front of it.
  std::string load_error() const;

 private:
  TemporaryFolder folder_;
};

// A part of a file, what it is replaced by, and the error that follows.
struct Mistake {
  std::string old, by, error;
};
// The test fails if one of the mistakes has another effect than its error, which names the file.
inline void expect_mistakes(const std::string& file, const std::vector<Mistake>& mistakes) {
  for (const auto& [old, by, error] : mistakes) {
    const ExperimentFiles files;
    files.replace(file, old, by);
    EXPECT_EQ(files.load_error(), file + ".toml: " + error) << by;
  }
}

}  // namespace ineq
