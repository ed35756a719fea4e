#pragma once
// Random options, sources, actions and texts for the fuzzer of pools, from sensible to absurd.

#include <memory>
#include <string>

#include "base/rng.h"
#include "support/pool_model.h"

namespace ineq {

inline std::uint32_t below(Rng& rng, std::size_t bound) {
  return rng.below(static_cast<std::uint32_t>(bound));
}

std::uint64_t draw_seed(Rng& rng);
PoolOptions draw_options(Rng& rng);
std::shared_ptr<const TheoremSource> draw_source(Rng& rng, RuleSet set);

// An action that is in range. Half of the time it changes the state, if such an action is found
// soon. The episode must not be over.
RawAction draw_raw(Rng& rng, TwinEnvironment& twin);
// An action with one number out of range.
RawAction absurd_raw(Rng& rng, const TwinEnvironment& twin);
// An action as text, which may be damaged, or noise.
std::string draw_text(Rng& rng, TwinEnvironment& twin);

}  // namespace ineq
