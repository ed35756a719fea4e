#pragma once
// Where the repository is, for tests that read its files.

#include <string>
#include <string_view>

namespace ineq {

std::string in_repository(std::string_view path);  // "tests/golden"
// Recordings of the original program, beside the repository; they may be missing.
inline std::string in_reference(std::string_view path = "") {
  return in_repository("../shared/reference/" + std::string(path));
}

}  // namespace ineq
