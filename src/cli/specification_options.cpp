#include "cli/specification_options.h"

#include <algorithm>
#include <type_traits>

#include "base/error.h"

namespace ineq {
namespace {

template <typename Value>
std::string default_text(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return std::string(to_string(value));
  } else if constexpr (std::is_same_v<Value, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<Value, double>) {
    return CLI::detail::to_string(value);
  } else if constexpr (std::is_integral_v<Value>) {
    return std::to_string(value);
  } else {
    return "";
  }
}

std::string option_name(std::string name) {
  if (name.size() == 1) return "-" + name;
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

template <typename Value>
const char* type_name(const Value&) {
  if constexpr (std::is_enum_v<Value>) return "NAME";
  if constexpr (std::is_same_v<Value, bool>) return "BOOL";
  return std::is_arithmetic_v<Value> ? "NUMBER" : "FILE";
}

}  // namespace

void SpecificationOptions::add_to(CLI::App& command, std::initializer_list<std::string_view> only) {
  std::size_t number = 0;
  const Specification defaults;
  visit_fields(defaults, [&](const std::string& name, const auto& value, const char* help) {
    ++number;
    if (only.size() > 0 && std::ranges::find(only, name) == only.end()) return;
    CLI::Option* option = command.add_option_function<std::vector<std::string>>(
        option_name(name),
        [this, name](const std::vector<std::string>& texts) {
          for (const std::string& text : texts) given_.emplace_back(name, text);
        },
        help);
    const bool is_list = std::is_same_v<std::decay_t<decltype(value)>, std::vector<std::string>>;
    option->expected(1)->type_name(type_name(value))->default_str(default_text(value));
    if (is_list) option->take_all()->allow_extra_args(false);
    if (number > kMainFields && only.size() == 0) option->group("How theorems are made");
  });
  if (only.size() == 0) {
    command.add_option("--spec", file_,
                       "A specification file with any of these; other options win over it");
  }
}

Specification SpecificationOptions::specification() const {
  Specification out = file_.empty() ? Specification() : load_specification(file_);
  for (const auto& [name, text] : given_) {
    try {
      set_field(out, name, text);
    } catch (const Error& error) {
      throw Error(option_name(name) + std::string(error.what()).substr(name.size()));
    }
  }
  return out;
}

}  // namespace ineq
