#include "search/graph.h"

#include <algorithm>
#include <utility>

namespace ineq {

StateGraph::StateGraph(State root) : states_(std::move(root)) {
  const std::uint64_t hash = states_[StateStore::kRoot].hash();
  nodes_.push_back(
      {.hash = hash, .parent = kRoot, .depth = 0, .state = StateStore::kRoot, .action = {}});
  by_hash_.emplace(hash, kRoot);
}

StateGraph::Insertion StateGraph::insert(Id parent, const Action& action, std::uint64_t hash) {
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
  if (node.state == StateStore::kNone) {
    node.state = states_.add_successor(bank, rules, nodes_[node.parent].state, node.action);
  }
  return states_[node.state];
}

std::vector<Action> StateGraph::path_to(Id id) const {
  std::vector<Action> path;
  for (; id != kRoot; id = nodes_[id].parent) path.push_back(nodes_[id].action);
  std::ranges::reverse(path);
  return path;
}

std::size_t StateGraph::bytes() const {
  constexpr std::size_t kEntry = sizeof(Node) * 3 / 2 + 4 * sizeof(void*);
  return nodes_.size() * kEntry + states_.bytes();
}

}  // namespace ineq
