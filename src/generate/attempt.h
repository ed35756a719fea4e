#pragma once
// One attempt at a theorem by a given order: morph a trivial statement, then read the proof off.
//
// While the proof walks back, each earlier core sits inside the goal with its sides at two known
// places: undoing R+n = n+L leaves R+n = L+n. So every step is found from its morph alone, without
// a search.

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

  // False when an axiom of the order cannot be used or brings nothing new.
  bool morph(Rng& rng, const std::vector<Term>& initial, const Order& order);
  // After morph. Nothing if the kernel does not accept the proof with all its steps.
  std::optional<Proven> read_proof();

 private:
  struct Turn {  // one morph, and what is needed to undo it
    std::uint8_t axiom;
    Statement before;                      // the core that it changed
    Term undone = {};                      // what the proof puts in the place of what it made
    const Extension* extension = nullptr;  // none: a transformation,
    bool right = false;                    // in which side,
    std::uint32_t node = 0;                // and where in it, the side being 0
    std::optional<Term> lost = {};         // what it removed and the proof must bring back
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
  Rng* rng_ = nullptr;  // of the attempt under way

  Statement core_;
  std::vector<Action> proof_;  // reused to avoid reallocation, as are the vectors below
  std::vector<Turn> turns_;
  std::vector<Statement> premises_;
  std::vector<Statement> known_;  // all statements so far: an axiom must bring a new one
  std::vector<Term> pool_;        // what n and m are sampled from
  std::vector<std::uint32_t>
      prefix_;                 // by term: characters in INT's prefix notation, 0 if not known
  std::vector<Term> swapped_;  // what commutativity has made
  struct Place {
    Term term;
    std::uint32_t node;
  };
  std::vector<Place> places_;  // in the core, where a transformation fits
  GenericPoint point_;
  std::uint32_t nodes_ = 0;
  char fresh_ = 0;
};

}  // namespace ineq
