#include "benchmark/setting.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace ineq {

std::string name_of(const Setting& s) { return fmt::format("K{} L{}", s.k, s.l); }

std::optional<Setting> find_setting(std::string_view text) {
  Setting out{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (const auto& [letter, value] : {std::pair{'k', &out.k}, {'l', &out.l}}) {
    if (at == end || *at != letter) return std::nullopt;
    const auto [after, error] = std::from_chars(at + 1, end, *value);
    if (error != std::errc()) return std::nullopt;
    at = after;
  }
  return at == end ? std::optional(out) : std::nullopt;
}

bool apply_setting(std::string_view text, Specification& specification) {
  const std::size_t d = text.find('d');
  const auto found = find_setting(text.substr(0, d));
  if (!found) return false;
  specification.k = found->k;
  specification.l = found->l;
  if (d != std::string_view::npos) read_value(text.substr(d + 1), specification.degree);
  return true;
}

}  // namespace ineq
