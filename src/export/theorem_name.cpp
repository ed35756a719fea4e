#include "export/theorem_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

#include "base/hash.h"

namespace ineq {
namespace {

constexpr std::size_t kLongest = 80;  // length of an id, in bytes

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string hash_of(std::string_view text) { return fmt::format("{:016x}", hash_text(text)); }

}  // namespace

bool is_plain_id(std::string_view id) {
  return id.size() <= kLongest && std::ranges::all_of(id, [](char c) {
           return is_word(c) || std::string_view("-/_.").find(c) != std::string_view::npos;
         });
}

std::string theorem_name(std::string_view id, std::string_view text) {
  if (id.empty()) return "ineq_" + hash_of(text);
  std::string out = "ineq_";
  for (const char c : id.substr(0, kLongest)) out += is_word(c) ? c : '_';
  return is_plain_id(id) ? out : out + "_" + hash_of(id);
}

std::string DistinctNames::add(std::string name) {
  const auto small = [](std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
  };
  std::uint64_t& next = next_suffix_.try_emplace(small(name), 2).first->second;
  std::string out = name;
  while (!taken_.insert(small(out)).second) out = fmt::format("{}_{}", name, next++);
  return out;
}

}  // namespace ineq
