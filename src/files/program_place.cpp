#include "files/program_place.h"

#include <dlfcn.h>
#include <link.h>

#include <system_error>

namespace ineq {

namespace fs = std::filesystem;

ProgramPlace program_place() {
  static const char here = 0;
  std::error_code error;
  Dl_info info;
  void* object = nullptr;
  if (dladdr1(&here, &info, &object, RTLD_DL_LINKMAP) != 0) {
    const fs::path file = static_cast<const link_map*>(object)->l_name;  // empty: the program
    if (!file.empty()) return {fs::canonical(file, error).parent_path(), false};
  }
  return {fs::read_symlink("/proc/self/exe", error).parent_path(), true};
}

}  // namespace ineq
