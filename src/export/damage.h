#pragma once
// Makes wrong derivations, which test that other systems reject what they must reject.

#include <optional>

#include "base/rng.h"
#include "export/derivation.h"

namespace ineq {

// Changes one thing in the theorem or in a step of its proof, such that our kernel rejects the
// proof and the derivation no longer holds. The rest of the derivation is unchanged. Returns
// nothing if no such change is found.
std::optional<Derivation> damaged(Bank& bank, const Proven& proven, const Lemmas& lemmas, Rng& rng);

}  // namespace ineq
