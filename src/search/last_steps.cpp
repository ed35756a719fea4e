#include "search/last_steps.h"

#include <algorithm>
#include <optional>

#include "algebra/match.h"
#include "search/search.h"

namespace ineq {
namespace {

// Numbers of terms: beyond the first, the bank is reset before the next state; beyond the second,
// the state is too large to decide.
constexpr std::size_t kFullBank = 50'000;
constexpr std::size_t kTooFullBank = 200'000;

bool all_bound(const Bank& patterns, Term pattern, const Bindings& bindings) {
  const Node& node = patterns[pattern];
  if (node.op == Op::kVariable) return bindings[node.left.id].has_value();
  if (arity(node.op) > 0 && !all_bound(patterns, node.left, bindings)) return false;
  return arity(node.op) < 2 || all_bound(patterns, node.right, bindings);
}

}  // namespace

LastSteps::LastSteps(const Rules& rules, Budget& budget)
    : rules_(rules), budget_(budget), rows_(rules) {}

bool LastSteps::may_suffice(const Bank& bank, const State& state, std::size_t steps) {
  const std::size_t goals = count_goals(state);
  if (goals > steps) return false;
  if (steps - goals > 1) return true;
  load(bank, state);
  close(open_);
  if (open_.empty() || goals == steps) return open_.empty();
  return std::ranges::any_of(open_, [&](Statement goal) {
    return for_each_missing(goal, [&](Statement missing) {
      if (gives_up()) return true;
      if (!is_closed(missing)) return false;
      const std::size_t before = known_.size();
      known_.push_back(missing);
      rest_ = open_;
      close(rest_);
      known_.resize(before);
      return rest_.empty();
    });
  });
}

void LastSteps::load(const Bank& bank, const State& state) {
  if (bank_.size() > kFullBank) {
    bank_.reset();
    copied_.clear();
  }
  const auto copied = [&](Statement s) { return copy_statement(bank, s, bank_, copied_); };
  known_.clear();
  open_.clear();
  for (const Statement fact : state.facts()) known_.push_back(copied(fact));
  for (const Statement goal : state.goals()) open_.push_back(copied(goal));
}

bool LastSteps::gives_up() const { return bank_.size() > kTooFullBank || budget_.is_up(); }

void LastSteps::close(std::vector<Statement>& goals) {
  while (std::erase_if(goals, [&](Statement goal) {
    const bool closed = is_closed(goal);
    if (closed) known_.push_back(goal);
    return closed;
  })) {
  }
}

bool LastSteps::is_closed(Statement goal) {
  return for_each_end(goal, [&](const Row& row, const Bindings& bindings) {
    return std::ranges::all_of(row.premises, [&](Statement s) { return is_known(s, bindings); });
  });
}

template <typename Visit>
bool LastSteps::for_each_end(Statement goal, const Visit& visit) {
  for (const Row* row : rows_.concluding()) {
    Bindings bindings;
    if (match(rules_.patterns, *row->conclusion, bank_, goal, bindings) && visit(*row, bindings))
      return true;
  }
  // Into something trivial: 1!=0, or one side into the other.
  const Node node = bank_[goal];  // a copy: the bank may grow
  if (node.op == Op::kNonZero) {
    if (for_each_rewrite(node.left, bank_.term(Op::kOne), visit)) return true;
  } else if (for_each_rewrite(node.left, node.right, visit) ||
             for_each_rewrite(node.right, node.left, visit)) {
    return true;
  }
  // Into something known.
  for (std::size_t i = 0; i < known_.size(); ++i) {
    const Node into = bank_[known_[i]];
    if (into.op != node.op || known_[i] == goal) continue;
    const bool one_side = node.op == Op::kNonZero;
    if (one_side || into.right == node.right) {
      if (for_each_rewrite(node.left, into.left, visit)) return true;
    } else if (into.left == node.left) {
      if (for_each_rewrite(node.right, into.right, visit)) return true;
    }
  }
  return false;
}

// A rewrite happens at one place. Above it the terms are the same, so they differ in one child.
template <typename Visit>
bool LastSteps::for_each_rewrite(Term from, Term into, const Visit& visit) const {
  while (from != into) {
    for (const Row* row : rewriting(from)) {
      Bindings bindings;
      if (match(rules_.patterns, row->operands.back(), bank_, from, bindings) &&
          match(rules_.patterns, *row->by, bank_, into, bindings) && visit(*row, bindings)) {
        return true;
      }
    }
    const Node x = bank_[from], y = bank_[into];
    if (x.op != y.op || arity(x.op) == 0) return false;
    if (arity(x.op) == 1 || x.right == y.right) {
      from = x.left;
      into = y.left;
    } else if (x.left == y.left) {
      from = x.right;
      into = y.right;
    } else {
      return false;
    }
  }
  return false;
}

template <typename Visit>
bool LastSteps::for_each_missing(Statement goal, const Visit& visit) {
  // A premise of a row that otherwise closes the goal.
  const bool by_premise = for_each_end(goal, [&](const Row& row, const Bindings& bindings) {
    std::optional<Statement> missing;
    for (const Statement premise : row.premises) {
      if (is_known(premise, bindings)) continue;
      const Statement unknown = substitute(rules_.patterns, premise, bank_, bindings);
      if (missing && *missing != unknown) return false;
      missing = unknown;
    }
    return visit(*missing);
  });
  if (by_premise) return true;

  // The rewritten goal, if all premises are known or are that same statement.
  terms_.clear();
  list_subterms(bank_, goal, terms_);
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    for (const Row* row : rewriting(terms_[i])) {
      Bindings bindings;
      if (match(rules_.patterns, row->operands.back(), bank_, terms_[i], bindings) &&
          rewrite({.goal = goal, .place = i + 1, .row = *row}, 0, bindings, visit)) {
        return true;
      }
    }
  }
  return false;
}

template <typename Visit>
bool LastSteps::rewrite(const Rewrite& use, std::size_t premise, const Bindings& bindings,
                        const Visit& visit) {
  const auto& [goal, place, row] = use;
  if (premise == row.premises.size()) {
    if (gives_up() || !all_bound(rules_.patterns, *row.by, bindings)) return true;
    const Term by = substitute(rules_.patterns, *row.by, bank_, bindings);
    const Statement into = replace(bank_, goal, place, by);
    const auto is_right = [&](Statement s) {
      return is_known(s, bindings) || substitute(rules_.patterns, s, bank_, bindings) == into;
    };
    return into != goal && std::ranges::all_of(row.premises, is_right) && visit(into);
  }
  const Statement pattern = row.premises[premise];
  Bindings more = bindings;
  if (make_trivial(pattern, more) && rewrite(use, premise + 1, more, visit)) return true;
  for (std::size_t i = 0; i < known_.size(); ++i) {
    more = bindings;
    if (match(rules_.patterns, pattern, bank_, known_[i], more) &&
        rewrite(use, premise + 1, more, visit)) {
      return true;
    }
  }
  // The premise can also be the rewritten goal itself, which keeps the side without the place.
  const Node& sides = rules_.patterns[pattern];
  const Node node = bank_[goal];  // a copy: the bank may grow
  if (sides.op != node.op) return false;
  more = bindings;
  if (node.op != Op::kNonZero) {
    const bool in_left = place <= bank_[node.left].size;
    if (!match(rules_.patterns, in_left ? sides.right : sides.left, bank_,
               in_left ? node.right : node.left, more)) {
      return false;
    }
  }
  return rewrite(use, premise + 1, more, visit);
}

// Whether the premise is, or can become, a trivial statement: x=x, x>=x, 1!=0. Binds what follows.
bool LastSteps::make_trivial(Statement premise, Bindings& bindings) const {
  const Node& node = rules_.patterns[premise];
  const auto bound = [&](Term side) -> std::optional<Term> {
    const Node& at = rules_.patterns[side];
    return at.op == Op::kVariable ? bindings[at.left.id] : std::nullopt;
  };
  const auto left = bound(node.left);
  if (node.op == Op::kNonZero) return !left || bank_[*left].op == Op::kOne;
  if (left) return match(rules_.patterns, node.right, bank_, *left, bindings);
  const auto right = bound(node.right);
  if (right) return match(rules_.patterns, node.left, bank_, *right, bindings);
  return true;  // it might be
}

bool LastSteps::is_known(Statement premise, const Bindings& bindings) const {
  Bindings all = bindings;
  if (make_trivial(premise, all)) return true;
  return std::ranges::any_of(known_, [&](Statement statement) {
    all = bindings;
    return match(rules_.patterns, premise, bank_, statement, all);
  });
}

std::size_t LastSteps::bytes() const { return bytes_of(bank_) + copied_.bytes(); }

}  // namespace ineq
