#pragma once
// Checks of the values that options take. Their messages say what is expected; their descriptions
// appear in the help.

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "files/fields.h"

namespace ineq {

CLI::Validator whole_number(const WholeRange& range = {});
// The names must outlive the validator.
CLI::Validator one_of(const std::vector<std::string_view>& names);
CLI::Validator size_in_bytes();  // replaces 4G by the number; to be used with transform()

}  // namespace ineq
