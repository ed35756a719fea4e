#include "env/action_finder.h"

namespace ineq {

void Places::reset(const State& state, Scope scope) {
  for (const Place& place : distinct_) index_[place.term.id] = kNone;
  index_.resize(bank_.size(), kNone);
  goals_.clear();
  facts_.clear();
  goal_nodes_.clear();
  distinct_.clear();
  for (const Statement goal : state.goals()) {
    const bool in_scope = goals_.empty() || scope == Scope::kWholeState;
    if (in_scope) goals_.push_back(goal);
    add(goal, in_scope);
  }
  for (const Statement fact : state.facts()) {
    facts_.push_back(fact);
    add(fact, false);
  }
}

void Places::add(Statement statement, bool goal_in_scope) {
  terms_.clear();
  list_subterms(bank_, statement, terms_);
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    const Place place{{statement, i + 1}, terms_[i]};
    if (goal_in_scope) goal_nodes_.push_back(place);
    std::uint32_t& index = index_[place.term.id];
    if (index != kNone) continue;
    index = static_cast<std::uint32_t>(distinct_.size());
    distinct_.push_back(place);
  }
}

}  // namespace ineq
