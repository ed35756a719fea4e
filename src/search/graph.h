#pragma once
// The states that a search has met, each once, with the shortest way to it that is known.
//
// A state is a hash, a parent and the action that led from there: 48 bytes. Goals and facts are
// kept only of states that were expanded; any other follows from its parent by one step.

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "kernel/kernel.h"

namespace ineq {

class StateGraph {
 public:
  using Id = std::uint32_t;
  static constexpr Id kRoot = 0;

  explicit StateGraph(State root);

  struct Meeting {
    Id id;
    bool is_new;
    bool is_shorter;  // it was there, and this way to it is shorter: it is now the way
  };
  // The state that `action` leads to from `parent`.
  Meeting meet(Id parent, const Action& action, std::uint64_t hash);

  std::size_t depth(Id id) const { return nodes_[id].depth; }
  // The last step of the path to it; not for the root.
  Id parent(Id id) const { return nodes_[id].parent; }
  const Action& action(Id id) const { return nodes_[id].action; }
  // Its goals and facts, from now on kept where they are. Its parent's must be: a search expands
  // that first.
  const State& expand(Bank& bank, const Rules& rules, Id id);

  std::vector<Action> way_to(Id id) const;  // from the root

  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const;  // about

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Node {
    std::uint64_t hash;
    Id parent;
    std::uint32_t depth;
    std::uint32_t state = kNone;  // among those that are kept
    Action action;
  };

  std::vector<Node> nodes_;
  std::deque<State> states_;
  std::size_t state_bytes_ = 0;
  std::unordered_map<std::uint64_t, Id> by_hash_;
};

}  // namespace ineq
