#pragma once
// The folders of data that come with the program, such as experiments: in the repository, whose
// builds are in folders below it, and where `make install` puts them. The Python package has those
// it needs beside its compiled part.

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "files/program_place.h"

namespace ineq {

inline std::string data_folder(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto [folder, is_program] = program_place();
  const std::vector<fs::path> places =
      is_program ? std::vector{folder / ".." / name, folder / ".." / "share" / "ineq" / name}
                 : std::vector{folder / name};
  std::string searched;
  for (const fs::path& place : places) {
    if (fs::is_directory(place, error)) return place.lexically_normal();
    searched += (searched.empty() ? "" : " nor in ") + place.lexically_normal().string();
  }
  throw Error("the folder '" + name + "' that comes with the program was not found" +
              (is_program ? ", neither in " : " in ") + searched);
}

}  // namespace ineq
