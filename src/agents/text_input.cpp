#include "agents/text_input.h"

#include <string>

#include "base/error.h"
#include "proof/action_text.h"

namespace ineq {

bool encode_action_text(const Vocabulary& vocabulary, const Bank& bank, const State& state,
                        const Action& action, std::vector<Choice>& out) {
  std::vector<std::uint8_t> tokens;
  if (!vocabulary.encode(print_action(bank, state, action), tokens)) return false;
  if (tokens.size() >= kMaxActionText) return false;
  out.insert(out.end(), tokens.begin(), tokens.end());
  out.push_back(kEndOfText);
  return true;
}

TextInput::TextInput() {
  INEQ_CHECK(vocabulary_.size() == kTextTokens);
  INEQ_CHECK(vocabulary_.find("<eos>") == kEndOfText);
}

void TextInput::add(Bank& bank, RuleSet set, const Rules&, const State& state) {
  // The batch takes what is before its new characters for a part of the new state.
  std::vector<std::uint8_t>& token = source_.token;
  token.push_back(static_cast<std::uint8_t>(kTextTokens + static_cast<std::size_t>(set)));
  const auto begin = static_cast<std::ptrdiff_t>(token.size());
  source_.add(bank, state);
  const std::ptrdiff_t length = static_cast<std::ptrdiff_t>(token.size()) - begin;
  const std::ptrdiff_t excess = length - static_cast<std::ptrdiff_t>(kMaxSource - 1);
  if (excess > 0) {
    token.erase(token.begin() + begin, token.begin() + begin + excess);
    source_.offset.back() -= excess;
  }
}

bool TextInput::encode(Bank& bank, const Rules&, const State& state, const Action& action,
                       std::vector<Choice>& out) const {
  return encode_action_text(vocabulary_, bank, state, action, out);
}

bool TextInput::is_complete(std::size_t, std::span<const Choice> choices) const {
  return choices.size() >= kMaxActionText || (!choices.empty() && choices.back() == kEndOfText);
}

std::optional<Action> TextInput::decode(Bank& bank, const State& state, std::size_t,
                                        std::span<const Choice> choices) const {
  if (choices.empty() || choices.back() != kEndOfText) return std::nullopt;
  std::string text;
  for (const Choice choice : choices.first(choices.size() - 1)) {
    if (choice < 0 || static_cast<std::size_t>(choice) >= kTextTokens) return std::nullopt;
    text += vocabulary_[static_cast<std::size_t>(choice)];
  }
  try {
    return read_action(bank, state, text).action;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace ineq
