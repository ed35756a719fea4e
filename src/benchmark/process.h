#pragma once
// Another program, run once as a child process under limits.

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmark/child.h"

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

// Runs arguments[0], a path, as a Child (benchmark/child.h) with the text as its standard input.
// Throws Error if the system cannot start it. May be called from several threads.
ProcessResult run_process(const std::vector<std::string>& arguments, std::string_view input,
                          const ProcessLimits& limits);

}  // namespace ineq
