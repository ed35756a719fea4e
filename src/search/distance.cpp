#include "search/distance.h"

#include <algorithm>
#include <utility>

namespace ineq {
namespace {

constexpr float kNever = 1000;  // more than any cost but that of enormous terms
constexpr Cost kNoWay{.steps = kNever, .seen = kNever};

// The estimate if no way is seen: a constant and a part that grows with the number of nodes. Tuned
// on generated theorems of K15 L15; it matters only that it is more than most ways that are seen.
constexpr float kUnseen = 4;
constexpr float kUnseenPerNode = 0.25f;
constexpr float kUnseenInequality = 5;  // in addition
constexpr float kUnseenNonZero = 20;
constexpr float kUnseenLeast = 2;  // the least that such a part usually takes

Cost capped(Cost cost, float bound) {
  cost.steps = std::min(cost.steps, bound);
  return cost;
}

}  // namespace

Distance::Distance(Problem& problem, Budget& budget, const Options& options)
    : bank_(problem.bank),
      rules_(problem.rules),
      countermodel_(problem.countermodel),
      budget_(budget),
      options_(options),
      facts_(problem.theorem.premises),
      rows_(problem.rules) {}

Cost Distance::operator()(const State& state) {
  Cost out;
  for (const Statement goal : state.goals()) out += (*this)(goal);
  return out;
}

Cost Distance::operator()(Statement goal) {
  if (const auto known = statements_.find(goal.id); known != statements_.end()) {
    return known->second;
  }
  constexpr Cost kStep{.steps = 1, .seen = 1};
  pairs_ = options_.pairs;
  return statements_[goal.id] = std::max(kStep, statement(goal, options_.fuel, kNever));
}

bool Distance::same_value(Term left, Term right) {
  countermodel_.extend(bank_);
  return countermodel_.value(left) == countermodel_.value(right);
}

Cost Distance::unseen(Term left, Term right) const {
  const auto size = static_cast<float>(bank_[left].size + bank_[right].size);
  return {.steps = kUnseen + kUnseenPerNode * size, .seen = kUnseenLeast};
}

Cost Distance::statement(Statement goal, int fuel, float bound) {
  if (is_trivial(bank_, goal) || std::ranges::find(facts_, goal) != facts_.end()) return {};
  const Node node = bank_[goal];  // a copy, as the bank grows
  switch (node.op) {
    case Op::kEqual:
      return equal(node.left, node.right, fuel, bound);
    case Op::kNonZero:
      return nonzero(node.left, bound);
    default:
      return inequality(node.left, node.right, fuel, bound);
  }
}

// Proven from a premise about an equal term.
Cost Distance::nonzero(Term term, float bound) {
  Cost best{.steps = std::min(bound, kUnseenNonZero), .seen = kUnseenLeast};
  for (const Statement fact : facts_) {
    const Node node = bank_[fact];
    if (node.op == Op::kNonZero) best = std::min(best, equal(node.left, term, 1, best.steps));
  }
  return best;
}

Cost Distance::inequality(Term left, Term right, int fuel, float bound) {
  Cost best = unseen(left, right);
  best.steps = std::min(bound, best.steps + kUnseenInequality);
  for (const Statement fact : facts_) {
    const Node node = bank_[fact];
    if (node.op != Op::kGreaterEqual) continue;
    Cost cost = equal(node.left, left, 1, best.steps);
    if (cost < best) cost += equal(node.right, right, 1, best.steps - cost.steps);
    best = std::min(best, cost);
  }
  for (const Row* row : rows_.concluding()) {
    const Node& pattern = rules_.patterns[*row->conclusion];
    Bindings bindings;
    Cost cost{.steps = 1, .seen = 1};
    if (pattern.op != Op::kGreaterEqual ||
        !fit(pattern.left, left, bindings, cost, 1, best.steps) ||
        !fit(pattern.right, right, bindings, cost, 1, best.steps)) {
      continue;
    }
    cost += premises(*row, bindings, fuel, best.steps - cost.steps);
    best = std::min(best, cost);
  }
  return best;
}

Cost Distance::premises(const Row& row, const Bindings& bindings, int fuel, float bound) {
  Cost cost;
  for (const Statement premise : row.premises) {
    const Statement goal = substitute(rules_.patterns, premise, bank_, bindings);
    cost += statement(goal, fuel, bound - cost.steps);
    if (cost.steps >= bound) break;
  }
  return cost;
}

Cost Distance::equal(Term left, Term right, int fuel, float bound) {
  if (left == right) return {};
  if (!same_value(left, right)) return countermodel_.refutes() ? kNoWay : unseen(left, right);
  if (bound <= 1) return {.steps = 1, .seen = 1};
  if (left > right) std::swap(left, right);
  const std::uint64_t key = std::uint64_t{left.id} << 32 | right.id;
  if (const auto found = terms_.find(key); found != terms_.end()) {
    const Guess& guess = found->second;
    if (guess.fuel >= fuel && (guess.exact || guess.cost.steps >= bound)) return guess.cost;
  }
  if (budget_.is_up()) pairs_ = 0;
  if (pairs_ == 0) return capped(unseen(left, right), bound);
  --pairs_;
  const auto remember = [&](Cost cost, bool exact) {
    terms_.insert_or_assign(
        key, Guess{.cost = cost, .fuel = static_cast<std::int8_t>(fuel), .exact = exact});
  };
  remember(kNoWay, true);  // a way that comes back to where it began is no way
  const Cost cost = compare(left, right, fuel, bound);  // inserts other pairs
  if (pairs_ > 0) {
    remember(cost, cost.steps < bound);
  } else {
    terms_.erase(key);
  }
  return cost;
}

Cost Distance::compare(Term left, Term right, int fuel, float bound) {
  const Node a = bank_[left], b = bank_[right];
  Cost best = capped(unseen(left, right), bound);
  if (a.op == b.op && arity(a.op) > 0) {
    Cost parts = equal(a.left, b.left, fuel, best.steps);
    if (arity(a.op) > 1 && parts < best) {
      parts += equal(a.right, b.right, fuel, best.steps - parts.steps);
    }
    best = std::min(best, parts);
  }
  if (best.steps <= 1) return best;
  best = rewrite(left, right, fuel, best);
  return rewrite(right, left, fuel, best);
}

Cost Distance::rewrite(Term from, Term to, int fuel, Cost best) {
  // A row whose last operand is a variable fits every term, but is tried on variables only.
  for (const Row* row : rows_.rooted(bank_[from].op)) {
    Bindings bindings;
    Cost cost{.steps = 1, .seen = 1};
    if (!fit(row->operands.back(), from, bindings, cost, fuel, best.steps)) continue;
    if (row->operands.size() > 1) {  // what it leaves open is taken from the other side
      if (!fit(*row->by, to, bindings, cost, fuel, best.steps)) continue;
      cost += premises(*row, bindings, fuel, best.steps - cost.steps);
    } else {
      const bool shrinks =
          rules_.patterns[*row->by].size < rules_.patterns[row->operands.back()].size;
      if (!shrinks && (fuel == 0 || !lines_up(*row->by, bindings, to))) continue;
      const int left = shrinks ? fuel : fuel - 1;
      cost += premises(*row, bindings, left, best.steps - cost.steps);
      if (!(cost < best)) continue;
      const Term by = substitute(rules_.patterns, *row->by, bank_, bindings);
      cost += equal(by, to, left, best.steps - cost.steps);
    }
    best = std::min(best, cost);
  }
  return best;
}

bool Distance::lines_up(Term pattern, const Bindings& bindings, Term term) const {
  const Node& p = rules_.patterns[pattern];
  const Node& node = bank_[term];
  const auto same = [&](Term part, Term other) {
    return countermodel_.value(rules_.patterns, part, bindings) == countermodel_.value(other);
  };
  return p.op == node.op && (arity(p.op) < 1 || same(p.left, node.left)) &&
         (arity(p.op) < 2 || same(p.right, node.right));
}

bool Distance::fit(Term pattern, Term term, Bindings& bindings, Cost& cost, int fuel, float bound) {
  const Node& p = rules_.patterns[pattern];
  const Node node = bank_[term];
  if (p.op != Op::kVariable && p.op == node.op) {
    return (arity(p.op) < 1 || fit(p.left, node.left, bindings, cost, fuel, bound)) &&
           (arity(p.op) < 2 || fit(p.right, node.right, bindings, cost, fuel, bound));
  }
  Term wanted;
  if (p.op == Op::kVariable) {
    const auto known = bindings[p.left.id];
    if (!known) return bindings.bind(p.left.id, term);
    wanted = *known;
  } else if (arity(p.op) == 0) {
    wanted = bank_.term(p.op);
  } else {
    return false;
  }
  if (!same_value(wanted, term)) return false;
  cost += equal(wanted, term, fuel, bound - cost.steps);
  return cost.steps < bound;
}

std::size_t Distance::bytes() const {
  constexpr std::size_t kLinks = 3 * sizeof(void*);
  return terms_.size() * (sizeof(std::uint64_t) + sizeof(Guess) + kLinks) +
         statements_.size() * (sizeof(std::uint32_t) + sizeof(Cost) + kLinks);
}

}  // namespace ineq
