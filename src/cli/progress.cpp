#include "cli/progress.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "cli/screen.h"

namespace ineq {
namespace {

constexpr double kLong = 600;  // seconds: the end of work that takes longer is also shown

// Returns 0 if the size is not known, as for standard input.
std::uint64_t file_size(const std::string& path) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  return unknown ? 0 : size;
}

std::string duration_text(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 120 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// The time of day after these seconds, with the day of the week if it is not today.
std::string clock_time(double seconds) {
  const std::time_t now = std::time(nullptr);
  const std::tm today = fmt::localtime(now);
  const std::tm then = fmt::localtime(now + static_cast<std::time_t>(seconds));
  return then.tm_yday == today.tm_yday ? fmt::format("{:%H:%M}", then)
                                       : fmt::format("{:%a %H:%M}", then);
}

}  // namespace

FileProgress::FileProgress(std::string what, const std::string& path)
    : Progress(std::move(what), {.total = file_size(path)}) {}

Progress::Progress(std::string what, Options options)
    : what_(std::move(what)),
      options_(std::move(options)),
      is_shown_(isatty(STDERR_FILENO) == 1),
      done_(options_.earlier),
      items_(options_.earlier) {}

void Progress::wipe() {
  const std::lock_guard lock(mutex_);
  if (is_drawn_) std::fputs(details_.empty() ? "\r\033[K" : "\r\033[K\033[J", stderr);
  is_drawn_ = false;
}

void Progress::update(std::uint64_t done, std::uint64_t items) {
  if (!is_shown_) return;
  const std::lock_guard lock(mutex_);
  done_ = done;
  items_ = items;
  const auto now = Clock::now();
  if (now - last_ >= std::chrono::milliseconds(100)) draw(now);
}

void Progress::set_note(std::string note) {
  const std::lock_guard lock(mutex_);
  note_ = std::move(note);
}

void Progress::set_details(std::vector<std::string> details) {
  const std::lock_guard lock(mutex_);
  details_ = std::move(details);
}

void Progress::redraw() {
  if (!is_shown_) return;
  const std::lock_guard lock(mutex_);
  draw(Clock::now());
}

void Progress::draw(Clock::time_point now) {
  last_ = now;
  is_drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  // A line that fills the last column would wrap, and the next one could not replace it.
  const std::size_t columns = screen_columns(STDERR_FILENO) - 1;
  std::string text = "\r\033[K" + line(seconds, columns);
  for (const std::string& detail : details_) text += "\n\033[K" + detail.substr(0, columns);
  // The cursor goes back to the line of the bar, and what is left of earlier details disappears.
  if (!details_.empty()) text += fmt::format("\033[J\033[{}A", details_.size());
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
}

// What does not fit is left out: first the rate, then the time, and the bar becomes shorter.
std::string Progress::line(double seconds, std::size_t columns) const {
  const std::uint64_t total = options_.total, earlier = options_.earlier;
  std::string head = what_;
  if (items_ > 0) head += fmt::format(" {}{}", items_, options_.unit);
  const double share =
      total > 0 ? std::min(1.0, static_cast<double>(done_) / static_cast<double>(total)) : 0;
  std::string tail = total > 0 ? fmt::format(" {:3.0f}%", share * 100) : "";
  const auto add = [&](const std::string& text) {
    if (head.size() + tail.size() + text.size() <= columns) tail += text;
  };
  if (total > 0 && done_ > earlier) {
    if (done_ < total) {
      const auto left = static_cast<double>(total - done_) / static_cast<double>(done_ - earlier);
      add(fmt::format(", {} left", duration_text(seconds * left)));
      if (seconds * left >= kLong) add(fmt::format(", until {}", clock_time(seconds * left)));
    }
  } else {
    add(fmt::format(", {}", duration_text(seconds)));
  }
  const double rate = static_cast<double>(items_ - earlier) / seconds;
  if (rate >= 1) add(fmt::format(", {:.0f} per second", rate));
  if (!note_.empty()) add(", " + note_);
  constexpr std::size_t kShortest = 5, kLongest = 30;
  const std::size_t taken = head.size() + tail.size() + std::string_view(" []").size();
  if (total > 0 && taken + kShortest <= columns) {
    const std::size_t width = std::min(kLongest, columns - taken);
    const auto filled = static_cast<std::size_t>(static_cast<double>(width) * share);
    head += fmt::format(" [{:#<{}}{:.<{}}]", "", filled, "", width - filled);
  }
  return (head + tail).substr(0, columns);
}

Heartbeat::Heartbeat(Progress& progress) {
  if (!progress.is_shown()) return;
  thread_ = std::jthread([&progress](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any condition;
    std::unique_lock lock(mutex);
    const auto never = [] { return false; };
    while (!stop.stop_requested()) {
      condition.wait_for(lock, stop, std::chrono::milliseconds(500), never);
      if (!stop.stop_requested()) progress.redraw();
    }
  });
}

}  // namespace ineq
