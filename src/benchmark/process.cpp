#include "benchmark/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/error.h"

namespace ineq {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBetweenLooks = 20;  // milliseconds until an interrupt is noticed
constexpr std::size_t kMaxOutput = std::size_t{1} << 20;

[[noreturn]] void fail(const std::string& what) { throw Error(what + ": " + std::strerror(errno)); }

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// A file without a name, open for reading from its beginning.
File temporary_file(std::string_view text) {
  File out(std::tmpfile());
  if (!out) fail("no temporary file");
  const bool written = std::fwrite(text.data(), 1, text.size(), out.get()) == text.size() &&
                       std::fflush(out.get()) == 0 && lseek(fileno(out.get()), 0, SEEK_SET) == 0;
  if (!written) fail("a temporary file");
  fcntl(fileno(out.get()), F_SETFD, FD_CLOEXEC);
  return out;
}

// Reads until the child and its children have closed the pipe, or the limits end it.
ProcessResult::End read_output(int pipe, const ProcessLimits& limits, Clock::time_point start,
                               std::string& out) {
  std::array<char, 4096> bytes;
  while (true) {
    if (limits.interrupt != nullptr && *limits.interrupt) return ProcessResult::End::kInterrupted;
    const std::chrono::duration<double, std::milli> gone = Clock::now() - start;
    const double left = 1000 * limits.seconds - gone.count();
    if (left <= 0) return ProcessResult::End::kSeconds;
    pollfd readable{.fd = pipe, .events = POLLIN, .revents = 0};
    const int wait = static_cast<int>(std::ceil(std::min<double>(left, kBetweenLooks)));
    if (poll(&readable, 1, wait) <= 0) continue;
    const ssize_t count = read(pipe, bytes.data(), bytes.size());
    if (count == 0) return ProcessResult::End::kExited;
    if (count < 0) continue;
    const auto room = std::min(static_cast<std::size_t>(count), kMaxOutput - out.size());
    out.append(bytes.data(), room);
  }
}

// The child may close its output a moment before it exits.
ProcessResult::End wait_for_exit(const Child& child, const ProcessLimits& limits,
                                 Clock::time_point start) {
  while (!child.has_ended()) {
    const std::chrono::duration<double> gone = Clock::now() - start;
    if (gone.count() > limits.seconds) return ProcessResult::End::kSeconds;
    if (limits.interrupt != nullptr && *limits.interrupt) return ProcessResult::End::kInterrupted;
    poll(nullptr, 0, 1);
  }
  return ProcessResult::End::kExited;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, std::string_view input,
                          const ProcessLimits& limits) {
  const File file = temporary_file(input);
  Pipe output;
  const Clock::time_point start = Clock::now();
  Child child({.arguments = arguments,
               .input = fileno(file.get()),
               .output = output.write_end(),
               .error = output.write_end(),
               .memory = limits.memory,
               .cpu_seconds = limits.seconds,  // in case nobody is left to kill it
               .folder = limits.folder});
  output.close_write_end();
  ProcessResult out{};
  out.end = read_output(output.read_end(), limits, start, out.output);
  if (out.end == ProcessResult::End::kExited) out.end = wait_for_exit(child, limits, start);
  if (out.end == ProcessResult::End::kInterrupted && limits.grace > 0) {
    child.send(SIGTERM);
    wait_for_exit(child, {.seconds = limits.grace}, Clock::now());
  }
  const ChildEnd end = child.end();
  out.exit_code = end.exit_code;
  out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  out.cpu_seconds = end.cpu_seconds;
  out.bytes = end.bytes;
  return out;
}

}  // namespace ineq
