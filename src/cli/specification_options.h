#pragma once
// One option per field of a specification, and --spec for a file of them. Options take precedence
// over the file; a list has the entries of both.

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generate/specification.h"

namespace ineq {

class SpecificationOptions {
 public:
  // Adds options for all fields if `only` is empty, otherwise for those.
  void add_to(CLI::App& command, std::initializer_list<std::string_view> only = {});
  Specification specification() const;  // throws Error
  bool any() const { return !given_.empty(); }

 private:
  std::string file_;
  std::vector<std::pair<std::string, std::string>> given_;
};

}  // namespace ineq
