#pragma once
// Paths of files in the repository, for tests that read them.

#include <string>
#include <string_view>

namespace ineq {

std::string in_repository(std::string_view path);  // "tests/golden"
// Recordings of the original program, beside the repository; they may be missing.
inline std::string in_reference(std::string_view path = "") {
  return in_repository("../shared/reference/" + std::string(path));
}

}  // namespace ineq
