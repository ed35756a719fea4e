#include "search/graph.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "search/search.h"

namespace ineq {

StateGraph::StateGraph(State root) {
  nodes_.push_back({.hash = root.hash(), .parent = kNone, .depth = 0, .state = 0, .action = {}});
  by_hash_.emplace(root.hash(), kRoot);
  states_.push_back(std::move(root));
}

StateGraph::Meeting StateGraph::meet(Id parent, const Action& action, std::uint64_t hash) {
  const std::uint32_t depth = nodes_[parent].depth + 1;
  const auto [found, is_new] = by_hash_.try_emplace(hash, static_cast<Id>(nodes_.size()));
  if (is_new) {
    nodes_.push_back({.hash = hash, .parent = parent, .depth = depth, .action = action});
    return {.id = found->second, .is_new = true, .is_shorter = false};
  }
  Node& node = nodes_[found->second];
  const bool is_shorter = depth < node.depth;
  if (is_shorter) {
    node.parent = parent;
    node.depth = depth;
    node.action = action;
  }
  return {.id = found->second, .is_new = false, .is_shorter = is_shorter};
}

const State& StateGraph::expand(Bank& bank, const Rules& rules, Id id) {
  Node& node = nodes_[id];
  if (node.state == kNone) {
    State state = states_[nodes_[node.parent].state];
    INEQ_CHECK(changes_state(state.apply(bank, rules, node.action)));
    node.state = static_cast<std::uint32_t>(states_.size());
    state_bytes_ += bytes_of(state);
    states_.push_back(std::move(state));
  }
  return states_[node.state];
}

std::vector<Action> StateGraph::way_to(Id id) const {
  std::vector<Action> way;
  for (; id != kRoot; id = nodes_[id].parent) way.push_back(nodes_[id].action);
  std::ranges::reverse(way);
  return way;
}

std::size_t StateGraph::bytes() const {
  constexpr std::size_t kEntry = sizeof(Node) * 3 / 2 + 4 * sizeof(void*);
  return nodes_.size() * kEntry + state_bytes_;
}

}  // namespace ineq
