#pragma once
// A point at which all premises of a theorem hold, over the integers modulo a prime.
//
// The axioms of equality are true in every field, whatever 1/0 is taken to be, and none of them
// needs an inequality. So an equation or x!=0 that is false at the point cannot be proven from the
// premises, and a search can drop it without losing a proof. Conversely, an equation that is true
// at the point is almost surely true wherever the premises hold, so searches treat terms with the
// same value as equal.
//
// Inequalities have no meaning modulo a prime and are never refuted. Nothing at all is refuted
// under the rule set int-2021, which proves false statements, or if no point is found. The values
// are then those of an arbitrary point and only guide the search.

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

  // Looks for a point. The equations among the premises are solved one after the other, each for a
  // letter that no earlier one mentions and that is taken to occur linearly. Equal theorems get the
  // same point. If `refute` is false, the point is only a guide.
  Countermodel(const Bank& bank, RuleSet rules, const Theorem& theorem, bool refute = true);

  // Whether statements can be refuted; if not, may_hold() is always true.
  bool refutes() const { return refutes_; }

  // Brings the values up to date with a bank that has grown.
  void extend(const Bank& bank) {
    if (values_.size() < bank.size()) compute(bank);
  }
  // The term must have been in the bank at the last call of extend().
  std::uint32_t value(Term term) const { return values_[term.id]; }
  bool may_hold(const Bank& bank, Statement statement) const;
  // The value of a pattern under the bindings. Returns nothing if a variable is not bound.
  std::optional<std::uint32_t> value(const Bank& patterns, Term pattern,
                                     const Bindings& bindings) const;
  bool may_hold(const Bank& patterns, Statement pattern, const Bindings& bindings) const;

 private:
  void compute(const Bank& bank);

  bool refutes_ = false;
  std::array<std::uint32_t, 26> letters_{};
  std::vector<std::uint32_t> values_;  // by id; 0 for a statement
};

}  // namespace ineq
