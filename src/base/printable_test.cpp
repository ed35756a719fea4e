#include "base/printable.h"

#include <gtest/gtest.h>

#include <utility>

namespace ineq {
namespace {

using namespace std::string_view_literals;

TEST(PrintableTest, KeepsWhatATerminalShows) {
  for (const std::string_view text :
       {"", "a ~\\", "(a + d)·b ≥ 0", "é", "日本", "😀", "\U0010ffff"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(PrintableTest, EscapesWhatATerminalObeys) {
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"a\nb\x1b[2J\x7f"sv, "a\\x0ab\\x1b[2J\\x7f"},
      {"\0"sv, "\\x00"},
      {"\u009b31m", "\\u009b31m"},             // CSI, as ESC [
      {"a\u202eb\u202c", "a\\u202eb\\u202c"},  // writes backwards
      {"\u061c\u200f\u2066\u2069", "\\u061c\\u200f\\u2066\\u2069"},
      {"\u2028\ufeff\u200b", "\\u2028\\ufeff\\u200b"},
      {"\U000e0041", "\\U000e0041"},
  };
  for (const auto& [text, shown] : kCases) {
    EXPECT_EQ(printable(text), shown);
    EXPECT_EQ(printable(shown), shown);
  }
}

TEST(PrintableTest, EscapesBytesThatAreNotUtf8) {
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"\x9b"sv, "\\x9b"},                             // CSI on a terminal with 8-bit characters
      {"a\xc3"sv, "a\\xc3"},                           // cut short
      {"\xc3(\xe2\x82"sv, "\\xc3(\\xe2\\x82"},         // cut short by another character
      {"\xc1\x9b"sv, "\\xc1\\x9b"},                    // longer than necessary
      {"\xe0\x82\x9b"sv, "\\xe0\\x82\\x9b"},           //
      {"\xed\xa0\x80"sv, "\\xed\\xa0\\x80"},           // half of a pair
      {"\xf4\x90\x80\x80"sv, "\\xf4\\x90\\x80\\x80"},  // beyond the last character
      {"\xff\xfe"sv, "\\xff\\xfe"},
  };
  for (const auto& [text, shown] : kCases) EXPECT_EQ(printable(text), shown);
}

}  // namespace
}  // namespace ineq
