#pragma once
// Texts as token numbers, for models that read sequences (paper, Section 3.2).
//
// Two vocabularies. `pointer` is that of later users of INT for pointer texts: its 68 tokens with
// their numbers, and a 69th for the sign of x!=0, which INT does not have. `character` is every
// character that an observation or an action can contain, with <pad>, <eos> and <unk> before them.

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

  // Appends the numbers of the text's tokens, the longest token first at each place. False, with
  // what was read appended, at the first character that begins none.
  bool encode(std::string_view text, std::vector<std::uint8_t>& out) const;
  std::string decode(std::span<const std::uint8_t> numbers) const;  // throws Error

 private:
  explicit Vocabulary(std::vector<std::string> tokens);

  std::vector<std::string> tokens_;
  std::array<std::vector<std::uint8_t>, 256> by_first_;  // longest first
};

}  // namespace ineq
