#pragma once
// Options (files/fields.h) in JSON. An optional field without a value is null.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "files/fields.h"

namespace ineq {

template <typename Value>
nlohmann::ordered_json value_to_json(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return to_string(value);
  } else {
    return value;
  }
}
template <typename Value>
nlohmann::ordered_json value_to_json(const std::optional<Value>& value) {
  return value ? value_to_json(*value) : nlohmann::ordered_json();
}

template <typename Options>
nlohmann::ordered_json fields_to_json(const Options& options) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  visit_fields(options, [&](const char* name, const auto& value, const char*) {
    out[name] = value_to_json(value);
  });
  return out;
}

// The values of a field in JSON as texts: one, or several if the field is a list. Throws Error.
std::vector<std::string> json_texts(std::string_view name, const nlohmann::ordered_json& value,
                                    bool is_list);

// Sets those fields that the object has. Throws Error on bad values and on other fields.
template <typename Options>
void fields_from_json(const nlohmann::ordered_json& object, Options& options) {
  if (!object.is_object()) throw Error("this is not a JSON object in UTF-8");
  for (const auto& [name, value] : object.items()) {
    bool is_list = false, is_absent = false;
    visit_fields(options, [&](std::string_view field, auto& to, const char*) {
      using Value = std::decay_t<decltype(to)>;
      if (field != name) return;
      is_list = std::is_same_v<Value, std::vector<std::string>>;
      if constexpr (requires { to.reset(); }) {
        is_absent = value.is_null();
        if (is_absent) to.reset();
      }
    });
    if (is_absent) continue;
    for (const std::string& text : json_texts(name, value, is_list)) set_field(options, name, text);
  }
}

}  // namespace ineq
