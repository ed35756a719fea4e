#include "search/search_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "proof/action_text.h"
#include "term/print.h"

namespace ineq {
namespace {

std::string indent(std::size_t depth) { return std::string(2 * depth, ' '); }

}  // namespace

void SearchTree::expanded(const Expansion& expansion) {
  if (expansion.id == 0 && expansion.depth == 0) nodes_.clear();  // breadth-first starts over
  Node node{.parent = expansion.parent,
            .action = {},
            .steps_left = expansion.steps_left,
            .state = expansion.state,
            .number = nodes_.size()};
  if (expansion.action != nullptr) {
    node.action = print_action(problem_.bank, nodes_.at(expansion.parent).state, *expansion.action);
  }
  const auto known = nodes_.find(expansion.id);  // on a longer path
  if (known != nodes_.end()) node.number = known->second.number;
  nodes_.insert_or_assign(expansion.id, std::move(node));
}

void SearchTree::explored(const MoveGraph& graph) {
  for (auto& [id, node] : nodes_) {
    if (id == MoveGraph::kRoot) continue;
    for (const MoveGraph::Edge& edge : graph.moves(node.parent)) {
      if (edge.to != id) continue;
      node.visits = {.count = edge.visits, .prior = edge.prior, .mean = edge.mean()};
      break;
    }
  }
}

// A search over a graph may have met the states of the proof on other paths, so they are looked up
// by their hashes.
void SearchTree::ended(const SearchResult& result) {
  if (!result.found()) return;
  std::map<std::uint64_t, StateId> by_hash;
  for (const auto& [id, node] : nodes_) by_hash.emplace(node.state.hash(), id);
  State state(problem_.bank, problem_.theorem);
  for (const Action& action : result.proof) {
    const auto found = by_hash.find(state.hash());
    if (found == by_hash.end()) return;
    nodes_.at(found->second).is_in_proof = true;
    State next = state;
    next.apply(problem_.bank, problem_.rules, action);
    if (next.proven()) {
      last_in_proof_ = found->second;
      last_action_ = print_action(problem_.bank, state, action);
    }
    state = std::move(next);
  }
}

void SearchTree::print_node(StateId id, const Node& node, std::size_t depth,
                            std::string& out) const {
  std::vector<std::string> known;
  if (node.visits) {
    known.push_back(fmt::format("visits {}", node.visits->count));
    known.push_back(fmt::format("prior {:.3f}", node.visits->prior));
    known.push_back(fmt::format("mean {:.3f}", node.visits->mean));
  }
  if (node.steps_left) known.push_back(fmt::format("steps left {:.1f}", *node.steps_left));
  const std::string what = node.action.empty()
                               ? "prove " + to_string(problem_.bank, problem_.theorem.goal)
                               : node.action;
  out += fmt::format("{}{} {}. {}", indent(depth), node.is_in_proof ? '*' : ' ', depth, what);
  if (!known.empty()) out += fmt::format("  ({})", fmt::join(known, ", "));
  out += '\n';
  if (last_in_proof_ == id) {
    out += fmt::format("{}* {}. {}  (proven)\n", indent(depth + 1), depth + 1, last_action_);
  }
}

std::string SearchTree::print(std::size_t lines) const {
  if (nodes_.empty()) return "no state was expanded\n";
  // The order of two children of a state.
  const auto before = [&](StateId a, StateId b) {
    const Node &one = nodes_.at(a), &two = nodes_.at(b);
    const auto visits = [](const Node& node) { return node.visits ? node.visits->count : 0; };
    if (visits(one) != visits(two)) return visits(one) > visits(two);
    return one.number < two.number;
  };
  std::map<StateId, std::vector<StateId>> children;
  for (const auto& [id, node] : nodes_) {
    if (id != 0) children[node.parent].push_back(id);
  }
  // The next to be shown is the first of those whose parents are shown.
  std::set<StateId> shown;
  std::set<StateId, std::function<bool(StateId, StateId)>> next({0}, before);
  while (!next.empty() && shown.size() < lines) {
    const StateId id = *next.begin();
    next.erase(next.begin());
    shown.insert(id);
    next.insert(children[id].begin(), children[id].end());
  }
  std::string out;
  const auto print_below = [&](const auto& self, StateId id, std::size_t depth) -> void {
    print_node(id, nodes_.at(id), depth, out);
    std::vector<StateId>& below = children[id];
    std::ranges::sort(below, before);
    for (const StateId child : below) {
      if (shown.contains(child)) self(self, child, depth + 1);
    }
  };
  print_below(print_below, 0, 0);
  if (shown.size() < nodes_.size()) {
    out += fmt::format("{} of {} expanded states are shown\n", shown.size(), nodes_.size());
  }
  return out;
}

}  // namespace ineq
