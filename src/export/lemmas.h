#pragma once
// The rows of the axioms as lemmas, which exported proofs are composed of. They are the rows of the
// rule set `full`, which contains every row that is true for real numbers.

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
  Statement conclusion;               // at = by for a row that rewrites
  std::vector<std::uint8_t> letters;  // the variables, 0 for `a`, in alphabetical order

  std::string name() const;  // AdditionAssociativity_2
};

class Lemmas {
 public:
  Lemmas();
  Lemmas(const Lemmas&) = delete;
  Lemmas& operator=(const Lemmas&) = delete;

  const Bank& patterns() const { return rules_.patterns; }
  const std::vector<Lemma>& all() const { return all_; }
  // Returns the lemma that is equal to a row of any rule set. Returns null only for the row of
  // int-2021 that is not true.
  const Lemma* find(const Rules& rules, std::size_t axiom, const Row& row) const;

 private:
  Rules rules_;
  std::vector<Lemma> all_;
  std::vector<std::string> texts_;  // the text of each lemma, by which rows are compared
};

}  // namespace ineq
