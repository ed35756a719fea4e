#pragma once
// Finds the actions of a state that change it.
//
// A row that rewrites does so in goals only, as a rewritten fact would prove what is a fact
// already: its last operand runs over the nodes of the goals. Every other operand runs over the
// distinct terms of the state, each where it first occurs. A row that does not rewrite changes the
// state when its conclusion is a goal or when its premises are all facts; either binds its
// variables before the operands are chosen, so that nothing is quadratic in the size of the state
// but what has quadratically many effects.

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kernel/kernel.h"
#include "term/pattern.h"

namespace ineq {

class ActionFinder {
 public:
  ActionFinder(Bank& bank, const Rules& rules) : bank_(bank), rules_(rules) {}

  void reset(const State& state);  // which must outlive the search in it

  // Calls visit(action, next state) for each action of the axiom that changes the state, in the
  // order of env/legal_actions.h, until it returns true; returns whether it did. An effect that
  // several actions have comes several times. With `first` operands, only actions that begin with
  // them, by rows that take all of them.
  template <typename Visit>
  bool find(std::size_t axiom, std::span<const Operand> first, const Visit& visit) {
    for (const Row& row : rules_.axioms[axiom]) {
      if (row.operands.size() < first.size() || !begin_row(axiom, row, first)) continue;
      if (!row.by) {
        for (const Statement goal : state_->goals()) {
          Bindings bindings;
          if (matches(*row.conclusion, goal, bindings) && choose(0, bindings, visit)) return true;
        }
        if (derive(0, Bindings{}, visit)) return true;
      } else if (choose(0, Bindings{}, visit)) {
        return true;
      }
    }
    return false;
  }

  // Whether there is one.
  bool find(std::size_t axiom, std::span<const Operand> first) {
    return find(axiom, first, [](const Action&, const State&) { return true; });
  }

 private:
  struct Place {
    Operand operand;
    Term term;
  };

  void add_places(Statement statement);
  bool begin_row(std::size_t axiom, const Row& row, std::span<const Operand> first);
  std::span<const Place> places(std::size_t operand) const;
  bool matches(Statement pattern, Statement statement, Bindings& bindings) const {
    return match(rules_.patterns, {pattern.id}, bank_, {statement.id}, bindings);
  }

  // Binds the premises of the row from `premise` on to facts.
  template <typename Visit>
  bool derive(std::size_t premise, const Bindings& bindings, const Visit& visit) {
    if (premise == row_->premises.size()) return choose(0, bindings, visit);
    for (const Statement fact : state_->facts()) {
      Bindings more = bindings;
      if (matches(row_->premises[premise], fact, more) && derive(premise + 1, more, visit)) {
        return true;
      }
    }
    return false;
  }

  template <typename Visit>
  bool choose(std::size_t operand, const Bindings& bindings, const Visit& visit) {
    if (operand == row_->operands.size()) {
      next_ = *state_;
      return changes_state(next_->apply(bank_, rules_, action_)) &&
             visit(std::as_const(action_), std::as_const(*next_));
    }
    for (const Place& place : places(operand)) {
      Bindings more = bindings;
      if (!match(rules_.patterns, row_->operands[operand], bank_, place.term, more)) continue;
      action_.operands[operand] = place.operand;
      if (choose(operand + 1, more, visit)) return true;
    }
    return false;
  }

  Bank& bank_;
  const Rules& rules_;
  const State* state_ = nullptr;
  std::vector<Place> goal_places_;  // every node of the goals
  std::vector<Place> distinct_;     // the first place of every term
  std::vector<bool> known_;         // by term: it is among the distinct ones
  std::vector<Term> terms_;         // of a statement; kept for its memory

  // Of the row under way.
  const Row* row_ = nullptr;
  Action action_;
  std::vector<Place> first_;   // the operands that are given
  std::optional<State> next_;  // kept for its memory
};

}  // namespace ineq
