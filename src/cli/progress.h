#pragma once
// Shows the progress of long work: one line on standard error, with more lines below it on request,
// and only if that is a terminal.

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "files/lines.h"

namespace ineq {

// All functions may be called from any thread.
class Progress {
 public:
  struct Options {
    std::uint64_t total = 0;    // in whatever is counted; 0 if it is not known
    std::uint64_t earlier = 0;  // the part of the total that an earlier run has done
    std::string unit = "";      // what is counted
  };

  Progress(std::string what, Options options);
  ~Progress() { wipe(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool is_shown() const { return is_shown_; }
  // `done` is compared with the total; `items` is the count that is shown, also including what was
  // there earlier. Draws at most ten times per second; otherwise it is cheap.
  void update(std::uint64_t done, std::uint64_t items);
  void set_note(std::string note);                     // shown behind the rest, if there is room
  void set_details(std::vector<std::string> details);  // one line each, shown below
  void redraw();                                       // with the time that has passed
  void wipe();  // so that other output starts on a clean line

 private:
  using Clock = std::chrono::steady_clock;

  void draw(Clock::time_point now);
  std::string line(double seconds, std::size_t columns) const;

  const std::string what_;
  const Options options_;
  const bool is_shown_;  // standard error is a terminal
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  // guards the members below
  std::uint64_t done_;
  std::uint64_t items_;
  std::string note_;
  std::vector<std::string> details_;
  bool is_drawn_ = false;
  Clock::time_point last_ = start_;
};

// The progress of reading a file, in bytes.
class FileProgress : public Progress {
 public:
  FileProgress(std::string what, const std::string& path);

  using Progress::update;
  void update(const LineReader& lines, std::uint64_t items) { update(lines.bytes_read(), items); }
};

// Redraws a progress line twice per second while it exists, so that the time goes on although
// nothing is finished. Meanwhile nothing else may be printed on the terminal.
class Heartbeat {
 public:
  explicit Heartbeat(Progress& progress);

 private:
  std::jthread thread_;  // none if the progress is not shown
};

}  // namespace ineq
