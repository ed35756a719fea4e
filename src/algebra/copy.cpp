#include "algebra/copy.h"

#include <algorithm>

namespace ineq {
namespace {

// Copies a node; `copy_child` copies its children.
template <typename CopyChild>
Term copy_node(const Node& node, Bank& to, const CopyChild& copy_child) {
  if (arity(node.op) == 0) return to.term(node.op, node.left);
  const Term left = copy_child(node.left);
  return to.term(node.op, left, arity(node.op) == 2 ? copy_child(node.right) : Term{});
}

}  // namespace

// A subterm that occurs twice is visited twice, but stored once.
Term copy_term(const Bank& from, Term term, Bank& to) {
  return copy_node(from[term], to, [&](Term child) { return copy_term(from, child, to); });
}

Term copy_term(const Bank& from, Term term, Bank& to, CopyMemo& memo) {
  if (memo.entries_.size() < from.size()) memo.entries_.resize(from.size());
  CopyMemo::Entry& entry = memo.entries_[term.id];
  if (entry.round != memo.round_) {
    const Term copy =
        copy_node(from[term], to, [&](Term child) { return copy_term(from, child, to, memo); });
    entry = {.round = memo.round_, .copy = copy};
  }
  return entry.copy;
}

Statement copy_statement(const Bank& from, Statement statement, Bank& to) {
  return {copy_term(from, Term{statement.id}, to).id};
}

Statement copy_statement(const Bank& from, Statement statement, Bank& to, CopyMemo& memo) {
  return {copy_term(from, Term{statement.id}, to, memo).id};
}

void copy_theorem(const Bank& from, const Theorem& theorem, Bank& to, Theorem& out) {
  out.premises.clear();
  for (const Statement premise : theorem.premises) {
    out.premises.push_back(copy_statement(from, premise, to));
  }
  out.goal = copy_statement(from, theorem.goal, to);
}

std::vector<Action> copy_actions(const Bank& from, std::vector<Action> actions, Bank& to) {
  for (Action& action : actions) {
    for (std::size_t i = 0; i < action.count; ++i) {
      Statement& statement = action.operands[i].statement;
      statement = copy_statement(from, statement, to);
    }
  }
  return actions;
}

}  // namespace ineq
