#pragma once
// Makes text from outside safe to print on a terminal.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ineq {

// A character of a text in UTF-8. `size` is its number of bytes; 0 if they are not UTF-8.
struct Utf8Character {
  std::uint32_t code = 0;
  std::size_t size = 0;
};

// The first character of a text that is not empty.
inline Utf8Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t size = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < size) return {};
  std::uint32_t code = byte(0) & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < kSmallest[size] || code > 0x10ffff || is_surrogate) return {};
  return {code, size};
}

// Whether a terminal obeys the character instead of showing it: control characters, characters that
// change the direction of writing, line separators, and characters without any width.
inline bool is_control(std::uint32_t code) {
  constexpr struct {
    std::uint32_t first, last;
  } kRanges[] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},      {0x61c, 0x61c},
                 {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x206f},
                 {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
  for (const auto& [first, last] : kRanges) {
    if (code >= first && code <= last) return true;
  }
  return false;
}

// Escapes control characters, as in \x1b and \u202e, and bytes that are not UTF-8, so that the text
// can neither fake an output line nor move the cursor. Escaping a text twice changes nothing.
inline std::string printable(std::string_view text) {
  std::string out;
  const auto escape = [&](char letter, std::uint32_t value, int digits) {
    out += '\\';
    out += letter;
    for (int i = digits - 1; i >= 0; --i) out += "0123456789abcdef"[value >> (4 * i) & 15];
  };
  while (!text.empty()) {
    const auto [code, size] = first_character(text);
    if (size == 0) {
      escape('x', static_cast<unsigned char>(text[0]), 2);
    } else if (!is_control(code)) {
      out += text.substr(0, size);
    } else if (code < 0x80) {
      escape('x', code, 2);
    } else {
      code <= 0xffff ? escape('u', code, 4) : escape('U', code, 8);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

}  // namespace ineq
