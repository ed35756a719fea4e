#pragma once
// One option per field of a struct (files/fields.h): `--list-size` for list_size, `-k` for k.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "files/field_json.h"
#include "files/fields.h"

namespace ineq {

// Takes the name of a field and the text that the user gives for it.
using StoreField = std::function<void(const std::string& field, const std::string& text)>;

struct FieldDescription {
  std::string name;
  std::string help;
  std::string type;          // NUMBER, NAME, …
  std::string default_text;  // shown unless the help text says what the default is
  bool is_list = false;
};
CLI::Option* add_field_option(CLI::App& command, const FieldDescription& field,
                              const StoreField& store);

template <typename Value>
const char* type_name(const Value&) {
  if constexpr (std::is_enum_v<Value>) return "NAME";
  if constexpr (std::is_same_v<Value, bool>) return "BOOL";
  return std::is_arithmetic_v<Value> ? "NUMBER" : "FILE";
}

// Which fields get an option: all if `only` is empty, but not those of `except`.
struct FieldChoice {
  std::vector<std::string_view> only = {};
  std::vector<std::string_view> except = {};

  bool has(std::string_view name) const {
    return (only.empty() || std::ranges::find(only, name) != only.end()) &&
           std::ranges::find(except, name) == except.end();
  }
};

// Returns the options in the order of the fields.
template <typename Options>
std::vector<CLI::Option*> add_field_options(CLI::App& command, const Options& defaults,
                                            const StoreField& store,
                                            const FieldChoice& choice = {}) {
  std::vector<CLI::Option*> out;
  visit_fields(defaults, [&](const char* name, const auto& value, const char* help) {
    if (!choice.has(name)) return;
    using Value = std::decay_t<decltype(value)>;
    const nlohmann::ordered_json json = value_to_json(value);
    FieldDescription field{
        .name = name, .help = help, .type = type_name(value), .default_text = {}};
    field.is_list = std::is_same_v<Value, std::vector<std::string>>;
    if (json.is_string()) field.default_text = json.template get<std::string>();
    if (json.is_number() || json.is_boolean()) field.default_text = json.dump();
    out.push_back(add_field_option(command, field, store));
  });
  return out;
}

// Errors name the option instead of the field.
template <typename Options>
void set_from_option(Options& options, const std::string& field, const std::string& text) {
  try {
    set_field(options, field, text);
  } catch (const Error& error) {
    throw Error(option_name(field) + std::string(error.what()).substr(field.size()));
  }
}

}  // namespace ineq
