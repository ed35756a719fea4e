#include "cli/values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace ineq {
namespace {

// Calls read(text), which throws Error if it is not what is expected. CLI11 wants messages as
// values.
template <typename Read>
CLI::Validator validator(Read read, const std::string& description) {
  const auto check = [read](std::string& text) -> std::string {
    const std::string typed = text;  // CLI11 may have changed a part of it before it fails
    try {
      read(text);
      return "";
    } catch (const Error& error) {
      return fmt::format("{}, found '{}'", error.what(), typed);
    }
  };
  return CLI::Validator(check, description);
}

}  // namespace

CLI::Validator whole_number(const WholeRange& range) {
  std::string description;
  if (range.max < WholeRange().max) {
    description = fmt::format("{} to {}", range.min, range.max);
  } else if (range.min > 0) {
    description = fmt::format("at least {}", range.min);
  }
  return validator([range](const std::string& text) { read_whole(text, range); }, description);
}

CLI::Validator one_of(const std::vector<std::string_view>& names) {
  return validator([names](const std::string& text) { read_name(text, names); }, join_names(names));
}

CLI::Validator one_of_or(const std::vector<std::string_view>& names, std::string_view other,
                         const std::function<bool(const std::string&)>& accepts) {
  std::vector<std::string_view> all = names;
  all.push_back(other);
  const std::string description = join_names(all);
  return validator(
      [names, accepts, description](const std::string& text) {
        if (std::ranges::find(names, text) != names.end() || accepts(text)) return;
        throw Error("expected " + description);
      },
      description);
}

CLI::Validator size_in_bytes() {
  return validator(
      [](std::string& text) {
        std::string fault;
        try {
          // CLI11 takes -1 for 2^64-1.
          fault = text.starts_with('-') ? "negative" : CLI::AsSizeValue(false)(text);
        } catch (const CLI::ValidationError& error) {
          fault = error.what();
        }
        if (!fault.empty()) throw Error("expected a number of bytes such as 512M or 4G");
      },
      "");
}

}  // namespace ineq
