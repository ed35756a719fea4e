#pragma once
// The states that a search has met, each stored once, with the shortest known path to it.
//
// A state takes 48 bytes: its hash, its parent and the action that leads from there. Goals and
// facts are kept only for expanded states; those of any other state follow from its parent by one
// step.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "kernel/kernel.h"
#include "search/state_store.h"

namespace ineq {

class StateGraph {
 public:
  using Id = std::uint32_t;
  static constexpr Id kRoot = 0;

  explicit StateGraph(State root);

  struct Insertion {
    Id id;
    bool is_new;
    bool is_shorter;  // the state was known; this path to it is shorter and replaces the old one
  };
  // Inserts the state with this hash, which `action` leads to from `parent`.
  Insertion insert(Id parent, const Action& action, std::uint64_t hash);

  std::size_t depth(Id id) const { return nodes_[id].depth; }
  // The last step of the path to a state; not for the root.
  Id parent(Id id) const { return nodes_[id].parent; }
  const Action& action(Id id) const { return nodes_[id].action; }
  // Returns the goals and facts of a state and keeps them; the reference stays valid. The parent
  // must have been expanded before.
  const State& expand(Bank& bank, const Rules& rules, Id id);

  std::vector<Action> path_to(Id id) const;  // from the root

  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const;  // approximate

 private:
  struct Node {
    std::uint64_t hash;
    Id parent;
    std::uint32_t depth;
    StateStore::Id state = StateStore::kNone;
    Action action;
  };

  std::vector<Node> nodes_;
  StateStore states_;
  std::unordered_map<std::uint64_t, Id> by_hash_;
};

}  // namespace ineq
