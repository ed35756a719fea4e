#pragma once
// How each axiom turns a core statement into a longer theorem (paper, Appendices B to D), as a
// table of text beside that of the axioms, and how the turn is undone by one action of the proof.
//
// A transformation rewrites one node of the core, `x+y => y+x`. Under the full rules there are
// those of the paper's Appendix C that the original leaves out: the proof undoes them by the
// introductions of that set. (Of `x+0 or 0+x` it has the first alone: no row introduces the other.)
// An extension builds a new core from the sides l and r of the old one, from sampled terms n and m,
// and from a new variable f, where it makes up a premise. What the proof must do to undo it is not
// written down: it is derived from the axiom's own row.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "axioms/axioms.h"
#include "kernel/kernel.h"

namespace ineq {

// A way down from a node: left or right child at each level.
class Path {
 public:
  constexpr Path() = default;
  constexpr explicit Path(bool right) : bits_(right), length_(1) {}

  void push(bool right);
  Path then(const Path& further) const;
  // With the place of a side in place of the first level, which says which side.
  Path in(const std::array<Path, 2>& sides) const;
  // The preorder number of its end, `from` being 0.
  std::uint32_t node(const Bank& bank, Term from) const;

 private:
  std::uint64_t bits_ = 0;
  std::uint8_t length_ = 0;
};

struct Transformation {
  Term at;
  Term by;
  std::optional<Term> lost;  // the variable of `at` that `by` is without
};

struct Extension {
  Statement core;                    // the new core
  std::optional<Statement> fact;     // the axiom's own statement, before r is put in place of l
  std::optional<Statement> premise;  // what is made up
  std::optional<Term> left;          // what the old left side must look like
  std::uint8_t samples = 0;          // of n and m: how many it needs

  struct Undo {
    std::vector<Path> operands;  // of the action, in the new core
    // Where the sides of the old core are after the action, in the new core as the action left it;
    // the goal is the old core itself if there is none.
    std::optional<std::array<Path, 2>> sides;
  };
  Undo undo;
};

struct MorphRule {
  std::optional<Transformation> transformation;
  std::vector<Extension> extensions;  // one is drawn
  bool skips_zero = false;            // n and m are never 0
  bool divides = false;               // by the right side of the old core, or by what is lost
};

struct MorphTable {
  Bank patterns;
  std::array<MorphRule, kAxiomCount> rules;
};

MorphTable make_morph_table(RuleSet set);

}  // namespace ineq
