#pragma once
// The texts of the legal actions of a state as a trie over characters, for constrained decoding: a
// decoder that considers only the characters that the trie allows writes a legal action, whatever
// its network says.
//
// The trie has the actions that for_each_legal_action lists. Of several actions of one axiom with
// the same effect that is only one, so the text of a legal action may be missing, but an action
// with its effect is there.

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "agents/input.h"
#include "agents/rank_actions.h"
#include "env/tokens.h"
#include "kernel/kernel.h"

namespace ineq {

class ActionTrie {
 public:
  // Has the first `at_most` of the actions, without those that cannot be encoded
  // (agents/text_input.h). Lists no more of them once `stop`, which is asked for each, returns
  // true.
  ActionTrie(Bank& bank, const Rules& rules, const State& state, std::size_t at_most,
             const std::function<bool()>& stop = {});

  std::size_t size() const { return texts_.size(); }  // number of actions
  bool is_complete() const { return is_complete_; }   // whether none of them was left out
  bool contains(std::span<const Choice> text) const;  // with <eos>
  // The characters that may follow, in ascending order. None if no text begins like that, and none
  // after <eos>.
  std::vector<Choice> allowed(std::span<const Choice> prefix) const;

 private:
  // The texts that begin with the same prefix are neighbours in a sorted list, which needs less
  // memory than nodes, and a search in it is fast compared with a step of any network.
  std::vector<std::string> texts_;  // sorted; one token number per character, the last is <eos>
  bool is_complete_ = true;
};

// The choices that lead to texts of legal actions, for rank_actions. A network that writes texts
// follows them: most texts are no action at all, so trying one after the other would take long.
Allowed allow_legal_texts(std::span<const Subject> subjects, const Stop& stop = {});

}  // namespace ineq
