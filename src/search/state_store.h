#pragma once
// States that a search keeps in full, with all goals and facts. Searches meet many more states than
// they expand, so they keep the others only as a parent and an action, and add them here on demand.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

#include "kernel/kernel.h"

namespace ineq {

class StateStore {
 public:
  using Id = std::uint32_t;
  static constexpr Id kRoot = 0;
  static constexpr Id kNone = UINT32_MAX;  // the id of a state that is not in the store

  explicit StateStore(State root) { add(std::move(root)); }

  // Adds the state that a legal action of a stored state leads to.
  Id add_successor(Bank& bank, const Rules& rules, Id parent, const Action& action);

  const State& operator[](Id id) const { return states_[id]; }  // stays at its address
  std::size_t bytes() const { return bytes_; }                  // approximate

 private:
  Id add(State state);

  std::deque<State> states_;
  std::size_t bytes_ = 0;
};

}  // namespace ineq
