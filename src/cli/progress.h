#pragma once
// A progress bar for long work: on standard error, and only when that is a terminal.

#include <chrono>
#include <cstdint>
#include <string>

#include "files/lines.h"

namespace ineq {

class Progress {
 public:
  // `total` in whatever is counted; 0 when it is not known.
  Progress(std::string what, std::uint64_t total);
  ~Progress();  // wipes the bar
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `items` is what the rate is shown of. Draws at most ten times per second, else it is cheap.
  void update(std::uint64_t done, std::uint64_t items);
  void skip(std::uint64_t done) { skipped_ = done; }  // done by an earlier run
  void wipe();                                        // so that other output starts on a clean line

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::uint64_t total_;
  std::uint64_t skipped_ = 0;
  bool shown_;  // standard error is a terminal
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

// A progress bar for reading a file, by the bytes that were read of it.
class FileProgress : public Progress {
 public:
  FileProgress(std::string what, const std::string& path);

  using Progress::update;
  void update(const LineReader& lines, std::uint64_t items) { update(lines.bytes_read(), items); }
};

}  // namespace ineq
