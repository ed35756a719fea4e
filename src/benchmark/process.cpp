#include "benchmark/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
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

// Runs in the child of a program with threads, where only system calls are safe before execv.
[[noreturn]] void become(char* const* arguments, const char* folder, int input, int output,
                         const rlimit& memory, const rlimit& seconds) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (*folder != '\0' && chdir(folder) != 0) _exit(127);
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CPU, &seconds);  // in case nobody is left to kill it
  if (dup2(input, 0) == 0 && dup2(output, 1) == 1 && dup2(output, 2) == 2) {
    execv(arguments[0], arguments);
  }
  _exit(127);
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
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
ProcessResult::End wait_for_exit(pid_t child, const ProcessLimits& limits,
                                 Clock::time_point start) {
  while (true) {
    siginfo_t info{};
    const int found = waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
    if (found == 0 && info.si_pid == child) return ProcessResult::End::kExited;
    const std::chrono::duration<double> gone = Clock::now() - start;
    if (gone.count() > limits.seconds) return ProcessResult::End::kSeconds;
    if (limits.interrupt != nullptr && *limits.interrupt) return ProcessResult::End::kInterrupted;
    poll(nullptr, 0, 1);
  }
}

}  // namespace

std::optional<std::string> find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    std::string file = std::string(folders.substr(0, end)) + "/" + std::string(name);
    if (access(file.c_str(), X_OK) == 0) return file;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return std::nullopt;
}

ProcessResult run_process(const std::vector<std::string>& arguments, std::string_view input,
                          const ProcessLimits& limits) {
  std::vector<std::string> copies = arguments;
  std::vector<char*> pointers;
  for (std::string& argument : copies) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const rlimit memory{.rlim_cur = limits.memory, .rlim_max = limits.memory};
  constexpr double kYear = 3e7;
  const rlim_t most = static_cast<rlim_t>(std::ceil(std::min(limits.seconds, kYear))) + 1;
  const rlimit seconds{.rlim_cur = most, .rlim_max = most};
  const File file = temporary_file(input);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("no pipe");

  const Clock::time_point start = Clock::now();
  const pid_t child = fork();
  if (child == 0)
    become(pointers.data(), limits.folder.c_str(), fileno(file.get()), ends[1], memory, seconds);
  close(ends[1]);
  ProcessResult out{};
  if (child > 0) {
    setpgid(child, child);  // also called in the child; whichever comes first
    out.end = read_output(ends[0], limits, start, out.output);
    if (out.end == ProcessResult::End::kExited) out.end = wait_for_exit(child, limits, start);
    if (out.end == ProcessResult::End::kInterrupted && limits.grace > 0) {
      kill(child, SIGTERM);
      wait_for_exit(child, {.seconds = limits.grace}, Clock::now());
    }
    kill(-child, SIGKILL);
  }
  close(ends[0]);
  if (child < 0) fail("no process");
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) out.exit_code = WEXITSTATUS(status);
  out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  out.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  out.bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  return out;
}

}  // namespace ineq
