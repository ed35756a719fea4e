#include "env/graph_view.h"

#include <algorithm>
#include <array>
#include <numeric>

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

std::int32_t node_type(Op op) {
  // By Op, from kZero on.
  constexpr std::array<std::int32_t, 10> kType = {8, 9, 3, 4, 5, 6, 7, 0, 1, 2};
  INEQ_CHECK(op != Op::kVariable);
  return kType[static_cast<std::size_t>(op) - 1];
}

void GraphBatch::clear() {
  type.clear();
  statement.clear();
  edge.clear();
  slot.clear();
  root.clear();
  is_goal.clear();
  occurrence.clear();
  node_offset.resize(1);
  edge_offset.resize(1);
  statement_offset.resize(1);
  occurrence_offset.resize(1);
}

void GraphBatch::add(const Bank& bank, const State& state) {
  renamed_.fill(0);
  letters_ = 0;
  if (options_.merge) node_of_.assign(bank.size(), -1);
  for_each_statement(state, [&](Statement s, bool goal) {
    is_goal.push_back(goal);
    root.push_back(static_cast<std::int64_t>(type.size()));
    if (options_.merge) {
      add_merged(bank, Term{s.id});
      list_occurrences(bank, Term{s.id});
      return false;
    }
    node_ = type.size();
    edge_ = slot.size();
    const std::size_t size = bank[s].size;
    type.resize(node_ + size);
    statement.resize(node_ + size, static_cast<std::int64_t>(root.size()) - 1);
    slot.resize(edge_ + size - 1);
    edge.resize(2 * (edge_ + size - 1));
    occurrence.resize(node_ + size);
    std::iota(occurrence.end() - static_cast<std::ptrdiff_t>(size), occurrence.end(), node_);
    add_tree(bank, Term{s.id});
    return false;
  });
  node_offset.push_back(static_cast<std::int64_t>(type.size()));
  edge_offset.push_back(static_cast<std::int64_t>(slot.size()));
  statement_offset.push_back(static_cast<std::int64_t>(root.size()));
  occurrence_offset.push_back(static_cast<std::int64_t>(occurrence.size()));
}

// Edges come in the order of their children.
void GraphBatch::add_tree(const Bank& bank, Term term) {
  const Node& node = bank[term];
  const std::size_t number = node_++;
  type[number] = type_of(node);
  const Term children[] = {node.left, node.right};
  for (std::int32_t i = 0; i < arity(node.op); ++i) {
    edge[2 * edge_] = static_cast<std::int64_t>(number);
    edge[2 * edge_ + 1] = static_cast<std::int64_t>(node_);
    slot[edge_++] = i;
    add_tree(bank, children[i]);
  }
}

std::int64_t GraphBatch::add_merged(const Bank& bank, Term term) {
  if (node_of_[term.id] >= 0) return node_of_[term.id];
  const Node& node = bank[term];
  const auto number = static_cast<std::int64_t>(type.size());
  type.push_back(type_of(node));
  statement.push_back(static_cast<std::int64_t>(root.size()) - 1);
  node_of_[term.id] = number;
  const Term children[] = {node.left, node.right};
  for (std::int32_t i = 0; i < arity(node.op); ++i) {
    const std::size_t at = edge.size();  // before those below it
    edge.insert(edge.end(), {number, 0});
    slot.push_back(i);
    const std::int64_t child = add_merged(bank, children[i]);
    edge[at + 1] = child;
  }
  return number;
}

void GraphBatch::list_occurrences(const Bank& bank, Term term) {
  const Node& node = bank[term];
  occurrence.push_back(node_of_[term.id]);
  if (arity(node.op) > 0) list_occurrences(bank, node.left);
  if (arity(node.op) > 1) list_occurrences(bank, node.right);
}

void GraphBatch::append(const GraphBatch& other) {
  const auto nodes = static_cast<std::int64_t>(type.size());
  const auto statements = static_cast<std::int64_t>(root.size());
  // Where `by` is added to the numbers of `from`.
  const auto add = [](auto& to, const auto& from, std::int64_t by, std::size_t skip = 0) {
    const std::size_t size = to.size();
    to.resize(size + from.size() - skip);
    std::transform(from.begin() + static_cast<std::ptrdiff_t>(skip), from.end(),
                   to.begin() + static_cast<std::ptrdiff_t>(size),
                   [by](std::int64_t number) { return number + by; });
  };
  add(node_offset, other.node_offset, node_offset.back(), 1);
  add(edge_offset, other.edge_offset, edge_offset.back(), 1);
  add(statement_offset, other.statement_offset, statement_offset.back(), 1);
  add(occurrence_offset, other.occurrence_offset, occurrence_offset.back(), 1);
  add(statement, other.statement, statements);
  add(edge, other.edge, nodes);
  add(root, other.root, nodes);
  add(occurrence, other.occurrence, nodes);
  type.insert(type.end(), other.type.begin(), other.type.end());
  slot.insert(slot.end(), other.slot.begin(), other.slot.end());
  is_goal.insert(is_goal.end(), other.is_goal.begin(), other.is_goal.end());
}

std::int32_t GraphBatch::type_of(const Node& node) {
  if (node.op != Op::kVariable) return node_type(node.op);
  const std::uint32_t letter = node.left.id;
  if (!options_.rename) return static_cast<std::int32_t>(kFirstVariableType + letter);
  if (renamed_[letter] == 0) renamed_[letter] = ++letters_;
  return kFirstVariableType + renamed_[letter] - 1;
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
