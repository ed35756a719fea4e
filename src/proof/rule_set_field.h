#pragma once
// Rule sets as fields of options (files/fields.h).

#include <iterator>

#include "axioms/axioms.h"
#include "files/fields.h"

namespace ineq {

template <>
inline constexpr std::size_t kEnumerators<RuleSet> = std::size(kRuleSets);

}  // namespace ineq
