#pragma once
// Checks of the values that options take. Their messages say what is expected; their descriptions
// appear in the help.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "files/fields.h"

namespace ineq {

CLI::Validator whole_number(const WholeRange& range = {});
// The names must outlive the validator.
CLI::Validator one_of(const std::vector<std::string_view>& names);
// The same, or anything else that `accepts`, which `other` describes.
CLI::Validator one_of_or(const std::vector<std::string_view>& names, std::string_view other,
                         const std::function<bool(const std::string&)>& accepts);
CLI::Validator size_in_bytes();  // replaces 4G by the number; to be used with transform()

}  // namespace ineq
