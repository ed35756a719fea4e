#pragma once
// The theorem generator (paper, Algorithm 1 and Appendices B to D).
//
// The generator morphs a trivial statement X=X by each axiom of an order in turn and constructs the
// proof from these morphs. A theorem is accepted only if the kernel accepts the proof, with as many
// steps as the order has axioms, if its goal is not excluded, and if it is as hard as requested.
// Otherwise another order is tried. Theorem number i is a pure function of i and the specification,
// including the files that it names.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "generate/attempt.h"
#include "generate/axiom_lists.h"
#include "generate/initial_terms.h"
#include "generate/morph.h"
#include "generate/specification.h"

namespace ineq {

class Generator {
 public:
  // Throws Error on a specification that no theorem can meet. The lists are those of the
  // specification; several generators can share them.
  Generator(const Specification& specification, std::shared_ptr<const AxiomLists> lists);
  explicit Generator(const Specification& specification)
      : Generator(specification, load_axiom_lists(specification)) {}
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  // The result and the terms in `bank` are valid until the next call. Throws Error if kMaxAttempts
  // attempts fail.
  const Generated& generate(std::uint64_t index) { return generate(specification_.seed, index); }
  // Uses another seed than that of the specification.
  const Generated& generate(std::uint64_t seed, std::uint64_t index);
  // `generate` calls this function often and throws Interrupted soon after it returns true. A
  // theorem that takes searches (min_shortest) can take minutes.
  void set_interrupt(std::function<bool()> is_interrupted) {
    is_interrupted_ = std::move(is_interrupted);
  }
  Bank& bank() { return bank_; }
  const Specification& specification() const { return specification_; }
  const Rules& rules() const { return rules_; }

  // The numbers of attempts so far, by their result.
  struct Attempts {
    std::uint64_t accepted = 0;
    std::uint64_t morph_failed = 0;  // an axiom could not be used or made no new statement
    std::uint64_t proof_failed = 0;  // the theorem was proven before the last step
    std::uint64_t excluded = 0;
    std::uint64_t too_easy = 0;  // or not shown to be as hard as requested

    std::uint64_t all() const {
      return accepted + morph_failed + proof_failed + excluded + too_easy;
    }
    Attempts& operator+=(const Attempts& other) {
      accepted += other.accepted;
      morph_failed += other.morph_failed;
      proof_failed += other.proof_failed;
      excluded += other.excluded;
      too_easy += other.too_easy;
      return *this;
    }
  };
  const Attempts& attempts() const { return attempts_; }

 private:
  void draw_initial(Rng& rng);
  void draw_order(Rng& rng, Order& order) const;
  std::optional<Order> try_order(Rng& rng) const;
  bool is_excluded(Statement goal) const;
  bool is_too_easy(const Theorem& theorem) const;

  const Specification specification_;
  const std::shared_ptr<const AxiomLists> lists_;
  const Rules rules_;
  const MorphTable table_;
  const InitialTerms initial_terms_;
  Bank bank_;
  Attempt attempt_;
  std::vector<Term> initial_;
  Order order_;
  std::optional<Generated> generated_;  // the last theorem
  Attempts attempts_;
  std::function<bool()> is_interrupted_;
};

}  // namespace ineq
