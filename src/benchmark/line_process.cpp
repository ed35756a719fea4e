#include "benchmark/line_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/printable.h"

namespace ineq {
namespace {

constexpr double kBetweenChecks = 20;     // milliseconds until an interrupt is noticed
constexpr std::size_t kErrorText = 4096;  // bytes of standard error that are remembered
constexpr std::size_t kWordLines = 3;     // of these, lines that are shown
constexpr std::size_t kWordLength = 200;  // and characters of a line
constexpr double kUntilExit = 1;          // seconds between the end of the output and the exit
constexpr std::size_t kChunk = 64 * 1024;
constexpr int kLastReads = 16;  // of its standard error, at the end

void make_nonblocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Writes to a pipe without the signal SIGPIPE, which would end this program: it is blocked in this
// thread meanwhile, and taken back if it came.
ssize_t write_quietly(int pipe, std::string_view bytes) {
  sigset_t broken, before;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  const ssize_t count = write(pipe, bytes.data(), bytes.size());
  const int error = errno;
  if (count < 0 && error == EPIPE) {
    const timespec now{};
    sigtimedwait(&broken, nullptr, &now);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return count;
}

}  // namespace

LineProcess::LineProcess(ChildStarter& starter, const LineProcessOptions& options)
    : interrupt_(options.interrupt),
      is_interrupted_(options.is_interrupted),
      child_(starter.start({.arguments = options.arguments,
                            .input = input_.read_end(),
                            .output = output_.write_end(),
                            .error = error_.write_end(),
                            .memory = options.memory})) {
  input_.close_read_end();
  output_.close_write_end();
  error_.close_write_end();
  for (const int end : {input_.write_end(), output_.read_end(), error_.read_end()}) {
    make_nonblocking(end);
  }
}

LineProcess::Answer LineProcess::ask(std::string_view line, double seconds) {
  const Clock::time_point start = Clock::now();
  const std::string request = std::string(line) + "\n";
  std::string_view unsent = request;
  bool has_ended = false;
  while (true) {
    if (has_line() && unsent.empty()) return {.end = End::kLine, .line = take_line()};
    if (received_.size() > kMaxLine) return {.end = End::kTooLong};
    if (!output_is_open_) return {.end = End::kExited};
    if (is_interrupted()) return {.end = End::kInterrupted};
    const double left = 1000 * (seconds - seconds_since(start));
    if (left <= 0) return {.end = End::kSeconds};
    // A descriptor of -1 is passed over. A line that came too early waits until all is sent.
    std::array<pollfd, 3> ends{{
        {.fd = has_line() ? -1 : output_.read_end(), .events = POLLIN, .revents = 0},
        {.fd = error_is_open_ ? error_.read_end() : -1, .events = POLLIN, .revents = 0},
        {.fd = unsent.empty() ? -1 : input_.write_end(), .events = POLLOUT, .revents = 0},
    }};
    const int wait = static_cast<int>(std::ceil(std::min(left, kBetweenChecks)));
    if (poll(ends.data(), ends.size(), wait) <= 0) {
      // Its children may keep the output open. What it wrote before its end is still read.
      if (has_ended) return {.end = End::kExited};
      has_ended = child_->has_ended();
      continue;
    }
    if (ends[0].revents != 0) receive();
    if (ends[1].revents != 0) receive_error();
    if (ends[2].revents != 0) send(unsent);
  }
}

bool LineProcess::is_interrupted() const {
  return (interrupt_ != nullptr && *interrupt_) || (is_interrupted_ && is_interrupted_());
}

// A program that has closed its input may still answer.
void LineProcess::send(std::string_view& unsent) {
  const ssize_t count = write_quietly(input_.write_end(), unsent);
  if (count > 0) unsent.remove_prefix(static_cast<std::size_t>(count));
  if (count < 0 && errno == EPIPE) unsent = {};
}

void LineProcess::receive() {
  std::array<char, kChunk> bytes;
  const ssize_t count = read(output_.read_end(), bytes.data(), bytes.size());
  if (count == 0) output_is_open_ = false;
  if (count <= 0) return;
  const std::size_t before = received_.size();
  received_.append(bytes.data(), static_cast<std::size_t>(count));
  line_end_ = received_.find('\n', before);
}

void LineProcess::receive_error() {
  std::array<char, kChunk> bytes;
  const ssize_t count = read(error_.read_end(), bytes.data(), bytes.size());
  if (count == 0) error_is_open_ = false;
  if (count <= 0) return;
  error_text_.append(bytes.data(), static_cast<std::size_t>(count));
  if (error_text_.size() > kErrorText) error_text_.erase(0, error_text_.size() - kErrorText);
}

std::string LineProcess::take_line() {
  std::string out = received_.substr(0, line_end_);
  received_.erase(0, line_end_ + 1);
  line_end_ = received_.find('\n');
  if (out.ends_with('\r')) out.pop_back();
  return out;
}

void LineProcess::wait_for_end(double seconds) {
  const Clock::time_point start = Clock::now();
  received_.clear();
  line_end_ = std::string::npos;
  while (!child_->has_ended() && seconds_since(start) < seconds) {
    if (is_interrupted()) return;
    std::array<pollfd, 2> ends{{
        {.fd = output_is_open_ ? output_.read_end() : -1, .events = POLLIN, .revents = 0},
        {.fd = error_is_open_ ? error_.read_end() : -1, .events = POLLIN, .revents = 0},
    }};
    // Both are closed a moment before the process ends.
    const bool any = output_is_open_ || error_is_open_;
    if (poll(ends.data(), ends.size(), any ? static_cast<int>(kBetweenChecks) : 1) <= 0) continue;
    if (ends[0].revents != 0) receive();
    if (ends[1].revents != 0) receive_error();
    received_.clear();
    line_end_ = std::string::npos;
  }
}

std::string LineProcess::explain(End end, double seconds) {
  std::string out;
  switch (end) {
    case End::kLine:
    case End::kInterrupted:
      INEQ_CHECK(false);
    case End::kTooLong:
      out = fmt::format("answered with a line of more than {} MiB", kMaxLine >> 20);
      break;
    case End::kSeconds:
      out = fmt::format("did not answer within {} seconds", seconds);
      break;
    case End::kExited: {
      wait_for_end(kUntilExit);
      if (!child_->has_ended()) {
        out = "closed its standard output";
        break;
      }
      const ChildEnd ended = child_->end();
      if (ended.exit_code == 127) {
        out = "could not be run, or exited with code 127";
      } else if (ended.exit_code) {
        out = fmt::format("exited with code {}", *ended.exit_code);
      } else {
        const char* name = sigabbrev_np(ended.signal);
        out = name == nullptr ? fmt::format("was killed by signal {}", ended.signal)
                              : fmt::format("was killed by SIG{}", name);
      }
    }
  }
  // What it wrote just before. Children of it may go on for ever.
  for (int i = 0; i < kLastReads && error_is_open_; ++i) receive_error();
  const std::string words = last_words();
  return words.empty() ? out : fmt::format("{}; its last words were: {}", out, words);
}

void LineProcess::finish(double seconds) {
  input_.close_write_end();
  wait_for_end(seconds);
}

std::string LineProcess::last_words() const {
  std::vector<std::string> lines;
  std::string_view rest = error_text_;
  while (!rest.empty() && lines.size() < kWordLines) {
    const std::size_t begin = rest.rfind('\n') + 1;  // 0 if there is none
    std::string_view line = rest.substr(begin);
    rest = rest.substr(0, begin == 0 ? 0 : begin - 1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    if (!line.empty()) lines.push_back(printable(line.substr(0, kWordLength)));
  }
  std::ranges::reverse(lines);
  return fmt::format("{}", fmt::join(lines, " / "));
}

}  // namespace ineq
