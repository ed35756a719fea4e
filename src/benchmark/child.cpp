#include "benchmark/child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "base/error.h"

namespace ineq {
namespace {

rlimit limit_of(rlim_t most) { return {.rlim_cur = most, .rlim_max = most}; }

// Runs in the child of a program with threads, where only system calls are safe before execv.
[[noreturn]] void become(char* const* arguments, const ChildSetup& setup, const rlimit& memory,
                         const rlimit* cpu) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!setup.folder.empty() && chdir(setup.folder.c_str()) != 0) _exit(127);
  setrlimit(RLIMIT_AS, &memory);
  if (cpu != nullptr) setrlimit(RLIMIT_CPU, cpu);
  if (dup2(setup.input, 0) == 0 && dup2(setup.output, 1) == 1 && dup2(setup.error, 2) == 2) {
    close_range(3, ~0u, 0);  // files that are open here are none of its business
    execv(arguments[0], arguments);
  }
  _exit(127);
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

Child::Child(const ChildSetup& setup) {
  std::vector<std::string> copies = setup.arguments;
  std::vector<char*> pointers;
  for (std::string& argument : copies) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const rlimit memory = limit_of(setup.memory);
  constexpr double kYear = 3e7;
  const rlimit cpu = limit_of(
      static_cast<rlim_t>(std::ceil(std::min(setup.cpu_seconds.value_or(kYear), kYear))) + 1);
  pid_ = fork();
  if (pid_ == 0) become(pointers.data(), setup, memory, setup.cpu_seconds ? &cpu : nullptr);
  if (pid_ < 0) throw Error(std::string("no process: ") + std::strerror(errno));
  setpgid(pid_, pid_);  // also called in the child; whichever comes first
}

bool Child::has_ended() const {
  if (ended_) return true;
  siginfo_t info{};
  const int found = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  return found == 0 && info.si_pid == pid_;
}

void Child::send(int signal) const {
  if (!ended_) kill(pid_, signal);
}

ChildEnd Child::end() {
  if (ended_) return *ended_;
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);  // it may have moved to another group
  int status = 0;
  rusage usage{};
  while (wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  ended_.emplace();
  if (WIFEXITED(status)) ended_->exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended_->signal = WTERMSIG(status);
  ended_->cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  ended_->bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  return *ended_;
}

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

Pipe::Pipe() {
  if (pipe2(ends_, O_CLOEXEC) != 0) throw Error(std::string("no pipe: ") + std::strerror(errno));
}

Pipe::~Pipe() {
  close_read_end();
  close_write_end();
}

void Pipe::close_end(std::size_t end) {
  if (ends_[end] >= 0) close(ends_[end]);
  ends_[end] = -1;
}

}  // namespace ineq
