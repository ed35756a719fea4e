#pragma once
// States as sequences of token numbers (paper, Section 3.2), for one or more states: either the
// characters of INT's text observation or the tokens of the pointer text.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "env/tokens.h"
#include "kernel/kernel.h"

namespace ineq {

enum class Sequence : std::uint8_t {
  kCharacters,  // `fact & fact to goal`, with Vocabulary::character
  kPointer,     // `#goal#goal&fact$`, with Vocabulary::pointer
};

class SequenceBatch {
 public:
  explicit SequenceBatch(Sequence kind);

  void clear();  // keeps the allocated memory
  void add(const Bank& bank, const State& state);
  void append(const SequenceBatch& other);  // appends all states of `other`

  std::vector<std::uint8_t> token;
  std::vector<std::int64_t> offset = {0};  // where each state begins, and the end of the last one

 private:
  Sequence kind_;
  std::shared_ptr<const Vocabulary> vocabulary_;  // large, so a pointer keeps swapping cheap
  std::string text_;                              // reused to avoid reallocation
};

}  // namespace ineq
