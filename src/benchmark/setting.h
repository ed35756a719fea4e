#pragma once
// A setting of the benchmark: proofs of L steps with K distinct axioms.

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ineq {

struct Setting {
  std::size_t k, l;
  friend auto operator<=>(const Setting&, const Setting&) = default;
};

std::string name_of(const Setting& setting);                 // K3 L5
std::optional<Setting> find_setting(std::string_view text);  // k3l5

}  // namespace ineq
