#pragma once
// Derivations with one thing wrong: what a checker must reject.

#include <optional>

#include "base/rng.h"
#include "export/derivation.h"

namespace ineq {

// One thing is changed in the theorem or in a step of its proof, so that our kernel rejects the
// proof; the lines of the derivation stay what they were but for that, and do not hold. Nothing
// where no such change was found.
std::optional<Derivation> damaged(Bank& bank, const Proven& proven, const Lemmas& lemmas, Rng& rng);

}  // namespace ineq
