#pragma once
// The field of integers modulo the Mersenne prime 2^kBits - 1, and the values of terms in it.
// Division by zero gives zero, which is allowed because the axioms say nothing about 1/0. There is
// no order, so inequalities have no value here.

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "term/term.h"

namespace ineq {

template <int kBits>
struct PrimeField {
  static_assert(kBits == 31 || kBits == 61, "2^kBits - 1 must be a prime");
  using Value = std::conditional_t<kBits == 31, std::uint32_t, std::uint64_t>;
  using Product = std::conditional_t<kBits == 31, std::uint64_t, __uint128_t>;

  static constexpr Value kPrime = (Value{1} << kBits) - 1;

  static Value add(Value x, Value y) { return subtract(x, negate(y)); }
  static Value subtract(Value x, Value y) { return x >= y ? x - y : x + (kPrime - y); }
  static Value negate(Value x) { return x == 0 ? 0 : kPrime - x; }
  static Value multiply(Value x, Value y) {
    const Product product = static_cast<Product>(x) * y;
    const Value sum = static_cast<Value>(product & kPrime) + static_cast<Value>(product >> kBits);
    return sum >= kPrime ? sum - kPrime : sum;
  }
  static Value invert(Value x) {  // x to the power p - 2, which is 0 if x is 0
    Value result = 1;
    for (Value power = kPrime - 2; power > 0; power >>= 1) {
      if (power & 1) result = multiply(result, x);
      x = multiply(x, x);
    }
    return result;
  }

  // Computes the value of a term from those of its children. Operators that make statements give 0.
  static Value apply(Op op, Value left, Value right) {
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

  // `letter(i)` is the value of variable number i, from 0 for `a`.
  template <std::invocable<std::uint32_t> Letter>
  static Value evaluate(const Bank& bank, Term term, const Letter& letter) {
    const Node& node = bank[term];
    if (node.op == Op::kVariable) return letter(node.left.id);
    const Value left = arity(node.op) > 0 ? evaluate(bank, node.left, letter) : 0;
    return apply(node.op, left, arity(node.op) > 1 ? evaluate(bank, node.right, letter) : 0);
  }
};

}  // namespace ineq
