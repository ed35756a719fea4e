#include "proof/explain.h"

#include <fmt/format.h>

#include "axioms/axioms.h"
#include "base/error.h"
#include "proof/observation.h"
#include "term/print.h"

namespace ineq {

std::string describe_operands(const Rules& rules, std::size_t axiom, std::string_view quote) {
  std::string out;
  for (const Row& row : rules.axioms[axiom]) {
    if (!out.empty()) out += " or ";
    for (std::size_t i = 0; i < row.operands.size(); ++i) {
      if (i > 0) out += " and then ";
      out += quote;
      print(rules.patterns, row.operands[i], Style::kInfix, out);
      out += quote;
    }
  }
  return out;
}

std::string_view to_string(Outcome outcome) {
  constexpr std::string_view kNames[] = {"proven",    "changed",       "nothing",      "no-match",
                                         "too-large", "no-such-axiom", "no-such-node", "closed"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::string explain(Outcome outcome, const Rules& rules, const Action& action) {
  switch (outcome) {
    case Outcome::kProven:
      return "proven";
    case Outcome::kChanged:
      return "a valid step that changes the state";
    case Outcome::kNothing:
      return "a valid step that changes nothing";
    case Outcome::kNoMatch: {
      return fmt::format("{} does not apply: it takes {}", axioms()[action.axiom].name,
                         describe_operands(rules, action.axiom));
    }
    case Outcome::kTooLarge:
      return fmt::format("a statement of more than {} nodes or {} levels would result", kMaxSize,
                         kMaxHeight);
    case Outcome::kNoSuchAxiom:
      return "there is no axiom with that number";
    case Outcome::kNoSuchNode:
      return "an operand is not a term in a goal or a fact";
    case Outcome::kClosed:
      return "the theorem is already proven before this step";
  }
  INEQ_CHECK(false);
}

std::string explain_open_goals(const Bank& bank, const State& state) {
  const auto goal = first_goal(state);
  if (!goal) return "no goal is left";
  const auto goals = std::ranges::distance(state.goals());
  const std::string shown = to_string(bank, *goal);
  if (goals == 1) return fmt::format("the proof ends before {} is proven", shown);
  return fmt::format("the proof ends before {} and {} more goal{} are proven", shown, goals - 1,
                     goals == 2 ? "" : "s");
}

}  // namespace ineq
