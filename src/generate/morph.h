#pragma once
// Morphs: how each axiom turns a core statement into a longer one (paper, Appendices B to D), and
// how one action of the proof undoes it. The morphs are a table of text, like the axioms.
//
// A transformation rewrites one node of the core: `x+y => y+x`. Under the full rules there are also
// the transformations of the paper's Appendix C that the original omits; the proof undoes them by
// the introductions of that rule set. (Of `x+0 or 0+x` only the first is there, because no row
// introduces the other.) An extension builds a new core from the sides l and r of the old one, from
// sampled terms n and m, and, if it adds a premise, from a new variable f. The table does not say
// how the proof undoes an extension: that is derived from the row of the axiom.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "axioms/axioms.h"
#include "kernel/kernel.h"

namespace ineq {

// A path down from a node: the left or right child at each level.
class Path {
 public:
  constexpr Path() = default;
  constexpr explicit Path(bool right) : bits_(right), length_(1) {}

  void push(bool right);
  Path then(const Path& further) const;
  // Replaces the first level, which selects a side, by the path of that side.
  Path in(const std::array<Path, 2>& sides) const;
  // The preorder number of the node at the end of the path, where `from` has the number 0.
  std::uint32_t node(const Bank& bank, Term from) const;

 private:
  std::uint64_t bits_ = 0;
  std::uint8_t length_ = 0;
};

struct Transformation {
  Term at;
  Term by;
  std::optional<Term> lost;  // the variable of `at` that does not occur in `by`, if any
};

struct Extension {
  Statement core;                    // the new core
  std::optional<Statement> fact;     // the axiom's own statement, before r replaces one l
  std::optional<Statement> premise;  // the new premise
  std::optional<Term> left;          // the pattern that the old left side must match
  std::uint8_t samples = 0;          // number of sampled terms: 0, 1 (n) or 2 (n and m)

  struct Undo {
    std::vector<Path> operands;  // operands of the action, as paths in the new core
    // Where the sides of the old core are in the goal after the action. Nothing if that goal is the
    // old core itself.
    std::optional<std::array<Path, 2>> sides;
  };
  Undo undo;
};

struct MorphRule {
  std::optional<Transformation> transformation;
  std::vector<Extension> extensions;  // one of them is drawn
  bool skips_zero = false;            // n and m are not 0, unless there is no other term
  bool divides = false;               // divides by the right side of the old core or by `lost`
};

struct MorphTable {
  Bank patterns;
  std::array<MorphRule, kAxiomCount> rules;
};

MorphTable make_morph_table(RuleSet set);

}  // namespace ineq
