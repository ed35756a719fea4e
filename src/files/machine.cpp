#include "files/machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <thread>

// CMake defines INEQ_BUILD_TYPE, INEQ_FLAGS, INEQ_VERSION and INEQ_COMMIT for this file only, so
// that a commit does not compile anything else again.

namespace ineq {
namespace {

constexpr const char* kUnknown = "unknown";

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return kUnknown;
}

std::string distribution() {
  constexpr std::string_view kKey = "PRETTY_NAME=";
  std::ifstream file("/etc/os-release");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(kKey)) continue;
    std::string name = line.substr(kKey.size());
    std::erase(name, '"');
    return name;
  }
  return kUnknown;
}

std::string kernel_name() {
  utsname name;
  if (uname(&name) != 0) return kUnknown;
  return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

nlohmann::ordered_json number_or_null(std::int64_t number) {
  if (number <= 0) return nullptr;
  return number;
}

std::string compiler() {
#ifdef __clang__
  return __VERSION__;  // begins with the name
#else
  return std::string("GCC ") + __VERSION__;
#endif
}

bool is_blas(std::string_view file) {
  return file.find("openblas") != std::string_view::npos || file.starts_with("libblis") ||
         file.starts_with("libblas") || file.starts_with("libmkl_");
}

// Programs choose a BLAS library when they are loaded, so only the process itself knows it.
std::set<std::string> loaded_blas() {
  std::set<std::string> out;
  std::ifstream file("/proc/self/maps");
  for (std::string line; std::getline(file, line);) {
    const std::size_t path = line.find('/'), name = line.rfind('/');
    if (path != std::string::npos && is_blas(std::string_view(line).substr(name + 1))) {
      out.insert(line.substr(path));
    }
  }
  return out;
}

}  // namespace

nlohmann::ordered_json describe_machine() {
  return {{"cpu", cpu_model()},
          {"threads", number_or_null(std::thread::hardware_concurrency())},
          {"memory", number_or_null(sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE))},
          {"kernel", kernel_name()},
          {"system", distribution()},
          {"compiler", compiler()},
          {"flags", INEQ_FLAGS},
          {"build_type", INEQ_BUILD_TYPE},
          {"version", INEQ_VERSION},
          {"commit", INEQ_COMMIT},
          {"blas", loaded_blas()}};
}

}  // namespace ineq
