#pragma once
// The rows of the axioms as lemmas: what every exported proof is made of. They are those of the
// rule set `full`, which has all that are true.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.h"

namespace ineq {

struct Lemma {
  const Row* row;
  std::size_t axiom;
  std::size_t number;                 // among the rows of its axiom, from 1
  Statement conclusion;               // of a row that rewrites: at = by
  std::vector<std::uint8_t> letters;  // that occur in it, 0 for a, in the order of the alphabet

  std::string name() const;  // AdditionAssociativity_2
};

class Lemmas {
 public:
  Lemmas();
  Lemmas(const Lemmas&) = delete;
  Lemmas& operator=(const Lemmas&) = delete;

  const Bank& patterns() const { return rules_.patterns; }
  const std::vector<Lemma>& all() const { return all_; }
  // The one that says the same as a row of any rule set. Only int-2021 has one that is not true.
  const Lemma* find(const Rules& rules, std::size_t axiom, const Row& row) const;

 private:
  Rules rules_;
  std::vector<Lemma> all_;
  std::vector<std::string> texts_;  // of each
};

}  // namespace ineq
