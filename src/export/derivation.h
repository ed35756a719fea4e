#pragma once
// A derivation is a proof as mathematicians and proof checkers read it: from the premises to the
// goal.
//
// The kernel's proofs go mostly backward, from the goal to what is left to prove, with forward
// steps in between. In a derivation, each line concludes a statement from statements that are
// trivial, premises, or conclusions of earlier lines. Lines that the goal does not need are
// omitted.

#include <cstdint>
#include <span>
#include <vector>

#include "export/lemmas.h"
#include "kernel/kernel.h"
#include "term/pattern.h"

namespace ineq {

struct Line {
  const Lemma* lemma;
  Bindings bindings;        // of the lemma's letters
  std::uint32_t place = 0;  // if the lemma rewrites: the rewritten occurrence in the conclusion
  // The premises of the lemma and, if it rewrites, the statement before the rewriting.
  std::vector<Statement> assumptions;
  Statement conclusion;
};

struct Derivation {
  Theorem theorem;
  // The last line concludes the goal. There are no lines if the goal is trivial or a premise.
  std::vector<Line> lines;
};

// Throws Error if a step is not valid in a field: int-2021 does not check divisors.
Derivation derive(Bank& bank, const Proven& proven, const Lemmas& lemmas);

// Checks the derivation as another system would, without the kernel: each line must be an instance
// of its lemma and use only what is known before it, and the goal must be known at the end.
bool holds(Bank& bank, const Lemmas& lemmas, const Derivation& derivation);

// Returns what the steps of an int-2021 proof take for granted, in the order of the steps: x!=0 for
// each divisor x that no premise states to be non-zero. With these as additional premises, the
// proof is valid under `standard`.
std::vector<Statement> missing_premises(Bank& bank, const Proven& proven, const Lemmas& lemmas);

}  // namespace ineq
