#pragma once
// Patterns: terms and statements whose variables stand for arbitrary terms. Patterns live in their
// own bank, so that their variables are never mixed up with those of the terms they match.

#include <array>
#include <cstdint>
#include <optional>

#include "term/term.h"

namespace ineq {

// Maps the variables of patterns, by letter (0 for `a`), to terms of the bank that is matched.
class Bindings {
 public:
  // Returns false if the letter is already bound to a different term.
  bool bind(std::uint32_t letter, Term term) {
    if (!(bound_ >> letter & 1)) ids_[letter] = term.id;
    bound_ |= 1u << letter;
    return ids_[letter] == term.id;
  }
  std::optional<Term> operator[](std::uint32_t letter) const {
    return bound_ >> letter & 1 ? std::optional(Term{ids_[letter]}) : std::nullopt;
  }

 private:
  std::uint32_t bound_ = 0;            // one bit per letter
  std::array<std::uint32_t, 26> ids_;  // uninitialised for letters that are not bound
};

// Extends the bindings so that the pattern becomes equal to the term. If that is impossible,
// returns false and may leave the bindings partly extended.
bool match(const Bank& patterns, Term pattern, const Bank& bank, Term term, Bindings& bindings);

// Returns the pattern with its variables replaced. All of them must be bound.
Term substitute(const Bank& patterns, Term pattern, Bank& bank, const Bindings& bindings);
Statement substitute(const Bank& patterns, Statement pattern, Bank& bank, const Bindings& bindings);

}  // namespace ineq
