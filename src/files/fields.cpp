#include "files/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/printable.h"

namespace ineq {
namespace {

template <typename Number>
std::errc read_all(std::string_view text, Number& out) {
  const char* end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, out);
  return read_to == end ? error : std::errc::invalid_argument;
}

}  // namespace

std::string describe(const WholeRange& range) {
  if (range.max < WholeRange().max) {
    return fmt::format("a whole number from {} to {}", range.min, range.max);
  }
  return fmt::format("a whole number of at least {}", range.min);
}

std::uint64_t read_whole(std::string_view text, const WholeRange& range) {
  std::uint64_t number = 0;
  const std::errc error = read_all(text, number);
  const bool is_unlimited = range.max == WholeRange().max;
  if (error == std::errc::result_out_of_range && is_unlimited) {
    throw Error("expected a whole number below 2^64");
  }
  if (error != std::errc() || !range.has(number)) throw Error("expected " + describe(range));
  return number;
}

std::string join_names(const std::vector<std::string_view>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += i == 0 ? "" : i + 1 < names.size() ? ", " : " or ";
    out += names[i];
  }
  return out;
}

void read_value(std::string_view text, std::uint64_t& out) { out = read_whole(text, {}); }

void read_value(std::string_view text, double& out) {
  double number = 0;
  if (read_all(text, number) != std::errc() || !std::isfinite(number) || number < 0) {
    throw Error("expected a number of at least 0");
  }
  out = number;
}

void read_value(std::string_view text, bool& out) {
  const bool yes = text == "true" || text == "on";
  if (!yes && text != "false" && text != "off") throw Error("expected true or false");
  out = yes;
}

void read_value(std::string_view text, std::string& out) { out = text; }

void read_value(std::string_view text, std::vector<std::string>& out) { out.emplace_back(text); }

std::size_t read_name(std::string_view text, const std::vector<std::string_view>& names) {
  const auto found = std::ranges::find(names, text);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw Error("expected " + join_names(names));
}

void throw_bad_field(std::string_view name, const Error& error, std::string_view text) {
  throw Error(fmt::format("{}: {}, found '{}'", name, error.what(), printable(text)));
}

void throw_no_field(std::string_view name) {
  throw Error(fmt::format("there is no field '{}'", printable(name)));
}

std::string option_name(std::string field) {
  if (field.size() == 1) return "-" + field;
  std::ranges::replace(field, '_', '-');
  return "--" + field;
}

}  // namespace ineq
