#include "env/tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/error.h"

namespace ineq {

Vocabulary::Vocabulary(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    by_first_[static_cast<unsigned char>(tokens_[i][0])].push_back(static_cast<std::uint8_t>(i));
  }
  for (auto& candidates : by_first_) {
    std::ranges::stable_sort(candidates, std::greater(),
                             [&](std::uint8_t token) { return tokens_[token].size(); });
  }
}

Vocabulary Vocabulary::pointer() {
  std::vector<std::string> tokens = {"?", "_", "$", "@", "#", "&", "=",
                                     "(", ")", "*", "+", "0", "1", "-"};
  for (char letter = 'a'; letter <= 'z'; ++letter) tokens.emplace_back(1, letter);
  for (const char* token : {"1/", "^2", "sqrt", "\\leq ", "\\geq ", "[+]", "[-]"}) {
    tokens.emplace_back(token);
  }
  for (char axiom = 'A'; axiom <= 'R'; ++axiom) tokens.emplace_back(1, axiom);
  for (const char* token : {"~", "!", ";", "\\neq 0"}) tokens.emplace_back(token);
  return Vocabulary(std::move(tokens));
}

Vocabulary Vocabulary::character() {
  std::vector<std::string> tokens = {"<pad>", "<eos>", "<unk>"};
  for (const char c : std::string_view(" !&()*+,-/0123456789=>^_abcdefghijklmnopqrstuvwxyz|")) {
    tokens.emplace_back(1, c);
  }
  return Vocabulary(std::move(tokens));
}

std::optional<std::uint8_t> Vocabulary::find(std::string_view token) const {
  const auto found = std::ranges::find(tokens_, token);
  if (found == tokens_.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - tokens_.begin());
}

bool Vocabulary::encode(std::string_view text, std::vector<std::uint8_t>& out) const {
  while (!text.empty()) {
    const auto& candidates = by_first_[static_cast<unsigned char>(text[0])];
    const auto found = std::ranges::find_if(
        candidates, [&](std::uint8_t token) { return text.starts_with(tokens_[token]); });
    if (found == candidates.end()) return false;
    out.push_back(*found);
    text.remove_prefix(tokens_[*found].size());
  }
  return true;
}

std::string Vocabulary::decode(std::span<const std::uint8_t> numbers) const {
  std::string out;
  for (const std::uint8_t number : numbers) {
    if (number >= tokens_.size()) {
      throw Error(fmt::format("there is no token {}: there are {}", number, tokens_.size()));
    }
    out += tokens_[number];
  }
  return out;
}

}  // namespace ineq
