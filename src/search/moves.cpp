#include "search/moves.h"

#include <algorithm>
#include <unordered_set>

namespace ineq {

void MoveFinder::reset(const State& state, Scope scope) {
  state_ = &state;
  scope_ = scope;
  taken_ = 0;
  goals_.clear();
  facts_.clear();
  goal_places_.clear();
  distinct_.clear();
  known_.resize(bank_.size());
  ++round_;
  for (const Statement goal : state.goals()) {
    const bool in_scope = goals_.empty() || scope == Scope::kWholeState;
    if (in_scope) goals_.push_back(goal);
    add_places(goal, in_scope);
  }
  for (const Statement fact : state.facts()) {
    facts_.push_back(fact);
    add_places(fact, false);
  }
  countermodel_.extend(bank_);
}

void MoveFinder::add_places(Statement statement, bool goal) {
  terms_.clear();
  list_subterms(bank_, statement, terms_);
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    const Place place{{statement, i + 1}, terms_[i]};
    if (goal) goal_places_.push_back(place);
    if (known_[place.term.id] != round_) distinct_.push_back(place);
    known_[place.term.id] = round_;
  }
}

MoveFinder::Listed MoveFinder::list(const State& state, Scope scope, std::vector<LegalAction>& out,
                                    std::size_t bytes) {
  Listed listed{.taken = 0, .bytes = 0};
  std::unordered_set<std::uint64_t> seen;
  out.clear();
  listed.taken = for_each(state, scope, [&](const Action& action, const State& next) {
    if (!seen.insert(next.hash()).second) return false;
    out.push_back({action, next});
    listed.bytes += sizeof(Action) + bytes_of(next);
    return listed.bytes > bytes;
  });
  return listed;
}

bool MoveFinder::may_hold(const Bindings& bindings) const {
  return std::ranges::all_of(row_->premises, [&](Statement premise) {
    return countermodel_.may_hold(rules_.patterns, premise, bindings);
  });
}

}  // namespace ineq
