#include "search/state_store.h"

#include "base/error.h"
#include "search/search.h"

namespace ineq {

StateStore::Id StateStore::add_successor(Bank& bank, const Rules& rules, Id parent,
                                         const Action& action) {
  State state = states_[parent];
  INEQ_CHECK(changes_state(state.apply(bank, rules, action)));
  return add(std::move(state));
}

StateStore::Id StateStore::add(State state) {
  bytes_ += bytes_of(state);
  states_.push_back(std::move(state));
  return static_cast<Id>(states_.size() - 1);
}

}  // namespace ineq
