#pragma once
// Options as structs with one list of fields, from which the command line, files, Python and the
// help text derive.
//
// The list is a function template that stands beside the struct, and calls visit(name, field, help)
// for each field:
//
//   template <typename OptionsOrConst, typename Visit>
//     requires FieldsOf<OptionsOrConst, BestFirstOptions>
//   void visit_fields(OptionsOrConst& options, const Visit& visit) {
//     visit("weight", options.weight, "Weight of the steps that are left");
//   }
//
// A field is a number, a bool, a text, a list of texts, an enumeration, or any of these as a
// std::optional, which is null in JSON while it has no value. An enumeration is written by the
// names that to_string gives; kEnumerators says how many there are.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"

namespace ineq {

template <typename OptionsOrConst, typename Options>
concept FieldsOf = std::same_as<std::remove_const_t<OptionsOrConst>, Options>;

// To be specialised for each enumeration that is the type of a field.
template <typename Enum>
inline constexpr std::size_t kEnumerators = 0;

template <typename Enum>
std::vector<std::string_view> enumerator_names() {
  static_assert(kEnumerators<Enum> > 0);
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < kEnumerators<Enum>; ++i) {
    out.push_back(to_string(static_cast<Enum>(i)));
  }
  return out;
}

// The whole numbers that an option accepts.
struct WholeRange {
  std::uint64_t min = 0;
  std::uint64_t max = std::numeric_limits<std::uint64_t>::max();

  bool has(std::uint64_t number) const { return number >= min && number <= max; }
};
std::string describe(const WholeRange& range);  // `a whole number from 1 to 25`
// Throws Error, which says what was expected.
std::uint64_t read_whole(std::string_view text, const WholeRange& range);

std::string join_names(const std::vector<std::string_view>& names);  // `red, green or blue`

// These read a value. A list is appended to; any other value is replaced. They throw Error, which
// says what was expected.
void read_value(std::string_view text, std::uint64_t& out);
void read_value(std::string_view text, double& out);  // finite and not negative
void read_value(std::string_view text, bool& out);
void read_value(std::string_view text, std::string& out);
void read_value(std::string_view text, std::vector<std::string>& out);
std::size_t read_name(std::string_view text, const std::vector<std::string_view>& names);
template <typename Enum>
requires std::is_enum_v<Enum>
void read_value(std::string_view text, Enum& out) {
  out = static_cast<Enum>(read_name(text, enumerator_names<Enum>()));
}
template <typename Value>
void read_value(std::string_view text, std::optional<Value>& out) {
  Value value{};
  read_value(text, value);
  out = std::move(value);
}

template <typename Options>
bool has_field(const Options& options, std::string_view name) {
  bool found = false;
  visit_fields(options, [&](std::string_view field, const auto&, const char*) {
    found = found || field == name;
  });
  return found;
}

// The error of a value that cannot be read: the field's name, what was expected and what was found.
[[noreturn]] void throw_bad_field(std::string_view name, const Error& error, std::string_view text);
[[noreturn]] void throw_no_field(std::string_view name);

// How the command line calls a field: --list-size for list_size, -k for k.
std::string option_name(std::string field);

// Reads a field by its name. Throws Error, which begins with the name.
template <typename Options>
void set_field(Options& options, std::string_view name, std::string_view text) {
  bool known = false;
  visit_fields(options, [&](std::string_view field, auto& value, const char*) {
    if (field != name) return;
    known = true;
    try {
      read_value(text, value);
    } catch (const Error& error) {
      throw_bad_field(name, error, text);
    }
  });
  if (!known) throw_no_field(name);
}

}  // namespace ineq
