#include "agents/load_network.h"

#include <dlfcn.h>
#include <link.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "agents/module.h"
#include "base/error.h"
#include "files/program_place.h"

namespace ineq {
namespace {

namespace fs = std::filesystem;

// Beside the program, in a build folder, and where it is installed. The Python package has it
// beside its compiled part.
std::vector<fs::path> module_paths() {
  const auto [folder, is_program] = program_place();
  if (!is_program) return {folder / kNetworkModule};
  return {folder / kNetworkModule, folder / ".." / "lib" / "ineq" / kNetworkModule};
}

// The file of a libtorch that the process has loaded and that is not the one of the networks, such
// as that of another PyTorch. Two of them in one process would mix their global data.
std::string other_torch() {
  std::string out;
#ifdef INEQ_TORCH_NAME
  if (void* same = dlopen(INEQ_TORCH_NAME, RTLD_LAZY | RTLD_NOLOAD)) {
    dlclose(same);
    return out;
  }
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* found) {
        const std::string_view file = info->dlpi_name;
        if (!file.substr(file.rfind('/') + 1).starts_with("libtorch_cpu.so")) return 0;
        *static_cast<std::string*>(found) = file;
        return 1;
      },
      &out);
#endif
  return out;
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
  if (const std::string other = other_torch(); !other.empty()) {
    return {.reason = "networks cannot be loaded: this process uses another libtorch, " + other +
                      "; networks need the one that they were built with"};
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
