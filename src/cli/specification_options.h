#pragma once
// One option per field of a specification, and --spec for a file of them. Options take precedence
// over the file; a list has the entries of both.

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/field_options.h"
#include "generate/specification.h"

namespace ineq {

class SpecificationOptions {
 public:
  // Adds options for these fields, and --spec unless the fields are limited by `only`.
  void add_to(CLI::App& command, const FieldChoice& choice = {});
  Specification specification() const;                            // throws Error
  void apply_to(Specification& specification) const;              // the options, without the file
  bool any() const { return !given_.empty() || !file_.empty(); }  // whether any was given

 private:
  std::string file_;
  std::vector<std::pair<std::string, std::string>> given_;
};

}  // namespace ineq
