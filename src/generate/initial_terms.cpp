#include "generate/initial_terms.h"

#include <algorithm>
#include <array>

namespace ineq {
namespace {

constexpr std::array kUnary = {Op::kNegate, Op::kSquare, Op::kInvert};
constexpr std::array kBinary = {Op::kAdd, Op::kMultiply};

}  // namespace

InitialTerms::InitialTerms(std::size_t degree) {
  count_.push_back(3);
  while (count_.size() <= degree) {
    const std::size_t d = count_.size();
    double count = kUnary.size() * count_[d - 1];
    for (std::size_t left = 0; left < d; ++left) {
      count += kBinary.size() * count_[left] * count_[d - 1 - left];
    }
    count_.push_back(count);
  }
}

Term InitialTerms::draw(Rng& rng, Bank& bank, std::size_t degree) const {
  if (degree == 0) return bank.variable(static_cast<char>('a' + rng.below(3)));
  double at = count_[degree] * rng.unit();
  for (const Op op : kUnary) {
    at -= count_[degree - 1];
    if (at < 0) return bank.term(op, draw(rng, bank, degree - 1));
  }
  for (std::size_t left = 0; left < degree; ++left) {
    for (const Op op : kBinary) {
      at -= count_[left] * count_[degree - 1 - left];
      if (at < 0) return draw_binary(rng, bank, op, left, degree);
    }
  }
  // Reached only because of rounding errors.
  return draw_binary(rng, bank, kBinary.back(), degree - 1, degree);
}

Term InitialTerms::draw_binary(Rng& rng, Bank& bank, Op op, std::size_t left,
                               std::size_t degree) const {
  const Term first = draw(rng, bank, left);
  return bank.term(op, first, draw(rng, bank, degree - 1 - left));
}

void InitialTerms::draw_some(Rng& rng, Bank& bank, std::size_t of_each_degree,
                             std::vector<Term>& out) const {
  out.clear();
  for (std::size_t degree = 0; degree < count_.size(); ++degree) {
    const double wanted = std::min(static_cast<double>(of_each_degree), count_[degree]);
    const std::size_t end = out.size() + static_cast<std::size_t>(wanted);
    while (out.size() < end) {
      const Term term = draw(rng, bank, degree);
      if (std::ranges::find(out, term) == out.end()) out.push_back(term);
    }
  }
}

}  // namespace ineq
