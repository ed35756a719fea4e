#include "proof/observation.h"

#include "term/print.h"

namespace ineq {

std::optional<Statement> first_goal(const State& state) {
  for (const Statement goal : state.goals()) return goal;
  return std::nullopt;
}

void print_observation(const Bank& bank, const State& state, std::string& out) {
  bool first = true;
  for (const Statement fact : state.facts()) {
    if (!first) out += " & ";
    print(bank, fact, Style::kInt, out);
    first = false;
  }
  out += first ? "to " : " to ";
  if (const auto goal = first_goal(state)) print(bank, *goal, Style::kInt, out);
}

}  // namespace ineq
