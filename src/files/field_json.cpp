#include "files/field_json.h"

#include <fmt/format.h>

#include "base/printable.h"

namespace ineq {

std::vector<std::string> json_texts(std::string_view name, const nlohmann::ordered_json& value,
                                    bool is_list) {
  if (is_list && value.is_array()) {
    std::vector<std::string> out;
    for (const nlohmann::ordered_json& element : value)
      out.push_back(json_texts(name, element, false).at(0));
    return out;
  }
  if (value.is_null() || value.is_structured()) {
    throw Error(fmt::format("{}: expected one value", printable(name)));
  }
  return {value.is_string() ? value.get<std::string>() : value.dump()};
}

}  // namespace ineq
