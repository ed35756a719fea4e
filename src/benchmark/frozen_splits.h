#pragma once
// The text of benchmark/v1.json. The build makes the source file that defines it.

#include <string_view>

namespace ineq {

extern const std::string_view kFrozenSplits;

}  // namespace ineq
