#pragma once
// The samples of a value that is trained by itself (paper, Section 4.4): the states of episodes in
// which an agent tries to prove theorems, its actions drawn from its policy as the paper draws
// them.
//
// In an episode that ends with a proof, the steps left are those of the proof from there on:
// actions that were not legal are not part of it, so they are not counted. In an episode without a
// proof, they are kStepClasses - 1, the class of states that seem to have no proof.

#include <atomic>
#include <cstdint>
#include <memory>

#include "agents/network.h"
#include "agents/sample_source.h"

namespace ineq {

// Plays the episodes, which depend only on the request and the network. The request must have no
// files. Once the interrupt, which may be null, is true, no more episodes are played. Throws Error
// if the request is impossible.
std::unique_ptr<SampleSource> make_rollout_source(const SampleRequest& request,
                                                  const Network& network,
                                                  const NetworkOptions& options,
                                                  const std::atomic<bool>* interrupt = nullptr);

}  // namespace ineq
