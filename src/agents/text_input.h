#pragma once
// States and actions as text, character by character (paper, Sections 3.2 and 4.2): what the
// transformer reads and writes.
//
// The source of a state is a token for its rule set, followed by the characters of INT's text
// observation, `fact & fact to goal`. A source that is too long loses its beginning, so that the
// goal stays. The choices of an action are the characters of INT's text action, followed by <eos>.
// A text can be no action at all, or one that is not legal; agents/action_trie.h lists the texts of
// the legal ones.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "agents/input.h"
#include "env/sequence_view.h"
#include "env/tokens.h"

namespace ineq {

// The tokens of Vocabulary::character, which are also the choices.
inline constexpr std::size_t kTextTokens = 54;
inline constexpr Choice kEndOfText = 1;  // <eos>
// The tokens of a source: those, and one per rule set.
inline constexpr std::size_t kSourceTokens = kTextTokens + 3;
// In tokens, with that of the rule set and with <eos>. The states of generated proofs are shorter.
inline constexpr std::size_t kMaxSource = 1024;
inline constexpr std::size_t kMaxActionText = 512;

// Appends the characters of the text of the action, and <eos>. Returns false, and appends nothing,
// if the text has characters that are no tokens, or is longer than kMaxActionText.
bool encode_action_text(const Vocabulary& vocabulary, const Bank& bank, const State& state,
                        const Action& action, std::vector<Choice>& out);

class TextInput : public Input {
 public:
  TextInput();

  void clear() override { source_.clear(); }
  void add(Bank& bank, RuleSet set, const Rules& rules, const State& state) override;
  std::size_t states() const override { return source_.offset.size() - 1; }

  bool encode(Bank& bank, const Rules& rules, const State& state, const Action& action,
              std::vector<Choice>& out) const override;
  // After <eos>, or if there is no room for more.
  bool is_complete(std::size_t number, std::span<const Choice> choices) const override;
  std::optional<Action> decode(Bank& bank, const State& state, std::size_t number,
                               std::span<const Choice> choices) const override;

  std::span<const std::uint8_t> token() const { return source_.token; }
  std::span<const std::int64_t> offset() const { return source_.offset; }  // of states, and the end

 private:
  Vocabulary vocabulary_ = Vocabulary::character();
  SequenceBatch source_{Sequence::kCharacters};
};

}  // namespace ineq
