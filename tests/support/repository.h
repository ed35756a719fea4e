#pragma once
// Paths of files in the repository, for tests that read them.

#include <string>
#include <string_view>

namespace ineq {

std::string in_repository(std::string_view path);  // "tests/golden"
// The folder next to the repository with recordings of the original program. It may not exist.
inline std::string in_reference(std::string_view path = "") {
  return in_repository("../shared/reference/" + std::string(path));
}

}  // namespace ineq
