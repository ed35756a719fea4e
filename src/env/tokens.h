#pragma once
// Converts texts to token numbers and back, for models that read sequences (paper, Section 3.2).
//
// There are two vocabularies. `pointer` is the one that later users of INT have for pointer texts:
// its 68 tokens with the same numbers, and a 69th for x!=0, which INT does not have. `character`
// has <pad>, <eos> and <unk>, followed by every character that an observation or an action can
// contain.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ineq {

class Vocabulary {
 public:
  static Vocabulary pointer();
  static Vocabulary character();

  std::size_t size() const { return tokens_.size(); }
  std::string_view operator[](std::size_t token) const { return tokens_[token]; }
  std::optional<std::uint8_t> find(std::string_view token) const;

  // Appends the numbers of the tokens; at each place the longest token that matches is used.
  // Returns false at the first character that begins no token; the numbers up to there are
  // appended.
  bool encode(std::string_view text, std::vector<std::uint8_t>& out) const;
  std::string decode(std::span<const std::uint8_t> numbers) const;  // throws Error

 private:
  explicit Vocabulary(std::vector<std::string> tokens);

  std::vector<std::string> tokens_;
  std::array<std::vector<std::uint8_t>, 256> by_first_;  // by first byte, longest token first
};

}  // namespace ineq
