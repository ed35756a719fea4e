#include "env/action_finder.h"

#include <algorithm>

namespace ineq {

void ActionFinder::reset(const State& state) {
  state_ = &state;
  goal_places_.clear();
  distinct_.clear();
  known_.assign(bank_.size(), false);
  for (const Statement goal : state.goals()) add_places(goal);
  for (const Statement fact : state.facts()) add_places(fact);
}

void ActionFinder::add_places(Statement statement) {
  terms_.clear();
  list_subterms(bank_, statement, terms_);
  const bool goal = state_->status(statement) == State::Status::kGoal;
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    const Place place{{statement, i + 1}, terms_[i]};
    if (goal) goal_places_.push_back(place);
    if (!known_[place.term.id]) distinct_.push_back(place);
    known_[place.term.id] = true;
  }
}

// False where the row fits nothing: it is not worth while to choose its other operands.
bool ActionFinder::begin_row(std::size_t axiom, const Row& row, std::span<const Operand> first) {
  row_ = &row;
  action_ = {.axiom = static_cast<std::uint8_t>(axiom),
             .count = static_cast<std::uint8_t>(row.operands.size())};
  first_.clear();
  for (const Operand& operand : first) {
    first_.push_back({operand, subterm(bank_, operand.statement, operand.node)});
  }
  const std::size_t last = row.operands.size() - 1;
  return std::ranges::any_of(places(last), [&](const Place& place) {
    Bindings bindings;
    return match(rules_.patterns, row.operands[last], bank_, place.term, bindings);
  });
}

std::span<const ActionFinder::Place> ActionFinder::places(std::size_t operand) const {
  if (operand < first_.size()) return std::span(first_).subspan(operand, 1);
  return row_->by && operand + 1 == row_->operands.size() ? goal_places_ : distinct_;
}

}  // namespace ineq
