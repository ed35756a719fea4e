#pragma once
// From probabilities of choices to actions: the most probable actions of states, in order, or drawn
// ones.
//
// The probability of an action is the product of the probabilities of its choices. A prefix of
// choices is at least as probable as whatever it can become, so taking the most probable prefix
// first finds the actions in the order of their probabilities, and only those prefixes are asked
// about that could be next.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "agents/input.h"
#include "agents/network.h"
#include "base/rng.h"

namespace ineq {

// A state of an input. State number i of the input is element i of a list of these.
struct Subject {
  Bank* bank = nullptr;
  const Rules* rules = nullptr;
  const State* state = nullptr;
};

struct RankedAction {
  Action action;  // without operands if the choices mean no action: the kernel refuses it
  double log_prob = 0;
};

// Whether to take an action of subject number i; called in the order of the probabilities.
using Accept = std::function<bool(std::size_t i, const Action& action)>;

// Which choices may follow a prefix of subject number i.
using Allowed = std::function<std::vector<Choice>(std::size_t i, std::span<const Choice> prefix)>;

// Whether to give up subject number i, because time is up; asked before each choice is tried.
using Stop = std::function<bool(std::size_t i)>;

struct RankLimits {
  std::size_t count = 1;  // of actions
  double behind = 1e30;   // how far the log-probability of an action may be behind the first one's
};

// Returns the most probable actions of each subject that are accepted, within the limits, or fewer
// if thousands of choices have been tried or if `stop` says so. If `allowed` is given, other
// choices are not made. The answers must not have been extended before.
std::vector<std::vector<RankedAction>> rank_actions(Answers& answers, const Input& input,
                                                    std::span<const Subject> subjects,
                                                    const RankLimits& limits, const Accept& accept,
                                                    const Allowed& allowed = {},
                                                    const Stop& stop = {});

// Draws one action per subject, choice by choice, with probabilities proportional to
// p^(1 / temperature). Several draws may ask the same answers: `prefixes` is the number of prefixes
// that the answers have, at first one per subject, and grows.
std::vector<RankedAction> draw_actions(Answers& answers, std::size_t& prefixes, const Input& input,
                                       std::span<const Subject> subjects, double temperature,
                                       std::span<Rng> rngs);

}  // namespace ineq
