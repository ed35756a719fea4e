#pragma once
// The probabilities of given actions under a network, as opposed to its most probable ones
// (agents/rank_actions.h).

#include <cstddef>
#include <vector>

#include "agents/input.h"
#include "agents/network.h"
#include "agents/rank_actions.h"

namespace ineq {

// An action whose probability is wanted, as the choices that name it.
struct NamedAction {
  std::size_t subject;           // the number of its state in the input
  std::size_t number;            // for the caller
  std::vector<Choice> choices;   // of Input::encode
  std::size_t prefix = subject;  // the prefix that is followed so far
  double log_prob = 0;
};

// Sets the log-probabilities. Follows the names of all actions at once, choice by choice; actions
// with the same beginning share its prefixes. Actions of subjects that `stop` gives up are removed.
// The answers, to an input of `subjects` states, must not have been extended before.
void add_log_probs(Answers& answers, std::size_t subjects, std::vector<NamedAction>& actions,
                   const Stop& stop = {});

}  // namespace ineq
