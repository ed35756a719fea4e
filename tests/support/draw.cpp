#include "support/draw.h"

#include <algorithm>

#include "files/lines.h"
#include "support/repository.h"
#include "term/pattern.h"

namespace ineq {
namespace {

Op draw_op(Rng& rng) {
  constexpr Op kOps[] = {Op::kAdd,      Op::kAdd,    Op::kAdd,    Op::kMultiply,
                         Op::kMultiply, Op::kNegate, Op::kSquare, Op::kInvert};
  return kOps[rng.below(std::size(kOps))];
}

// The term with the operands of some sums and products exchanged.
Term reordered(Bank& bank, Rng& rng, Term term) {
  const Node node = bank[term];
  if (arity(node.op) == 0) return term;
  const Term left = reordered(bank, rng, node.left);
  if (arity(node.op) == 1) return bank.term(node.op, left);
  const Term right = reordered(bank, rng, node.right);
  return rng.below(2) == 0 ? bank.term(node.op, left, right) : bank.term(node.op, right, left);
}

Theorem row_instance(Bank& bank, const Rules& rules, Rng& rng) {
  const auto& rows = rules.axioms[rng.below(static_cast<std::uint32_t>(rules.axioms.size()))];
  const Row& row = rows[rng.below(static_cast<std::uint32_t>(rows.size()))];
  Bindings bindings;
  for (std::uint32_t v = 0; v < 26; ++v) bindings.bind(v, random_term(bank, rng, 1));
  const auto instance = [&](auto pattern) {
    return substitute(rules.patterns, pattern, bank, bindings);
  };
  Theorem theorem;
  for (const Statement premise : row.premises) theorem.premises.push_back(instance(premise));
  if (row.conclusion) {
    theorem.goal = instance(*row.conclusion);
  } else {
    const Op relation = rng.below(3) == 0 ? Op::kGreaterEqual : Op::kEqual;
    theorem.goal =
        bank.statement(relation, instance(row.operands.back()), instance(row.by.value()));
  }
  return theorem;
}

// Premises x=y or x>=y, and a goal that combines them with another term.
Theorem combination(Bank& bank, Rng& rng) {
  Theorem theorem;
  const Op relation = rng.below(2) == 0 ? Op::kEqual : Op::kGreaterEqual;
  Term left = random_term(bank, rng, 1);
  Term right = left;
  const std::uint32_t parts = 1 + rng.below(3);
  for (std::uint32_t i = 0; i < parts; ++i) {
    const Term x = random_term(bank, rng, 1), y = random_term(bank, rng, 1);
    if (rng.below(4) == 0) {
      theorem.premises.push_back(bank.statement(Op::kGreaterEqual, x, bank.term(Op::kZero)));
      left = bank.term(Op::kMultiply, left, x);
      right = bank.term(Op::kMultiply, right, x);
    } else {
      theorem.premises.push_back(bank.statement(relation, x, y));
      left = bank.term(Op::kAdd, left, x);
      right = bank.term(Op::kAdd, right, y);
    }
  }
  if (rng.below(3) == 0) right = reordered(bank, rng, right);
  theorem.goal = bank.statement(relation, left, right);
  return theorem;
}

}  // namespace

Term random_term(Bank& bank, Rng& rng, unsigned height) {
  if (height == 0 || rng.below(3) == 0) {
    const std::uint32_t leaf = rng.below(6);
    if (leaf == 4) return bank.term(Op::kZero);
    if (leaf == 5) return bank.term(Op::kOne);
    return bank.variable(static_cast<char>('a' + leaf));
  }
  const Op op = draw_op(rng);
  const Term left = random_term(bank, rng, height - 1);
  if (arity(op) == 1) return bank.term(op, left);
  return bank.term(op, left, random_term(bank, rng, height - 1));
}

Statement random_statement(Bank& bank, Rng& rng, unsigned height, bool may_be_non_zero) {
  const Term left = random_term(bank, rng, height);
  if (may_be_non_zero && rng.below(4) == 0) return bank.statement(Op::kNonZero, left);
  return bank.statement(rng.below(2) == 0 ? Op::kEqual : Op::kGreaterEqual, left,
                        random_term(bank, rng, height));
}

Theorem random_theorem(Bank& bank, const Rules& rules, Rng& rng) {
  Theorem theorem;
  switch (rng.below(4)) {
    case 0:
      theorem.goal = random_statement(bank, rng, 3, false);
      break;
    case 1: {
      const Term term = random_term(bank, rng, 4);
      theorem.goal = bank.statement(Op::kEqual, term, reordered(bank, rng, term));
      break;
    }
    case 2:
      theorem = row_instance(bank, rules, rng);
      break;
    default:
      theorem = combination(bank, rng);
  }
  if (bank[theorem.goal].op == Op::kNonZero) return random_theorem(bank, rules, rng);
  while (rng.below(3) == 0) theorem.premises.push_back(random_statement(bank, rng, 2, true));
  if (rng.below(8) == 0 && !theorem.premises.empty()) {  // repeats a premise
    theorem.premises.push_back(theorem.premises.front());
  }
  if (rng.below(32) == 0) theorem.premises.push_back(theorem.goal);
  return theorem;
}

Point small_point(Rng& rng) {
  const auto draw = [&] { return Rational(static_cast<int>(rng.below(5)) - 2, 1); };
  Point point;
  std::ranges::generate(point.variable, draw);
  point.inverse_of_zero = draw();
  return point;
}

std::vector<Point> models(const Bank& bank, std::span<const Statement> statements, Rng& rng,
                          std::size_t wanted, std::size_t tries) {
  std::vector<Point> out;
  for (; tries > 0 && out.size() < wanted; --tries) {
    Point point = tries % 4 == 0 ? random_point(rng) : small_point(rng);
    const auto true_here = [&](Statement s) { return holds(bank, s, point); };
    if (std::ranges::all_of(statements, true_here)) out.push_back(std::move(point));
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> out;
  LineReader reader(path);
  for (std::string_view line; reader.next(line);) out.emplace_back(line);
  return out;
}

std::vector<Record> example_records() {
  std::vector<Record> out;
  for (const std::string& line : lines_of(in_repository("examples/theorems.jsonl"))) {
    out.push_back(read_record(line));
  }
  return out;
}

}  // namespace ineq
