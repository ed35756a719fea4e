#include "search/countermodel.h"

#include <algorithm>

#include "algebra/letters.h"
#include "base/rng.h"

namespace ineq {
namespace {

constexpr int kTries = 8;

using Field = Countermodel::Field;
using Point = std::array<Field::Value, 26>;

Field::Value evaluate(const Bank& bank, Term term, const Point& point) {
  return Field::evaluate(bank, term, [&](std::uint32_t letter) { return point[letter]; });
}

bool holds(const Bank& bank, Statement statement, const Point& point) {
  const Node& node = bank[statement];
  if (node.op == Op::kGreaterEqual) return true;
  const std::uint32_t left = evaluate(bank, node.left, point);
  return node.op == Op::kNonZero ? left != 0 : left == evaluate(bank, node.right, point);
}

struct Equation {
  Statement statement;
  std::uint32_t letter;  // solved for
};

// The equations in an order in which each can be solved for a letter that no earlier one mentions.
std::vector<Equation> arrange(const Bank& bank, const Theorem& theorem) {
  struct Unsolved {
    Statement statement;
    Letters mentions;
  };
  std::vector<Unsolved> left;
  std::array<std::size_t, 26> mentioned{};  // by how many of them
  const auto count = [&](Letters letters, std::size_t by) {
    for (std::size_t i = 0; i < mentioned.size(); ++i) mentioned[i] += (letters >> i & 1) * by;
  };
  for (const Statement premise : theorem.premises) {
    const Node& node = bank[premise];
    if (node.op != Op::kEqual || std::ranges::count(left, premise, &Unsolved::statement)) continue;
    left.push_back({premise, letters_in(bank, premise)});
    count(left.back().mentions, 1);
  }
  std::ranges::reverse(left);  // a letter that is new in a premise is often its last
  std::vector<Equation> out;
  // Finds the equations from the last to the first: each has a letter that no other remaining
  // equation mentions. If it has several, the last of them is used.
  while (!left.empty()) {
    const auto next = std::ranges::find_if(left, [&](const Unsolved& equation) {
      for (std::uint32_t letter = 26; letter-- > 0;) {
        if ((equation.mentions >> letter & 1) == 0 || mentioned[letter] != 1) continue;
        out.push_back({equation.statement, letter});
        return true;
      }
      return false;
    });
    if (next == left.end()) break;
    count(next->mentions, static_cast<std::size_t>(-1));
    left.erase(next);
  }
  std::ranges::reverse(out);
  return out;  // without the equations that are left, which may happen to hold at the point
}

void solve(const Bank& bank, const Equation& equation, Point& point) {
  std::uint32_t& letter = point[equation.letter];
  // left - right at 0 and at 1, as if it were linear
  const auto difference = [&](std::uint32_t at) {
    letter = at;
    const Node& node = bank[equation.statement];
    return Field::subtract(evaluate(bank, node.left, point), evaluate(bank, node.right, point));
  };
  const std::uint32_t at_zero = difference(0), at_one = difference(1);
  letter = Field::multiply(Field::negate(at_zero), Field::invert(Field::subtract(at_one, at_zero)));
}

}  // namespace

Countermodel::Countermodel(const Bank& bank, RuleSet rules, const Theorem& theorem, bool refute) {
  const std::vector<Equation> equations = arrange(bank, theorem);
  const auto holds_here = [&](Statement s) { return holds(bank, s, letters_); };
  bool found = false;
  for (std::uint64_t seed = 0; !found && seed < kTries; ++seed) {
    Rng rng(seed);
    for (std::uint32_t& letter : letters_) letter = rng.below(Field::kPrime);
    for (const Equation& equation : equations) solve(bank, equation, letters_);
    found = std::ranges::all_of(theorem.premises, holds_here);
  }
  refutes_ = found && refute && rules != RuleSet::kInt2021;
  extend(bank);
}

void Countermodel::compute(const Bank& bank) {
  const auto first = static_cast<std::uint32_t>(values_.size());
  values_.resize(bank.size());
  for (std::uint32_t id = first; id < bank.size(); ++id) {  // children come before parents
    const Node& node = bank[Term{id}];
    if (node.op == Op::kVariable) {
      values_[id] = letters_[node.left.id];
    } else {
      values_[id] = Field::apply(node.op, arity(node.op) > 0 ? values_[node.left.id] : 0,
                                 arity(node.op) > 1 ? values_[node.right.id] : 0);
    }
  }
}

bool Countermodel::may_hold(const Bank& bank, Statement statement) const {
  const Node& node = bank[statement];
  if (!refutes_ || node.op == Op::kGreaterEqual) return true;
  return node.op == Op::kNonZero ? value(node.left) != 0 : value(node.left) == value(node.right);
}

std::optional<std::uint32_t> Countermodel::value(const Bank& patterns, Term pattern,
                                                 const Bindings& bindings) const {
  const Node& node = patterns[pattern];
  if (node.op == Op::kVariable) {
    const auto bound = bindings[node.left.id];
    return bound ? std::optional(value(*bound)) : std::nullopt;
  }
  std::optional<std::uint32_t> left = 0, right = 0;
  if (arity(node.op) > 0) left = value(patterns, node.left, bindings);
  if (arity(node.op) > 1) right = value(patterns, node.right, bindings);
  if (!left || !right) return std::nullopt;
  return Field::apply(node.op, *left, *right);
}

bool Countermodel::may_hold(const Bank& patterns, Statement pattern,
                            const Bindings& bindings) const {
  const Node& node = patterns[pattern];
  if (!refutes_ || node.op == Op::kGreaterEqual) return true;
  const auto left = value(patterns, node.left, bindings);
  if (node.op == Op::kNonZero) return left != 0u;
  const auto right = value(patterns, node.right, bindings);
  return !left || !right || *left == *right;
}

}  // namespace ineq
