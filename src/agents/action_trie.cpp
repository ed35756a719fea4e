#include "agents/action_trie.h"

#include <algorithm>

#include "agents/text_input.h"
#include "base/error.h"
#include "env/legal_actions.h"

namespace ineq {
namespace {

std::string to_bytes(std::span<const Choice> choices) { return {choices.begin(), choices.end()}; }

}  // namespace

ActionTrie::ActionTrie(Bank& bank, const Rules& rules, const State& state, std::size_t at_most) {
  const Vocabulary vocabulary = Vocabulary::character();
  std::vector<Choice> text;
  for_each_legal_action(bank, rules, state, {}, [&](const Action& action, const State&) {
    text.clear();
    if (texts_.size() == at_most || !encode_action_text(vocabulary, bank, state, action, text)) {
      is_complete_ = false;
      return texts_.size() == at_most;
    }
    texts_.push_back(to_bytes(text));
    return false;
  });
  std::ranges::sort(texts_);
  INEQ_CHECK(std::ranges::adjacent_find(texts_) == texts_.end());
}

bool ActionTrie::contains(std::span<const Choice> text) const {
  return std::ranges::binary_search(texts_, to_bytes(text));
}

std::vector<Choice> ActionTrie::allowed(std::span<const Choice> prefix) const {
  std::vector<Choice> out;
  const std::string start = to_bytes(prefix);
  auto text = std::ranges::lower_bound(texts_, start);
  while (text != texts_.end() && text->size() > start.size() && text->starts_with(start)) {
    const char next = (*text)[start.size()];
    out.push_back(next);
    text = std::lower_bound(text, texts_.end(), start + static_cast<char>(next + 1));
  }
  return out;
}

}  // namespace ineq
