#include "env/legal_actions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "term/pattern.h"

namespace ineq {
namespace {

// Lists the actions of one state. A row that rewrites does so in goals only, as a rewritten fact
// would prove what is a fact already: its `at` runs over the nodes of the goals, its other operands
// over the distinct terms of the state, wherever they first occur. Any other row changes the state
// when its conclusion is a goal, which fixes its operands, or when its premises are all facts,
// which fixes them too; so nothing here is quadratic in the size of the state but what has
// quadratically many effects.
class Lister {
 public:
  Lister(Bank& bank, const Rules& rules, const State& state)
      : bank_(bank), rules_(rules), state_(state) {
    for (const Statement goal : state.goals()) add_places(goal);
    goal_places_ = places_.size();
    for (const Statement fact : state.facts()) add_places(fact);
  }

  std::vector<LegalAction> list() {
    for (std::size_t axiom = 0; axiom < rules_.axioms.size(); ++axiom) {
      seen_.clear();
      for (const Row& row : rules_.axioms[axiom]) {
        row_ = &row;
        action_ = {.axiom = static_cast<std::uint8_t>(axiom),
                   .count = static_cast<std::uint8_t>(row.operands.size())};
        if (row.by) {
          rewrite(0, Bindings{});
        } else {
          for (const Statement goal : state_.goals()) backward(goal);
          forward(0, Bindings{});
        }
      }
    }
    return std::move(out_);
  }

 private:
  struct Place {
    Operand operand;
    Term term;
  };

  void add_places(Statement statement) {
    std::vector<Term> terms;
    list_subterms(bank_, statement, terms);
    for (std::uint32_t i = 0; i < terms.size(); ++i) {
      const Operand operand{statement, i + 1};
      places_.push_back({operand, terms[i]});
      if (first_.try_emplace(terms[i].id, operand).second) distinct_.push_back(places_.back());
    }
  }

  void rewrite(std::size_t operand, const Bindings& bindings) {
    const std::size_t last = row_->operands.size() - 1;
    const auto try_place = [&](const Place& place) {
      Bindings more = bindings;
      if (!match(rules_.patterns, row_->operands[operand], bank_, place.term, more)) return;
      action_.operands[operand] = place.operand;
      if (operand == last) {
        add();
      } else {
        rewrite(operand + 1, more);
      }
    };
    if (operand == last) {
      for (std::size_t i = 0; i < goal_places_; ++i) try_place(places_[i]);
    } else {
      for (const Place& place : distinct_) try_place(place);
    }
  }

  void backward(Statement goal) {
    Bindings bindings;
    if (matches(*row_->conclusion, goal, bindings)) add_with(bindings);
  }

  void forward(std::size_t premise, const Bindings& bindings) {
    if (premise == row_->premises.size()) return add_with(bindings);
    for (const Statement fact : state_.facts()) {
      Bindings more = bindings;
      if (matches(row_->premises[premise], fact, more)) forward(premise + 1, more);
    }
  }

  bool matches(Statement pattern, Statement statement, Bindings& bindings) const {
    return match(rules_.patterns, {pattern.id}, bank_, {statement.id}, bindings);
  }

  // The action whose operands are these, where the state has them.
  void add_with(const Bindings& bindings) {
    for (std::size_t i = 0; i < row_->operands.size(); ++i) {
      const Term term = substitute(rules_.patterns, row_->operands[i], bank_, bindings);
      const auto place = first_.find(term.id);
      if (place == first_.end()) return;
      action_.operands[i] = place->second;
    }
    add();
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
  std::vector<Place> distinct_;                       // the first place of every term
  std::unordered_map<std::uint32_t, Operand> first_;  // the same by term
  std::unordered_set<std::uint64_t> seen_;            // effects of the axiom so far
  const Row* row_ = nullptr;
  Action action_;
  std::vector<LegalAction> out_;
};

}  // namespace

std::vector<LegalAction> legal_actions(Bank& bank, const Rules& rules, const State& state) {
  if (state.proven()) return {};
  return Lister(bank, rules, state).list();
}

}  // namespace ineq
