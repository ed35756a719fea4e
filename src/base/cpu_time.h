#pragma once
// CPU time, in seconds. Measurements use it because other programs on the machine hardly change it.

#include <ctime>

#include "base/error.h"

namespace ineq {

inline double cpu_seconds(clockid_t clock) {
  std::timespec now{};
  INEQ_CHECK(clock_gettime(clock, &now) == 0);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
inline double thread_cpu_seconds() { return cpu_seconds(CLOCK_THREAD_CPUTIME_ID); }
inline double process_cpu_seconds() { return cpu_seconds(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace ineq
