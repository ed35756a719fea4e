#include "search/model.h"

#include <algorithm>

#include "base/rng.h"

namespace ineq {
namespace {

constexpr int kTries = 8;

using Letters = std::array<std::uint32_t, 26>;

std::uint32_t add(std::uint32_t x, std::uint32_t y) {
  return static_cast<std::uint32_t>((std::uint64_t{x} + y) % Model::kPrime);
}
std::uint32_t negate(std::uint32_t x) { return x == 0 ? 0 : Model::kPrime - x; }
std::uint32_t multiply(std::uint32_t x, std::uint32_t y) {
  return static_cast<std::uint32_t>(std::uint64_t{x} * y % Model::kPrime);
}
// 0 for 0.
std::uint32_t invert(std::uint32_t x) {
  std::uint32_t out = 1;
  for (std::uint32_t exponent = Model::kPrime - 2; exponent > 0; exponent >>= 1) {
    if (exponent & 1) out = multiply(out, x);
    x = multiply(x, x);
  }
  return out;
}

std::uint32_t apply(Op op, std::uint32_t left, std::uint32_t right) {
  switch (op) {
    case Op::kOne:
      return 1;
    case Op::kAdd:
      return add(left, right);
    case Op::kNegate:
      return negate(left);
    case Op::kMultiply:
      return multiply(left, right);
    case Op::kSquare:
      return multiply(left, left);
    case Op::kInvert:
      return invert(left);
    default:
      return 0;
  }
}

std::uint32_t evaluate(const Bank& bank, Term term, const Letters& letters) {
  const Node& node = bank[term];
  if (node.op == Op::kVariable) return letters[node.left.id];
  const std::uint32_t left = arity(node.op) > 0 ? evaluate(bank, node.left, letters) : 0;
  return apply(node.op, left, arity(node.op) > 1 ? evaluate(bank, node.right, letters) : 0);
}

std::uint32_t letters_in(const Bank& bank, Term term) {  // a bit each
  const Node& node = bank[term];
  if (node.op == Op::kVariable) return 1u << node.left.id;
  std::uint32_t out = arity(node.op) > 0 ? letters_in(bank, node.left) : 0;
  if (arity(node.op) > 1) out |= letters_in(bank, node.right);
  return out;
}

bool holds(const Bank& bank, Statement statement, const Letters& letters) {
  const Node& node = bank[statement];
  if (node.op == Op::kGreaterEqual) return true;
  const std::uint32_t left = evaluate(bank, node.left, letters);
  return node.op == Op::kNonZero ? left != 0 : left == evaluate(bank, node.right, letters);
}

struct Equation {
  Statement statement;
  std::uint32_t letter;  // solved for
};

// The equations in an order in which each can be solved for a letter that no earlier one mentions.
std::vector<Equation> arrange(const Bank& bank, const Theorem& theorem) {
  struct Unsolved {
    Statement statement;
    std::uint32_t mentions;  // letters, a bit each
  };
  std::vector<Unsolved> left;
  std::array<std::size_t, 26> mentioned{};  // by how many of them
  const auto count = [&](std::uint32_t letters, std::size_t by) {
    for (std::size_t i = 0; i < mentioned.size(); ++i) mentioned[i] += (letters >> i & 1) * by;
  };
  for (const Statement premise : theorem.premises) {
    const Node& node = bank[premise];
    if (node.op != Op::kEqual || std::ranges::count(left, premise, &Unsolved::statement)) continue;
    left.push_back({premise, letters_in(bank, node.left) | letters_in(bank, node.right)});
    count(left.back().mentions, 1);
  }
  std::ranges::reverse(left);  // a letter that is new in a premise is often its last
  std::vector<Equation> out;
  // From the last to the first: one with a letter that no other one left has, its last such.
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
  return out;  // without those that are left: they may hold by themselves
}

void solve(const Bank& bank, const Equation& equation, Letters& letters) {
  std::uint32_t& letter = letters[equation.letter];
  // left - right at 0 and at 1, as if it were linear
  const auto difference = [&](std::uint32_t at) {
    letter = at;
    const Node& node = bank[equation.statement];
    return add(evaluate(bank, node.left, letters), negate(evaluate(bank, node.right, letters)));
  };
  const std::uint32_t at_zero = difference(0), at_one = difference(1);
  letter = multiply(negate(at_zero), invert(add(at_one, negate(at_zero))));
}

}  // namespace

Model::Model(const Bank& bank, RuleSet rules, const Theorem& theorem, bool refute) {
  const std::vector<Equation> equations = arrange(bank, theorem);
  const auto holds_here = [&](Statement s) { return holds(bank, s, letters_); };
  bool found = false;
  for (std::uint64_t seed = 0; !found && seed < kTries; ++seed) {
    Rng rng(seed);
    for (std::uint32_t& letter : letters_) letter = rng.below(kPrime);
    for (const Equation& equation : equations) solve(bank, equation, letters_);
    found = std::ranges::all_of(theorem.premises, holds_here);
  }
  refutes_ = found && refute && rules != RuleSet::kInt2021;
  extend(bank);
}

void Model::compute(const Bank& bank) {
  const auto first = static_cast<std::uint32_t>(values_.size());
  values_.resize(bank.size());
  for (std::uint32_t id = first; id < bank.size(); ++id) {  // children come before parents
    const Node& node = bank[Term{id}];
    if (node.op == Op::kVariable) {
      values_[id] = letters_[node.left.id];
    } else {
      values_[id] = apply(node.op, arity(node.op) > 0 ? values_[node.left.id] : 0,
                          arity(node.op) > 1 ? values_[node.right.id] : 0);
    }
  }
}

bool Model::may_hold(const Bank& bank, Statement statement) const {
  const Node& node = bank[statement];
  if (!refutes_ || node.op == Op::kGreaterEqual) return true;
  return node.op == Op::kNonZero ? value(node.left) != 0 : value(node.left) == value(node.right);
}

std::optional<std::uint32_t> Model::value(const Bank& patterns, Term pattern,
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
  return apply(node.op, *left, *right);
}

bool Model::may_hold(const Bank& patterns, Statement pattern, const Bindings& bindings) const {
  const Node& node = patterns[pattern];
  if (!refutes_ || node.op == Op::kGreaterEqual) return true;
  const auto left = value(patterns, node.left, bindings);
  if (node.op == Op::kNonZero) return left != 0u;
  const auto right = value(patterns, node.right, bindings);
  return !left || !right || *left == *right;
}

}  // namespace ineq
