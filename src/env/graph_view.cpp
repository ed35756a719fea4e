#include "env/graph_view.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/error.h"

namespace ineq {
namespace {

// The type of each Op; for variables, that of the first one.
constexpr std::int32_t kType[] = {kFirstVariableType, 8, 9, 3, 4, 5, 6, 7, 0, 1, 2};

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

// The first `skip` nodes of each statement are not counted: 0, or 1 to skip the statement itself.
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
  INEQ_CHECK(op != Op::kVariable);
  return kType[static_cast<std::size_t>(op)];
}

inline std::int32_t GraphBatch::type_of(const Node& node) {
  const std::int32_t op = kType[static_cast<std::size_t>(node.op)];
  if (node.op != Op::kVariable) return op;
  const std::uint32_t letter = node.left.id;
  if (!options_.rename) return op + static_cast<std::int32_t>(letter);
  if (renamed_[letter] == 0) renamed_[letter] = ++letters_;
  return op + renamed_[letter] - 1;
}

void GraphBatch::clear() {
  type.clear();
  statement.clear();
  edge.clear();
  slot.clear();
  root.clear();
  is_goal.clear();
  occurrence.clear();
  for (auto* offset : {&node_offset, &edge_offset, &statement_offset, &occurrence_offset}) {
    offset->assign(1, 0);
  }
}

void GraphBatch::add(const Bank& bank, const State& state) {
  renamed_.fill(0);
  letters_ = 0;
  options_.merge ? add_merged_state(bank, state) : add_trees(bank, state);
  node_offset.push_back(static_cast<std::int64_t>(type.size()));
  edge_offset.push_back(static_cast<std::int64_t>(slot.size()));
  statement_offset.push_back(static_cast<std::int64_t>(root.size()));
  occurrence_offset.push_back(static_cast<std::int64_t>(occurrence.size()));
}

void GraphBatch::add_trees(const Bank& bank, const State& state) {
  const std::size_t first = type.size();
  node_ = first;
  edge_ = slot.size();
  std::size_t nodes = first, edges = edge_;
  for_each_statement(state, [&](Statement s, bool goal) {
    is_goal.push_back(goal);
    root.push_back(static_cast<std::int64_t>(nodes));
    nodes += bank[s].size;
    edges += bank[s].size - 1;
    statement.resize(nodes, static_cast<std::int64_t>(root.size()) - 1);
    return false;
  });
  type.resize(nodes);
  slot.resize(edges);
  edge.resize(2 * edges);
  occurrence.resize(nodes);
  std::iota(occurrence.begin() + static_cast<std::ptrdiff_t>(first), occurrence.end(), first);
  for_each_statement(state, [&](Statement s, bool) {
    add_tree(bank, Term{s.id});
    return false;
  });
}

// Edges are in the order of their children.
void GraphBatch::add_tree(const Bank& bank, Term term) {
  const Node& node = bank[term];
  const std::size_t number = node_++;
  type[number] = type_of(node);
  const int children = arity(node.op);
  if (children > 0) add_child(bank, number, 0, node.left);
  if (children > 1) add_child(bank, number, 1, node.right);
}

void GraphBatch::add_child(const Bank& bank, std::size_t parent, std::int32_t side, Term child) {
  edge[2 * edge_] = static_cast<std::int64_t>(parent);
  edge[2 * edge_ + 1] = static_cast<std::int64_t>(node_);
  slot[edge_++] = side;
  add_tree(bank, child);
}

void GraphBatch::add_merged_state(const Bank& bank, const State& state) {
  node_of_.assign(bank.size(), -1);
  for_each_statement(state, [&](Statement s, bool goal) {
    is_goal.push_back(goal);
    root.push_back(static_cast<std::int64_t>(type.size()));
    add_merged(bank, Term{s.id});
    list_occurrences(bank, Term{s.id});
    return false;
  });
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
    const std::size_t at = edge.size();  // the edge precedes those of the subtree
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
  // Appends the numbers of `from`, except the first `skip`, with `by` added to each.
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
