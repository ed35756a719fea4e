#pragma once
// Finds an enumerator by its name. `names` lists the names in the order of the enumerators, which
// must be numbered from 0. Returns nothing if no enumerator has that name.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

namespace ineq {

template <typename Enum, std::size_t kCount>
std::optional<Enum> find_name(const std::string_view (&names)[kCount], std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<Enum>(found - std::begin(names));
}

}  // namespace ineq
