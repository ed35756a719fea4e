#pragma once
// The folders of data that come with the program, such as experiments: in the repository, whose
// builds are in folders below it, and where `make install` puts them.

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace ineq {

inline std::string data_folder(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  const std::vector<fs::path> places = {program / ".." / name,
                                        program / ".." / "share" / "ineq" / name};
  for (const fs::path& place : places) {
    if (fs::is_directory(place, error)) return place.lexically_normal();
  }
  throw Error("the folder '" + name + "' that comes with the program was not found, neither in " +
              places[0].lexically_normal().string() + " nor in " +
              places[1].lexically_normal().string());
}

}  // namespace ineq
