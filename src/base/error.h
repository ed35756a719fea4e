#pragma once
// Error handling. There are two kinds of errors. Bad input from outside throws Error or a class
// derived from it; `main` catches them in one place and exits with code 2. A broken invariant is
// a bug in this program: INEQ_CHECK aborts, in every build. (The macro has a prefix because
// libtorch and GoogleTest define a CHECK of their own.)

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace ineq {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
  // An error at a place in a text. Columns count bytes from 1.
  Error(std::size_t column, const std::string& message)
      : std::runtime_error("column " + std::to_string(column) + ": " + message) {}
};

// Thrown by work that was asked to end before it was finished.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

}  // namespace ineq

#define INEQ_CHECK(condition)                                                             \
  do {                                                                                    \
    if (!(condition)) [[unlikely]] {                                                      \
      std::fprintf(stderr, "%s:%d: this is a bug: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)
