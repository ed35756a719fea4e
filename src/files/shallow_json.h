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
  // Before the first mistake in the text, brackets are where the parser sees them, and it reads no
  // further. Its own callback would take time quadratic in the length of a list.
  int levels = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '[' || c == '{') ++levels;
    if (c == ']' || c == '}') --levels;
    if (levels > kMaxJsonLevels) throw Error("the fields are nested too deeply");
  }
  return Tree::parse(text);
}

}  // namespace ineq
