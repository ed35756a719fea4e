#pragma once
// Makes text from outside safe to print on a terminal.

#include <string>
#include <string_view>

namespace ineq {

// Escapes control characters, as in \x1b, so that the text can neither fake an output line nor
// move the cursor. Bytes beyond ASCII are kept.
inline std::string printable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}

}  // namespace ineq
