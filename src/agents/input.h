#pragma once
// A batch of states in the form that a network reads, and the way the network names actions.
//
// A network names an action by a sequence of choices, each among a number of possibilities that it
// gives probabilities to: a place with an axiom and then further operands, an axiom and then its
// operands, or the characters of a text. The three forms are the classes derived from this one. An
// input holds arrays and knows no network; networks read the arrays of the form they ask for.
//
// An input refers to statements of the banks of its states: actions can be decoded as long as these
// banks are not reset.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "axioms/axioms.h"
#include "kernel/kernel.h"

namespace ineq {

using Choice = std::int32_t;

class Input {
 public:
  virtual ~Input() = default;

  virtual void clear() = 0;  // keeps the allocated memory
  // Adds a state with at least one goal. May add terms to the bank.
  virtual void add(Bank& bank, RuleSet set, const Rules& rules, const State& state) = 0;
  virtual std::size_t states() const = 0;

  // Whether a network of this kind can name the action, which must be a valid step of the state.
  // Unlike encode, this does not need the state to be added. (The default does for inputs whose
  // encode does not need it either.)
  virtual bool can_name(Bank& bank, const Rules& rules, const State& state,
                        const Action& action) const {
    std::vector<Choice> ignored;
    return encode(bank, rules, state, action, ignored);
  }
  // Appends the choices that mean the action in the state that was added last, if can_name. Returns
  // false, and appends nothing, if not.
  virtual bool encode(Bank& bank, const Rules& rules, const State& state, const Action& action,
                      std::vector<Choice>& out) const = 0;
  // Whether the choices, made for state number `number`, are a whole action.
  virtual bool is_complete(std::size_t number, std::span<const Choice> choices) const = 0;
  // The action that complete choices mean; nothing if they mean none. Whether the action is legal
  // is for the kernel to say.
  virtual std::optional<Action> decode(Bank& bank, const State& state, std::size_t number,
                                       std::span<const Choice> choices) const = 0;
};

}  // namespace ineq
