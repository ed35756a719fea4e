#pragma once
// Where this code was loaded from. What comes with it, such as trained agents, is found from there.

#include <filesystem>

namespace ineq {

struct ProgramPlace {
  std::filesystem::path folder;  // absolute, without symbolic links
  bool is_program = true;        // false: a module that another program, such as Python, has loaded
};
ProgramPlace program_place();

}  // namespace ineq
