#pragma once
// Patterns: terms and statements whose variables stand for any terms. They live in a bank of their
// own.

#include <array>
#include <cstdint>
#include <optional>

#include "term/term.h"

namespace ineq {

// What each letter, 0 for a, stands for: terms of the other bank.
class Bindings {
 public:
  // False if the letter is bound to another term.
  bool bind(std::uint32_t letter, Term term) {
    if (!(bound_ >> letter & 1)) ids_[letter] = term.id;
    bound_ |= 1u << letter;
    return ids_[letter] == term.id;
  }
  std::optional<Term> operator[](std::uint32_t letter) const {
    return bound_ >> letter & 1 ? std::optional(Term{ids_[letter]}) : std::nullopt;
  }

 private:
  std::uint32_t bound_ = 0;            // a bit a letter
  std::array<std::uint32_t, 26> ids_;  // of the terms; those of other letters are not even set
};

// pattern, term --> the bindings under which they are equal, added to those that are there. On
// false the bindings may hold part of a match.
bool match(const Bank& patterns, Term pattern, const Bank& bank, Term term, Bindings& bindings);

// pattern --> the term, or statement, with its variables replaced; all of them must be bound.
Term substitute(const Bank& patterns, Term pattern, Bank& bank, const Bindings& bindings);
Statement substitute(const Bank& patterns, Statement pattern, Bank& bank, const Bindings& bindings);

}  // namespace ineq
