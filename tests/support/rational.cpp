#include "support/rational.h"

#include <algorithm>

#include "base/error.h"

namespace ineq {

Point random_point(Rng& rng) {
  const auto draw = [&] {
    return Rational(static_cast<int>(rng.below(9)) - 4, static_cast<int>(rng.below(3)) + 1);
  };
  Point point;
  std::ranges::generate(point.variable, draw);
  point.inverse_of_zero = draw();
  return point;
}

Rational evaluate(const Bank& bank, Term term, const Point& point) {
  const Node& node = bank[term];
  const auto left = [&] { return evaluate(bank, node.left, point); };
  const auto right = [&] { return evaluate(bank, node.right, point); };
  switch (node.op) {
    case Op::kVariable:
      return point.variable[node.left.id];
    case Op::kZero:
      return 0;
    case Op::kOne:
      return 1;
    case Op::kAdd:
      return left() + right();
    case Op::kNegate:
      return -left();
    case Op::kMultiply:
      return left() * right();
    case Op::kSquare: {
      const Rational root = left();
      return root * root;
    }
    case Op::kInvert: {
      const Rational divisor = left();
      return divisor == 0 ? point.inverse_of_zero : 1 / divisor;
    }
    default:
      INEQ_CHECK(false);
  }
}

bool holds(const Bank& bank, Statement statement, const Point& point) {
  const Node& node = bank[statement];
  const Rational left = evaluate(bank, node.left, point);
  if (node.op == Op::kNonZero) return left != 0;
  const Rational right = evaluate(bank, node.right, point);
  return node.op == Op::kEqual ? left == right : left >= right;
}

bool survives(const Bank& bank, const Theorem& theorem, Rng& rng, int tries) {
  for (int i = 0; i < tries; ++i) {
    const Point point = random_point(rng);
    const auto true_here = [&](Statement s) { return holds(bank, s, point); };
    if (std::ranges::all_of(theorem.premises, true_here) && !true_here(theorem.goal)) return false;
  }
  return true;
}

}  // namespace ineq
