#include "env/graph_view.h"

#include <array>

#include "base/error.h"

namespace ineq {
namespace {

// Calls visit(statement, is_goal) for the goals and then the facts until it returns true.
template <typename Visit>
void for_each_statement(const State& state, const Visit& visit) {
  for (const Statement goal : state.goals()) {
    if (visit(goal, true)) return;
  }
  for (const Statement fact : state.facts()) {
    if (visit(fact, false)) return;
  }
}

// `skip` nodes of each statement are not counted: none, or the statement itself.
std::optional<Operand> find_operand(const Bank& bank, const State& state, std::uint32_t number,
                                    std::uint32_t skip) {
  std::optional<Operand> found;
  std::uint32_t before = 0;
  for_each_statement(state, [&](Statement statement, bool) {
    const std::uint32_t counted = bank[statement].size - skip;
    if (number - before >= counted) {
      before += counted;
      return false;
    }
    if (number - before + skip > 0) found = Operand{statement, number - before + skip};
    return true;
  });
  return found;
}

}  // namespace

std::uint8_t node_type(Op op) {
  constexpr std::array kOrder = {Op::kEqual,  Op::kGreaterEqual, Op::kNonZero, Op::kAdd,
                                 Op::kNegate, Op::kMultiply,     Op::kSquare,  Op::kInvert,
                                 Op::kZero,   Op::kOne};
  for (std::uint8_t i = 0; i < kOrder.size(); ++i) {
    if (kOrder[i] == op) return i;
  }
  INEQ_CHECK(false);
}

void GraphBatch::clear() {
  type.clear();
  statement.clear();
  parent.clear();
  child.clear();
  slot.clear();
  root.clear();
  is_goal.clear();
  node_offset.resize(1);
  edge_offset.resize(1);
  statement_offset.resize(1);
}

void GraphBatch::add(const Bank& bank, const State& state) {
  renamed_.assign(26, 0);
  letters_ = 0;
  if (options_.merge) node_of_.assign(bank.size(), -1);
  for_each_statement(state, [&](Statement s, bool goal) {
    const auto index = static_cast<std::int32_t>(root.size());
    is_goal.push_back(goal);
    root.push_back(static_cast<std::int32_t>(type.size()));
    root[static_cast<std::size_t>(index)] = add_node(bank, Term{s.id});
    return false;
  });
  node_offset.push_back(static_cast<std::int64_t>(type.size()));
  edge_offset.push_back(static_cast<std::int64_t>(parent.size()));
  statement_offset.push_back(static_cast<std::int64_t>(root.size()));
}

std::int32_t GraphBatch::add_node(const Bank& bank, Term term) {
  if (options_.merge && node_of_[term.id] >= 0) return node_of_[term.id];
  const Node& node = bank[term];
  const auto number = static_cast<std::int32_t>(type.size());
  type.push_back(type_of(node));
  statement.push_back(static_cast<std::int32_t>(root.size()) - 1);
  if (options_.merge) node_of_[term.id] = number;
  const Term children[] = {node.left, node.right};
  for (std::uint8_t i = 0; i < arity(node.op); ++i) {
    const std::size_t edge = parent.size();  // before those below it
    parent.push_back(number);
    child.push_back(0);
    slot.push_back(i);
    child[edge] = add_node(bank, children[i]);
  }
  return number;
}

std::uint8_t GraphBatch::type_of(const Node& node) {
  if (node.op != Op::kVariable) return node_type(node.op);
  const std::uint32_t letter = node.left.id;
  if (!options_.rename) return static_cast<std::uint8_t>(kFirstVariableType + letter);
  if (renamed_[letter] == 0) renamed_[letter] = ++letters_;
  return static_cast<std::uint8_t>(kFirstVariableType + renamed_[letter] - 1);
}

std::optional<Operand> operand_at(const Bank& bank, const State& state, std::uint32_t node) {
  return find_operand(bank, state, node, 0);
}

std::optional<Operand> entity_at(const Bank& bank, const State& state, std::uint32_t entity) {
  return find_operand(bank, state, entity, 1);
}

std::optional<std::uint32_t> node_of(const Bank& bank, const State& state, const Operand& operand) {
  std::optional<std::uint32_t> found;
  std::uint32_t before = 0;
  for_each_statement(state, [&](Statement statement, bool) {
    if (statement == operand.statement && operand.node < bank[statement].size) {
      found = before + operand.node;
    }
    before += bank[statement].size;
    return found.has_value();
  });
  return found;
}

}  // namespace ineq
