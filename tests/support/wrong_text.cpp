#include "support/wrong_text.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ineq {
namespace {

// Pieces of every syntax that is read, and bytes that do not occur in any.
constexpr std::string_view kPieces[] = {
    "a",      "b",    "z",  "0", "1",           "2",           "(",           ")",     "+",
    "-",      "*",    "/",  "^", "^2",          "1/",          "=",           ">=",    "<=",
    "!=",     "≥",    "≤",  "≠", "·",           "²",           "−",           "\\geq", "\\neq ",
    "\\leq ", " ",    "\t", "|", ",",           " in ",        "obj",         "~",     "!",
    ";",      "@",    "$",  "#", "&",           "@L",          "\"",          "[",     "]",
    "{",      "}",    ":",  "1", "99999999999", "add_cmmt | ", "equ_prin | ", "null",  "\\u0000",
    "\xff",   "\xc2", "\n"};

std::uint32_t draw(Rng& rng, std::size_t bound) {
  return rng.below(static_cast<std::uint32_t>(bound));
}

}  // namespace

std::string noise(Rng& rng) {
  std::string out;
  const std::uint32_t length = draw(rng, 24);
  const bool bytes = draw(rng, 3) == 0;
  for (std::uint32_t i = 0; i < length; ++i) {
    if (bytes) {
      out += static_cast<char>(draw(rng, 256));
    } else {
      out += kPieces[draw(rng, std::size(kPieces))];
    }
  }
  if (draw(rng, 50) == 0) {  // deeper or longer than the limits allow
    constexpr std::string_view kNests[] = {"(", "-", "1/", "a+", "(-", "a*(", "a/"};
    const std::string_view nest = kNests[draw(rng, std::size(kNests))];
    std::string deep;
    for (std::uint32_t i = draw(rng, 6000); i > 0; --i) deep += nest;
    out = deep + "a" + out;
  }
  return out;
}

std::string damaged(Rng& rng, std::string text) {
  for (std::uint32_t edits = draw(rng, 4); edits > 0; --edits) {
    const std::size_t at = draw(rng, text.size() + 1);
    const std::size_t length = draw(rng, std::min<std::size_t>(text.size() - at, 8) + 1);
    const std::string span = text.substr(at, length);
    switch (draw(rng, 6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[draw(rng, std::size(kPieces))]);
        break;
      case 2:
        text.replace(at, length, kPieces[draw(rng, std::size(kPieces))]);
        break;
      case 3:
        text.insert(draw(rng, text.size() + 1), span);
        break;
      case 4:
        if (at < text.size()) text[at] = static_cast<char>(draw(rng, 256));
        break;
      default:
        if (draw(rng, 4) == 0) text.resize(at);
    }
  }
  return text;
}

}  // namespace ineq
