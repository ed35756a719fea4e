#include "files/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/printable.h"

namespace ineq {
namespace {

template <typename Number>
bool read_all(std::string_view text, Number& out) {
  const char* end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, out);
  return error == std::errc() && read_to == end;
}

}  // namespace

void read_value(std::string_view text, std::uint64_t& out) {
  std::uint64_t number = 0;
  if (!read_all(text, number)) throw Error("expected a whole number");
  out = number;
}

void read_value(std::string_view text, double& out) {
  double number = 0;
  if (!read_all(text, number) || !std::isfinite(number) || number < 0) {
    throw Error("expected a number of at least 0");
  }
  out = number;
}

void read_value(std::string_view text, bool& out) {
  if (text != "true" && text != "false") throw Error("expected true or false");
  out = text == "true";
}

void read_value(std::string_view text, std::string& out) { out = text; }

void read_value(std::string_view text, std::vector<std::string>& out) { out.emplace_back(text); }

std::size_t read_name(std::string_view text, const std::vector<std::string_view>& names) {
  const auto found = std::ranges::find(names, text);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::string expected;
  for (std::size_t i = 0; i < names.size(); ++i) {
    expected += i == 0 ? "expected " : i + 1 < names.size() ? ", " : " or ";
    expected += names[i];
  }
  throw Error(expected);
}

void throw_bad_field(std::string_view name, const Error& error, std::string_view text) {
  throw Error(fmt::format("{}: {}, found '{}'", name, error.what(), printable(text)));
}

void throw_no_field(std::string_view name) {
  throw Error(fmt::format("there is no field '{}'", printable(name)));
}

}  // namespace ineq
