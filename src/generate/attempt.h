#pragma once
// One attempt to make a theorem from a given order of axioms: it morphs a trivial statement, the
// core, by one axiom after the other and then constructs the proof by undoing these morphs in
// reverse.
//
// While the proof undoes the morphs, each earlier core is inside the goal, and its two sides are at
// known places: undoing R+n = n+L leaves R+n = L+n. Each step therefore follows from its morph
// alone, without a search. The kernel checks the result.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algebra/generic_point.h"
#include "generate/morph.h"
#include "generate/order.h"
#include "generate/specification.h"
#include "term/pattern.h"

namespace ineq {

struct Generated {
  Order order;
  Proven proven;

  const Theorem& theorem() const { return proven.theorem(); }
  std::span<const Action> proof() const { return proven.proof(); }
};

class Attempt {
 public:
  Attempt(const Specification& specification, const Rules& rules, const MorphTable& table,
          Bank& bank)
      : specification_(specification), rules_(rules), table_(table), bank_(bank) {}

  // Returns false if an axiom of the order cannot be used or makes no new statement.
  bool morph(Rng& rng, const std::vector<Term>& initial, const Order& order);
  // To be called after `morph`. Returns nothing if the kernel does not accept the proof, for
  // example because the theorem is proven before the last step.
  std::optional<Proven> read_proof();

 private:
  struct Turn {  // one morph, with what is needed to undo it
    std::uint8_t axiom;
    Statement before;                      // the core before the morph
    Term undone = {};                      // what the proof puts back in place of the new term
    const Extension* extension = nullptr;  // null for a transformation
    bool right = false;                    // transformation: whether it is in the right side
    std::uint32_t node = 0;                // transformation: preorder number within that side
    std::optional<Term> lost = {};         // the term that it removed, which the proof reintroduces
  };

  void clear();
  bool turn(std::uint8_t axiom);
  bool may_transform();
  void find_places(Term pattern, Term term, std::uint32_t node);
  std::optional<bool> transform(std::uint8_t axiom, const MorphRule& rule);
  bool extend(std::uint8_t axiom, const MorphRule& rule, const Extension& extension);
  bool make_premise(Statement pattern, Bindings& bindings);
  bool divide(Term left, Term right);
  bool require_non_zero(Term term);
  bool advance(Statement core);

  std::optional<Operand> find_anywhere(Statement goal, Term term) const;
  Term sample(bool not_zero);
  void add_premise(Statement premise);
  bool know_new(Statement statement);
  void know(Statement statement);
  void add_to_pool(Term term);

  const Specification& specification_;
  const Rules& rules_;
  const MorphTable& table_;
  Bank& bank_;
  Rng* rng_ = nullptr;  // the generator of the current attempt

  Statement core_;
  std::vector<Action> proof_;  // reused to avoid reallocation, as are the vectors below
  std::vector<Turn> turns_;
  std::vector<Statement> premises_;
  std::vector<Statement> known_;       // all statements so far; each morph must make a new one
  std::vector<Term> pool_;             // the terms from which n and m are sampled
  std::vector<std::uint32_t> prefix_;  // by term: its length in INT's prefix notation; 0: not known
  std::vector<Term> swapped_;          // the terms that commutativity has made
  struct Place {
    Term term;
    std::uint32_t node;
  };
  std::vector<Place> places_;  // nodes of the core at which the transformation is possible
  GenericPoint point_;
  std::uint32_t nodes_ = 0;
  char fresh_ = 0;
};

}  // namespace ineq
