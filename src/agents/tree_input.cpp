#include "agents/tree_input.h"

#include <algorithm>

#include "agents/action_class.h"

namespace ineq {
namespace {

// The number of operands that the action uses: a row that needs fewer than it has takes the first.
std::size_t used_operands(Bank& bank, const Rules& rules, const State& state,
                          const Action& action) {
  Step step;
  if (state.instantiate(bank, rules, action, step)) return action.count;  // refused
  return step.row->operands.size();
}

}  // namespace

void TreeInput::clear() {
  graph.clear();
  for (auto* numbers : {&parent, &left, &right, &height, &depth}) numbers->clear();
  place.clear();
  part_offset.assign(1, 0);
  rule_set.clear();
}

void TreeInput::add(Bank& bank, RuleSet set, const Rules&, const State& state) {
  const std::size_t first_node = nodes(), first_edge = graph.slot.size();
  graph.add(bank, state);
  add_structure(first_node, first_edge);
  std::int64_t facts = part_offset.back();
  for (const Statement goal : state.goals()) facts += bank[goal].size;
  part_offset.push_back(facts);
  part_offset.push_back(static_cast<std::int64_t>(nodes()));
  rule_set.push_back(set);
}

void TreeInput::add_structure(std::size_t first_node, std::size_t first_edge) {
  for (auto* numbers : {&parent, &left, &right}) numbers->resize(nodes(), -1);
  for (auto* numbers : {&height, &depth}) numbers->resize(nodes(), 0);
  place.resize(nodes(), kStatement);
  for (std::size_t edge = first_edge; edge < graph.slot.size(); ++edge) {
    const auto above = static_cast<std::size_t>(graph.edge[2 * edge]);
    const auto below = static_cast<std::size_t>(graph.edge[2 * edge + 1]);
    const bool is_right = graph.slot[edge] == 1;
    parent[below] = static_cast<std::int32_t>(above);
    (is_right ? right : left)[above] = static_cast<std::int32_t>(below);
    place[below] = is_right ? kRightChild : kLeftOrOnlyChild;
    depth[below] = depth[above] + 1;  // edges are in preorder: the parent has its depth already
  }
  for (std::size_t node = nodes(); node-- > first_node;) {  // children before their parents
    if (parent[node] < 0) continue;
    std::int32_t& above = height[static_cast<std::size_t>(parent[node])];
    above = std::max(above, height[node] + 1);
  }
}

bool TreeInput::encode(Bank& bank, const Rules& rules, const State& state, const Action& action,
                       std::vector<Choice>& out) const {
  const std::size_t count = used_operands(bank, rules, state, action);
  const auto action_class = find_action_class(action.axiom, count);
  if (!action_class) return false;
  const std::size_t size = out.size();
  out.push_back(static_cast<Choice>(*action_class));
  for (std::size_t i = 0; i < count; ++i) {
    const auto node = node_of(bank, state, action.operands[i]);
    if (!node || action.operands[i].node == 0) {
      out.resize(size);
      return false;
    }
    out.push_back(static_cast<Choice>(*node));
  }
  return true;
}

bool TreeInput::is_complete(std::size_t, std::span<const Choice> choices) const {
  return !choices.empty() &&
         choices.size() == 1u + kActionClassList[static_cast<std::size_t>(choices[0])].count;
}

std::optional<Action> TreeInput::decode(Bank& bank, const State& state, std::size_t,
                                        std::span<const Choice> choices) const {
  const ActionClass& action_class = kActionClassList[static_cast<std::size_t>(choices[0])];
  Action out{.axiom = action_class.axiom, .count = action_class.count};
  for (std::size_t i = 0; i < action_class.count; ++i) {
    const auto operand = operand_at(bank, state, static_cast<std::uint32_t>(choices[1 + i]));
    if (!operand) return std::nullopt;
    out.operands[i] = *operand;
  }
  return out;
}

}  // namespace ineq
