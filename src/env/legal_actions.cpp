#include "env/legal_actions.h"

#include <span>
#include <unordered_set>

#include "term/pattern.h"

namespace ineq {
namespace {

// Lists the actions of one state. A row that rewrites does so in goals only, as a rewritten fact
// would prove what is a fact already: its `at` runs over the nodes of the goals. Every other
// operand runs over the distinct terms of the state, each where it first occurs. A row that does
// not rewrite changes the state when its conclusion is a goal or when its premises are all facts;
// either binds its variables before the operands are chosen, so that nothing is quadratic in the
// size of the state but what has quadratically many effects.
class Lister {
 public:
  Lister(Bank& bank, const Rules& rules, const State& state)
      : bank_(bank), rules_(rules), state_(state) {
    for (const Statement goal : state.goals()) add_places(goal);
    goal_places_ = places_.size();
    for (const Statement fact : state.facts()) add_places(fact);
    std::unordered_set<std::uint32_t> known;
    for (const Place& place : places_) {
      if (known.insert(place.term.id).second) distinct_.push_back(place);
    }
  }

  void add_axiom(std::size_t axiom) {
    seen_.clear();
    for (const Row& row : rules_.axioms[axiom]) {
      row_ = &row;
      action_ = {.axiom = static_cast<std::uint8_t>(axiom),
                 .count = static_cast<std::uint8_t>(row.operands.size())};
      if (row.by) {
        choose_operands(0, Bindings{});
      } else {
        for (const Statement goal : state_.goals()) backward(goal);
        forward(0, Bindings{});
      }
    }
  }

  std::vector<LegalAction> take() { return std::move(out_); }

 private:
  struct Place {
    Operand operand;
    Term term;
  };

  void add_places(Statement statement) {
    std::vector<Term> terms;
    list_subterms(bank_, statement, terms);
    for (std::uint32_t i = 0; i < terms.size(); ++i)
      places_.push_back({{statement, i + 1}, terms[i]});
  }

  void backward(Statement goal) {
    Bindings bindings;
    if (matches(*row_->conclusion, goal, bindings)) choose_operands(0, bindings);
  }

  void forward(std::size_t premise, const Bindings& bindings) {
    if (premise == row_->premises.size()) return choose_operands(0, bindings);
    for (const Statement fact : state_.facts()) {
      Bindings more = bindings;
      if (matches(row_->premises[premise], fact, more)) forward(premise + 1, more);
    }
  }

  bool matches(Statement pattern, Statement statement, Bindings& bindings) const {
    return match(rules_.patterns, {pattern.id}, bank_, {statement.id}, bindings);
  }

  void choose_operands(std::size_t operand, const Bindings& bindings) {
    const std::size_t count = row_->operands.size();
    if (operand == count) return add();
    const bool at = row_->by && operand == count - 1;
    for (const Place& place : at ? std::span(places_).first(goal_places_) : std::span(distinct_)) {
      Bindings more = bindings;
      if (!match(rules_.patterns, row_->operands[operand], bank_, place.term, more)) continue;
      action_.operands[operand] = place.operand;
      choose_operands(operand + 1, more);
    }
  }

  void add() {
    State next = state_;
    if (next.apply(bank_, rules_, action_) <= Outcome::kChanged &&
        seen_.insert(next.hash()).second) {
      out_.push_back({action_, std::move(next)});
    }
  }

  Bank& bank_;
  const Rules& rules_;
  const State& state_;
  std::vector<Place> places_;  // every node, goals before facts
  std::size_t goal_places_ = 0;
  std::vector<Place> distinct_;             // the first place of every term
  std::unordered_set<std::uint64_t> seen_;  // effects of the axiom so far
  const Row* row_ = nullptr;
  Action action_;
  std::vector<LegalAction> out_;
};

}  // namespace

std::vector<LegalAction> legal_actions(Bank& bank, const Rules& rules, const State& state,
                                       std::optional<std::size_t> only) {
  if (state.proven()) return {};
  Lister lister(bank, rules, state);
  for (std::size_t axiom = 0; axiom < rules.axioms.size(); ++axiom) {
    if (!only || axiom == *only) lister.add_axiom(axiom);
  }
  return lister.take();
}

}  // namespace ineq
