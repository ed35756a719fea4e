#include "search/move_graph.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "search/search.h"

namespace ineq {

MoveGraph::MoveGraph(State root) : states_(std::move(root)) {
  const State& stored = states_[StateStore::kRoot];
  nodes_.push_back({.goals = static_cast<std::uint32_t>(count_goals(stored))});
  by_hash_.emplace(stored.hash(), kRoot);
}

const State& MoveGraph::open(Bank& bank, const Rules& rules, Id id) {
  INEQ_CHECK(!opened(id));
  Node& node = nodes_[id];
  if (id == kRoot) {
    node.state = StateStore::kRoot;
  } else {
    const Edge& entry = edges_[node.entry];
    node.state = states_.add_successor(bank, rules, nodes_[entry.from].state, entry.action);
  }
  return states_[node.state];
}

void MoveGraph::expand(Id id) {
  INEQ_CHECK(!expanded(id));
  nodes_[id].first = static_cast<Move>(edges_.size());
}

void MoveGraph::add_move(Id from, const Action& action, const State& to, double prior) {
  const auto move = static_cast<Move>(edges_.size());
  INEQ_CHECK(nodes_[from].first + nodes_[from].moves == move);
  ++nodes_[from].moves;
  const auto [found, is_new] = by_hash_.try_emplace(to.hash(), static_cast<Id>(nodes_.size()));
  if (is_new)
    nodes_.push_back({.goals = static_cast<std::uint32_t>(count_goals(to)), .entry = move});
  edges_.push_back({.action = action, .from = from, .to = found->second, .prior = prior});
}

void MoveGraph::count_visit(Move move) {
  ++edges_[move].visits;
  ++nodes_[edges_[move].from].visits;
}

void MoveGraph::take_back_visit(Move move) {
  --edges_[move].visits;
  --nodes_[edges_[move].from].visits;
}

std::optional<std::vector<MoveGraph::Move>> MoveGraph::nearest(Id from, std::size_t left,
                                                               const Wanted& wanted) const {
  std::vector<Move> entries(nodes_.size(), kNone);
  std::vector<bool> met(nodes_.size());
  std::vector<Id> level{from}, next;
  met[from] = true;
  for (; !level.empty(); --left, std::swap(level, next)) {
    next.clear();
    for (const Id id : level) {
      if (goals(id) > left) continue;
      if (wanted(id, left)) {
        std::vector<Move> way;
        for (Id at = id; at != from; at = edges_[way.back()].from) way.push_back(entries[at]);
        std::ranges::reverse(way);
        return way;
      }
      if (left == 0) continue;
      for (const Edge& edge : moves(id)) {
        if (met[edge.to]) continue;
        met[edge.to] = true;
        entries[edge.to] = number(edge);
        next.push_back(edge.to);
      }
    }
  }
  return std::nullopt;
}

std::size_t MoveGraph::bytes() const {
  constexpr std::size_t kEntry = 5 * sizeof(void*);  // of the hash table
  return nodes_.size() * (sizeof(Node) * 3 / 2 + kEntry) + edges_.size() * sizeof(Edge) * 3 / 2 +
         states_.bytes();
}

}  // namespace ineq
