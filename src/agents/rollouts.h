#pragma once
// The samples of a value that is trained by itself (paper, Section 4.4): the states of episodes in
// which an agent tries to prove theorems, its actions drawn from its policy as the paper draws
// them.
//
// In an episode that ends with a proof, the steps left are those that the agent took from there on.
// In one that does not, they are kStepClasses - 1, the class of states that seem to have no proof.

#include <cstdint>
#include <memory>

#include "agents/network.h"
#include "agents/sample_source.h"

namespace ineq {

// Plays the episodes. What they are is a pure function of the request, which has no files, and
// the network. Throws Error if the request is impossible.
std::unique_ptr<SampleSource> make_rollout_source(const SampleRequest& request,
                                                  const Network& network,
                                                  const NetworkOptions& options);

}  // namespace ineq
