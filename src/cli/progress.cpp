#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace ineq {

namespace {

// 0 if it is not known, as that of standard input.
std::uint64_t file_size(const std::string& path) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  return unknown ? 0 : size;
}

}  // namespace

FileProgress::FileProgress(std::string what, const std::string& path)
    : Progress(std::move(what), file_size(path)) {}

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)), total_(total), shown_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { wipe(); }

void Progress::wipe() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

void Progress::update(std::uint64_t done, std::uint64_t items) {
  const auto now = Clock::now();
  if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line = fmt::format("\r\033[K{} {}", what_, items);
  if (total_ > 0) {
    constexpr int kWidth = 30;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const auto filled = static_cast<int>(share * kWidth);
    line += fmt::format(" [{:#<{}}{:.<{}}] {:3.0f}%", "", filled, "", kWidth - filled, share * 100);
    if (done > skipped_ && done < total_) {
      const auto left = static_cast<double>(total_ - done) / static_cast<double>(done - skipped_);
      line += fmt::format(", {:.0f} s left", seconds * left);
    }
  }
  line += fmt::format(", {:.0f} a second", static_cast<double>(items) / seconds);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace ineq
