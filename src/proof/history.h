#pragma once
// A proof in the making: the states from the theorem to now, and the actions between them. States
// are cheap to copy, so undo is going back to the one before.

#include <span>
#include <utility>
#include <vector>

#include "kernel/kernel.h"

namespace ineq {

class History {
 public:
  History(const Bank& bank, Theorem theorem)
      : theorem_(std::move(theorem)), states_{State(bank, theorem_)} {}

  // All of a proof.
  History(Bank& bank, const Proven& proven) : History(bank, proven.theorem()) {
    for (const Action& action : proven.proof()) apply(bank, proven.rules(), action);
  }

  const Theorem& theorem() const { return theorem_; }
  const State& state() const { return states_.back(); }
  std::span<const State> states() const { return states_; }  // one more than actions
  std::span<const Action> actions() const { return actions_; }

  // Remembers the action if it is a valid step, be it one that changes nothing.
  Outcome apply(Bank& bank, const Rules& rules, const Action& action) {
    State next = state();
    const Outcome outcome = next.apply(bank, rules, action);
    if (is_valid_step(outcome)) {
      states_.push_back(std::move(next));
      actions_.push_back(action);
    }
    return outcome;
  }

  bool undo() {  // false at the theorem itself
    if (actions_.empty()) return false;
    states_.pop_back();
    actions_.pop_back();
    return true;
  }

 private:
  Theorem theorem_;
  std::vector<State> states_;
  std::vector<Action> actions_;
};

}  // namespace ineq
