#include "generate/generic_point.h"

#include "base/error.h"
#include "base/hash.h"

namespace ineq {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

std::uint64_t multiply(std::uint64_t x, std::uint64_t y) {
  const auto product = static_cast<__uint128_t>(x) * y;
  const std::uint64_t sum =
      static_cast<std::uint64_t>(product & kPrime) + static_cast<std::uint64_t>(product >> 61);
  return sum >= kPrime ? sum - kPrime : sum;
}

// x to the power p-2, which is 0 for 0.
std::uint64_t invert(std::uint64_t x) {
  std::uint64_t result = 1;
  for (std::uint64_t power = kPrime - 2; power > 0; power >>= 1) {
    if (power & 1) result = multiply(result, x);
    x = multiply(x, x);
  }
  return result;
}

}  // namespace

void GenericPoint::draw(Rng& rng) {
  seed_ = rng.next();
  set_ = 0;
}

void GenericPoint::set(const Bank& bank, Term variable, std::uint64_t value) {
  const std::uint32_t letter = bank[variable].left.id;
  set_ |= 1u << letter;
  variable_[letter] = value;
}

std::uint64_t GenericPoint::subtract(std::uint64_t x, std::uint64_t y) {
  return x >= y ? x - y : x + kPrime - y;
}

std::uint64_t GenericPoint::value(const Bank& bank, Term term) const {
  const Node& node = bank[term];
  switch (node.op) {
    case Op::kVariable: {
      const std::uint32_t letter = node.left.id;
      return set_ >> letter & 1 ? variable_[letter] : mix(seed_ + letter) % kPrime;
    }
    case Op::kZero:
      return 0;
    case Op::kOne:
      return 1;
    case Op::kAdd:
      return subtract(value(bank, node.left), subtract(0, value(bank, node.right)));
    case Op::kNegate:
      return subtract(0, value(bank, node.left));
    case Op::kMultiply:
      return multiply(value(bank, node.left), value(bank, node.right));
    case Op::kSquare: {
      const std::uint64_t root = value(bank, node.left);
      return multiply(root, root);
    }
    case Op::kInvert:
      return invert(value(bank, node.left));
    default:
      INEQ_CHECK(false);
  }
}

}  // namespace ineq
