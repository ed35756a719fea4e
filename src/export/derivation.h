#pragma once
// A proof as mathematicians and proof checkers read one: from what is known to the goal.
//
// The kernel's proofs go backwards, from the goal to what is left to prove, with steps ahead
// between. Here each line concludes a statement from statements that are trivial, premises, or
// concluded by a line before it. Lines that the goal does not need are left out.

#include <cstdint>
#include <span>
#include <vector>

#include "export/lemmas.h"
#include "kernel/kernel.h"
#include "term/pattern.h"

namespace ineq {

struct Line {
  const Lemma* lemma;
  Bindings bindings;        // of its letters
  std::uint32_t place = 0;  // a lemma that rewrites: the occurrence in the conclusion
  std::vector<Statement>
      assumptions;  // its premises; then, if it rewrites, the statement before it
  Statement conclusion;
};

struct Derivation {
  Theorem theorem;
  std::vector<Line>
      lines;  // the last one concludes the goal; none where it is trivial or a premise
};

// Throws Error if a step is not justified in the field: int-2021 divides by what may be zero.
Derivation derive(Bank& bank, const Proven& proven, const Lemmas& lemmas);

// As a checker reads it, without the kernel: each line is an instance of its lemma and rests on
// what is known before it, and the goal is known at the end.
bool holds(Bank& bank, const Lemmas& lemmas, const Derivation& derivation);

// What int-2021's steps take for granted, in their order: x!=0 for each x that is divided by and of
// which no premise says so. With these as premises the proof is one under `standard`.
std::vector<Statement> missing_premises(Bank& bank, const Proven& proven, const Lemmas& lemmas);

}  // namespace ineq
