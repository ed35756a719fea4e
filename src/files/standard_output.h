#pragma once
// The error of standard output that cannot be written, because the disk is full or because the
// program was started without it.

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"

namespace ineq {

[[noreturn]] inline void fail_standard_output(int code) {
  throw Error(code == EBADF ? "standard output is closed"
                            : std::string("standard output: ") + std::strerror(code));
}

}  // namespace ineq
