#include "export/derivation.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

#include "base/error.h"
#include "term/print.h"

namespace ineq {
namespace {

// Returns b!=0 for a step by the row a*(1/b) => 1 if a=b, the only row that is not a lemma.
Statement unjustified(Bank& bank, const Rules& rules, const Step& step) {
  const Node& at = rules.patterns[step.row->operands.back()];
  INEQ_CHECK(at.op == Op::kMultiply && rules.patterns[at.right].op == Op::kInvert);
  const Term divisor =
      substitute(rules.patterns, rules.patterns[at.right].left, bank, step.bindings);
  return bank.statement(Op::kNonZero, divisor);
}

// Calls visit(number, action, step, state before it, outcome) for each step of the proof.
template <typename Visit>
void replay(Bank& bank, const Proven& proven, const Visit& visit) {
  State state(bank, proven.theorem());
  for (std::size_t i = 0; i < proven.proof().size(); ++i) {
    const Action& action = proven.proof()[i];
    Step step;
    INEQ_CHECK(!state.instantiate(bank, proven.rules(), action, step));
    const State before = state;
    const Outcome outcome = state.apply(bank, proven.rules(), action);
    visit(i, action, step, before, outcome);
  }
}

// Puts the forward lines in their order and then the backward lines in reverse order. That is valid
// because the assumptions of a backward line are goals, which later steps prove, and facts, which
// are premises or conclusions of forward lines.
std::vector<Line> reorder(std::vector<Line> ahead, std::vector<Line> backward) {
  std::ranges::reverse(backward);
  std::ranges::move(backward, std::back_inserter(ahead));
  return ahead;
}

std::vector<Line> only_needed(const Bank& bank, const Theorem& theorem, std::vector<Line> lines) {
  std::set<Statement> known(theorem.premises.begin(), theorem.premises.end());
  std::vector<bool> first(lines.size());  // whether no earlier line has the same conclusion
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const Statement s : lines[i].assumptions) {
      INEQ_CHECK(is_trivial(bank, s) || known.contains(s));
    }
    first[i] = known.insert(lines[i].conclusion).second;
  }
  INEQ_CHECK(is_trivial(bank, theorem.goal) || known.contains(theorem.goal));

  std::set<Statement> needed{theorem.goal};
  std::vector<Line> out;
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (!first[i] || !needed.contains(lines[i].conclusion)) continue;
    needed.insert(lines[i].assumptions.begin(), lines[i].assumptions.end());
    out.push_back(std::move(lines[i]));
  }
  std::ranges::reverse(out);
  return out;
}

bool is_instance(Bank& bank, const Lemmas& lemmas, const Line& line) {
  const Row& row = *line.lemma->row;
  const auto made = [&](auto pattern) {
    return substitute(lemmas.patterns(), pattern, bank, line.bindings);
  };
  for (std::size_t i = 0; i < row.premises.size(); ++i) {
    if (line.assumptions[i] != made(row.premises[i])) return false;
  }
  if (!row.by) return line.conclusion == made(*row.conclusion);
  return subterm(bank, line.conclusion, line.place) == made(row.operands.back()) &&
         line.assumptions.back() == replace(bank, line.conclusion, line.place, made(*row.by));
}

}  // namespace

Derivation derive(Bank& bank, const Proven& proven, const Lemmas& lemmas) {
  std::vector<Line> ahead, backward;
  replay(bank, proven,
         [&](std::size_t number, const Action& action, const Step& step, const State& before,
             Outcome outcome) {
           const Row& row = *step.row;
           const Lemma* lemma = lemmas.find(proven.rules(), action.axiom, row);
           if (lemma == nullptr) {
             throw Error(fmt::format("step {} divides without the premise {}", number + 1,
                                     to_string(bank, unjustified(bank, proven.rules(), step))));
           }
           if (outcome == Outcome::kNothing) return;
           const auto assumptions = step.assumptions();
           const bool derives = std::ranges::all_of(
               assumptions, [&](Statement s) { return before.status(s) == State::Status::kFact; });
           (derives ? ahead : backward)
               .push_back({.lemma = lemma,
                           .bindings = step.bindings,
                           .place = row.by ? action.operands[row.operands.size() - 1].node : 0,
                           .assumptions = {assumptions.begin(), assumptions.end()},
                           .conclusion = step.conclusion});
         });
  return {
      .theorem = proven.theorem(),
      .lines = only_needed(bank, proven.theorem(), reorder(std::move(ahead), std::move(backward)))};
}

bool holds(Bank& bank, const Lemmas& lemmas, const Derivation& derivation) {
  std::set<Statement> known(derivation.theorem.premises.begin(), derivation.theorem.premises.end());
  const auto is_known = [&](Statement s) { return is_trivial(bank, s) || known.contains(s); };
  for (const Line& line : derivation.lines) {
    if (!is_instance(bank, lemmas, line)) return false;
    if (!std::ranges::all_of(line.assumptions, is_known)) return false;
    known.insert(line.conclusion);
  }
  return is_known(derivation.theorem.goal);
}

std::vector<Statement> missing_premises(Bank& bank, const Proven& proven, const Lemmas& lemmas) {
  std::vector<Statement> out;
  replay(bank, proven,
         [&](std::size_t, const Action& action, const Step& step, const State&, Outcome) {
           if (lemmas.find(proven.rules(), action.axiom, *step.row) != nullptr) return;
           const Statement missing = unjustified(bank, proven.rules(), step);
           const auto is_in = [&](const auto& list) {
             return std::ranges::find(list, missing) != list.end();
           };
           if (is_trivial(bank, missing) || is_in(proven.theorem().premises) || is_in(out)) return;
           out.push_back(missing);
         });
  return out;
}

}  // namespace ineq
