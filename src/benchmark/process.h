#pragma once
// Another program, run as a child process under limits.

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ineq {

struct ProcessLimits {
  double seconds = 5;                            // by the wall clock; then it is killed
  std::size_t memory = std::size_t{4} << 30;     // bytes of its address space
  const std::atomic<bool>* interrupt = nullptr;  // once true, it is killed
  double grace = 0;                              // seconds between SIGTERM and that
  std::string folder = {};                       // its working directory; empty: ours
};

struct ProcessResult {
  enum class End { kExited, kSeconds, kInterrupted };
  End end = End::kExited;        // it ended by itself, or a limit or an interrupt ended it
  std::optional<int> exit_code;  // nothing if it was killed
  std::string output;            // standard output and standard error together
  double seconds = 0;
  double cpu_seconds = 0;
  std::size_t bytes = 0;  // peak resident memory
};

// The file that a shell would run for this name, if there is one.
std::optional<std::string> find_program(std::string_view name);

// Runs arguments[0], a path, with the text as its standard input and without a shell, in a process
// group of its own: Ctrl-C does not reach it, and its children are killed with it. It is killed,
// too, if the calling thread ends or is killed. Throws Error if the system cannot start it. May be
// called from several threads.
ProcessResult run_process(const std::vector<std::string>& arguments, std::string_view input,
                          const ProcessLimits& limits);

}  // namespace ineq
