#include "algebra/generic_point.h"

#include "base/hash.h"

namespace ineq {

void GenericPoint::draw(Rng& rng) {
  seed_ = rng.next();
  set_ = 0;
}

void GenericPoint::set(const Bank& bank, Term variable, std::uint64_t value) {
  const std::uint32_t letter = bank[variable].left.id;
  set_ |= 1u << letter;
  variable_[letter] = value;
}

std::uint64_t GenericPoint::value(const Bank& bank, Term term) const {
  return Field::evaluate(bank, term, [&](std::uint32_t letter) {
    return set_ >> letter & 1 ? variable_[letter] : mix(seed_ + letter) % Field::kPrime;
  });
}

}  // namespace ineq
