#pragma once
// Parses JSON from files that others may have written. Copying and writing a value make one nested
// call per level, so a value that is nested deeply enough would exhaust the stack. Brackets also
// take far more memory as a tree than as text.

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"

namespace ineq {

inline constexpr int kMaxJsonLevels = 256;

// Throws Error if the text is nested too deeply, and Tree::exception if it is not JSON.
template <typename Tree>
Tree parse_shallow_json(std::string_view text) {
  return Tree::parse(text, [](int depth, typename Tree::parse_event_t, Tree&) {
    if (depth > kMaxJsonLevels) throw Error("the fields are nested too deeply");
    return true;
  });
}

}  // namespace ineq
