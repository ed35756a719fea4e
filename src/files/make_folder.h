#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include "base/error.h"

namespace ineq {

// Makes the folder and those that it is in, unless they exist. Throws Error, which names it.
inline void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw Error(path + ": " + error.message());
}

}  // namespace ineq
