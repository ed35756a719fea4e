#pragma once
// A setting of the benchmark: proofs of L steps with K distinct axioms.

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "generate/specification.h"

namespace ineq {

struct Setting {
  std::size_t k, l;
  friend auto operator<=>(const Setting&, const Setting&) = default;
};

std::string name_of(const Setting& setting);                 // K3 L5
std::optional<Setting> find_setting(std::string_view text);  // k3l5

// Sets K, L and, for a text such as k3l5d1, the degree. Returns false if this is no setting; throws
// Error if the degree is no number.
bool apply_setting(std::string_view text, Specification& specification);

}  // namespace ineq
