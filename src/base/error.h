#pragma once
// What goes wrong, in two kinds. Bad input from outside throws Error, the project's only exception
// type; `main` catches it once and exits with code 2. A broken invariant of our own is a bug and
// aborts through INEQ_CHECK, in every build. (The prefix is there because libtorch and GoogleTest
// both have a CHECK of their own.)

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace ineq {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
  // Points at a place in a text; columns count bytes from 1, as editors do for ASCII.
  Error(std::size_t column, const std::string& message)
      : std::runtime_error("column " + std::to_string(column) + ": " + message) {}
};

}  // namespace ineq

#define INEQ_CHECK(condition)                                                             \
  do {                                                                                    \
    if (!(condition)) [[unlikely]] {                                                      \
      std::fprintf(stderr, "%s:%d: this is a bug: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)
