#pragma once
// States as sequences of token numbers (paper, Section 3.2), for one state or many: what a state
// reads like in INT's text, by characters, or in pointer text, by its tokens.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "env/tokens.h"
#include "kernel/kernel.h"

namespace ineq {

enum class Sequence : std::uint8_t {
  kCharacters,  // `premise & premise to goal`, with Vocabulary::character
  kPointer,     // `#goal#goal&fact$`, with Vocabulary::pointer
};

class SequenceBatch {
 public:
  explicit SequenceBatch(Sequence kind);

  void clear();  // Keeps the capacity.
  void add(const Bank& bank, const State& state);
  void append(const SequenceBatch& other);  // all its states

  std::vector<std::uint8_t> token;
  std::vector<std::int64_t> offset = {0};  // one a state and one more: where each begins, the end

 private:
  Sequence kind_;
  std::shared_ptr<const Vocabulary> vocabulary_;  // batches are swapped, and it is large
  std::string text_;                              // of the last state; reused to avoid reallocation
};

}  // namespace ineq
