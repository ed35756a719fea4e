#pragma once
// A temporary folder for a test that writes files. It is removed when the test is over.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace ineq {

class TemporaryFolder {
 public:
  TemporaryFolder() { std::filesystem::create_directories(path_); }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path() const { return path_; }
  std::string path(const std::string& name) const { return path_ / name; }

 private:
  const std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) / ("ineq_test_" + std::to_string(getpid()));
};

}  // namespace ineq
