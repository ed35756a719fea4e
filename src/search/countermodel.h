#pragma once
// A point at which all premises of a theorem hold, over the integers modulo a prime.
//
// The axioms of equality are true in every field, whatever 1/0 is taken to be, and none of them
// needs an inequality. So an equation or x!=0 that is false at the point cannot be proven from the
// premises, and a search can drop it without losing a proof. What is true at the point is almost
// surely true wherever the premises are: search takes terms with one value for equal.
//
// Nothing is said of inequalities, which have no meaning modulo a prime. Under the rule set
// int-2021, which proves what is false, and where no point is found, nothing is refuted; the values
// are then those of some other point, and no more than a guide.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/prime_field.h"
#include "axioms/axioms.h"
#include "kernel/kernel.h"
#include "term/pattern.h"

namespace ineq {

class Countermodel {
 public:
  using Field = PrimeField<31>;

  // Looks for a point: one letter of each equation is solved for, where the others do not depend on
  // it and it occurs there linearly. The same point for equal theorems. Without `refute`
  // it is only a guide.
  Countermodel(const Bank& bank, RuleSet rules, const Theorem& theorem, bool refute = true);

  // Whether it can; otherwise every statement may hold.
  bool refutes() const { return refutes_; }

  // Brings the values up to date with a bank that has grown.
  void extend(const Bank& bank) {
    if (values_.size() < bank.size()) compute(bank);
  }
  // Of what was there when the values were last brought up to date.
  std::uint32_t value(Term term) const { return values_[term.id]; }
  bool may_hold(const Bank& bank, Statement statement) const;
  // Of a pattern whose variables are bound; nothing where one is not.
  std::optional<std::uint32_t> value(const Bank& patterns, Term pattern,
                                     const Bindings& bindings) const;
  bool may_hold(const Bank& patterns, Statement pattern, const Bindings& bindings) const;

 private:
  void compute(const Bank& bank);

  bool refutes_ = false;
  std::array<std::uint32_t, 26> letters_{};
  std::vector<std::uint32_t> values_;  // by id; of a statement 0
};

}  // namespace ineq
