#include "agents/load_network.h"

#include <dlfcn.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "agents/module.h"
#include "base/error.h"

namespace ineq {
namespace {

namespace fs = std::filesystem;

// Beside the program, in a build folder, and where it is installed.
std::vector<fs::path> module_paths() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = program.parent_path();
  return {folder / kNetworkModule, folder / ".." / "lib" / "ineq" / kNetworkModule};
}

// The module, or nothing and the reason. It stays loaded until the program ends.
struct Module {
  MakeNetwork* make = nullptr;
  std::string reason;
};

Module load_module() {
  // One thread per network: several of them share a machine better than threads within one, and
  // sums then do not depend on the number of threads. A user who sets the variable is obeyed.
  setenv("OMP_NUM_THREADS", "1", 0);
  // Each step of training allocates the same large tensors again. Keeping their memory instead of
  // returning it to the system makes a step about a fifth faster.
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the most that is allowed
  fs::path found;
  for (const fs::path& path : module_paths()) {
    if (found.empty() && fs::exists(path)) found = path;
  }
  if (found.empty()) {
    return {.reason =
                "this build has no networks: install libtorch-dev and libopenblas0-openmp, "
                "and build again"};
  }
  void* handle = dlopen(found.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return {.reason = std::string("networks cannot be loaded: ") + dlerror()};
  const auto* version = static_cast<const char* const*>(dlsym(handle, kModuleVersionSymbol));
  if (version == nullptr || std::string_view(*version) != kModuleVersion) {
    return {.reason = found.string() + " is not of this version of the program"};
  }
  return {.make = reinterpret_cast<MakeNetwork*>(dlsym(handle, kMakeNetworkSymbol)), .reason = {}};
}

const Module& module() {
  static const Module loaded = load_module();
  return loaded;
}

}  // namespace

bool has_networks() { return module().make != nullptr; }

bool is_device(std::string_view name) {
  constexpr std::string_view kNumbered = "cuda:";
  if (!name.starts_with(kNumbered)) return std::ranges::count(kDeviceNames, name) > 0;
  const std::string_view number = name.substr(kNumbered.size());
  return number == "0" || (!number.empty() && number.size() <= 2 && number[0] != '0' &&
                           number.find_first_not_of("0123456789") == std::string_view::npos);
}

std::unique_ptr<Network> make_network(const NetworkOptions& options, const std::string& device) {
  require_possible(options);
  if (!is_device(device)) throw Error("there is no device of the name '" + device + "'");
  if (module().make == nullptr) throw Error(module().reason);
  return std::unique_ptr<Network>(module().make(options, device));
}

}  // namespace ineq
