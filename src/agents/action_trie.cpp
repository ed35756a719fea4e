#include "agents/action_trie.h"

#include <algorithm>
#include <memory>

#include "agents/text_input.h"
#include "base/error.h"
#include "env/legal_actions.h"

namespace ineq {
namespace {

std::string to_bytes(std::span<const Choice> choices) { return {choices.begin(), choices.end()}; }

}  // namespace

ActionTrie::ActionTrie(Bank& bank, const Rules& rules, const State& state, std::size_t at_most,
                       const std::function<bool()>& stop) {
  const Vocabulary vocabulary = Vocabulary::character();
  std::vector<Choice> text;
  std::size_t listed = 0;
  for_each_legal_action(bank, rules, state, {}, [&](const Action& action, const State&) {
    if (listed++ == at_most || (stop && stop())) {
      is_complete_ = false;
      return true;
    }
    text.clear();
    if (encode_action_text(vocabulary, bank, state, action, text)) {
      texts_.push_back(to_bytes(text));
    } else {
      is_complete_ = false;
    }
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

Allowed allow_legal_texts(std::span<const Subject> subjects, const Stop& stop) {
  const auto tries = std::make_shared<std::vector<ActionTrie>>();
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const auto& [bank, rules, state] = subjects[i];
    tries->emplace_back(*bank, *rules, *state, kMaxListedActions, [&] { return stop && stop(i); });
  }
  return [tries](std::size_t i, std::span<const Choice> prefix) {
    return (*tries)[i].allowed(prefix);
  };
}

}  // namespace ineq
