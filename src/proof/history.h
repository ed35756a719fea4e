#pragma once
// A proof under construction: the states from the theorem to the current one, and the actions
// between them. All states are kept, which makes undo simple; they are cheap to copy.

#include <span>
#include <utility>
#include <vector>

#include "kernel/kernel.h"

namespace ineq {

class History {
 public:
  History(const Bank& bank, Theorem theorem)
      : theorem_(std::move(theorem)), states_{State(bank, theorem_)} {}

  // The history of a complete proof.
  History(Bank& bank, const Proven& proven) : History(bank, proven.theorem()) {
    for (const Action& action : proven.proof()) apply(bank, proven.rules(), action);
  }

  const Theorem& theorem() const { return theorem_; }
  const State& state() const { return states_.back(); }
  std::span<const State> states() const { return states_; }  // one more than there are actions
  std::span<const Action> actions() const { return actions_; }

  // Records the action if it is a valid step, even if it changes nothing.
  Outcome apply(Bank& bank, const Rules& rules, const Action& action) {
    State next = state();
    const Outcome outcome = next.apply(bank, rules, action);
    if (is_valid_step(outcome)) {
      states_.push_back(std::move(next));
      actions_.push_back(action);
    }
    return outcome;
  }

  bool undo() {  // returns false if there is no action to undo
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
