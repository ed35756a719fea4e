#pragma once
// The theorem generator (paper, Algorithm 1 and Appendices B to D).
//
// It morphs a trivial statement X=X by each axiom of an order in turn and reads the proof off. A
// theorem is kept only when the kernel accepts that proof, with as many steps as the order has
// axioms; otherwise another order is tried. Theorem number i is a pure function of the
// specification and i.

#include <cstdint>
#include <vector>

#include "generate/attempt.h"
#include "generate/initial_terms.h"
#include "generate/morph.h"
#include "generate/order.h"
#include "generate/specification.h"

namespace ineq {

class Generator {
 public:
  // Takes its orders from the list with equal chances, or makes each up where the list is empty.
  // Throws Error on a specification that no theorem can meet.
  explicit Generator(const Specification& specification, std::vector<Order> orders = {});
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  // Valid until the next call, as are the terms in `bank`. Throws Error when kMaxAttempts fail.
  const Generated& generate(std::uint64_t index);
  Bank& bank() { return bank_; }
  const Specification& specification() const { return specification_; }
  const Rules& rules() const { return rules_; }

  // What became of the attempts so far.
  struct Attempts {
    std::uint64_t accepted = 0;
    std::uint64_t morph_failed = 0;  // an axiom could not be used, or brought nothing new
    std::uint64_t proof_failed = 0;  // proven before all steps were taken
  };
  const Attempts& attempts() const { return attempts_; }

 private:
  void draw_order(Rng& rng, Order& order) const;

  const Specification specification_;
  const std::vector<Order> orders_;
  const Rules rules_;
  const MorphTable table_ = make_morph_table();
  const InitialTerms initial_terms_;
  Bank bank_;
  Attempt attempt_;
  std::vector<Term> initial_;
  Generated generated_;
  Attempts attempts_;
};

// The orders that theorems of the specification are made by: those among so many random ones.
std::vector<Order> orders_of(const Specification& specification);

}  // namespace ineq
