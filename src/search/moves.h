#pragma once
// The actions of a state that search tries: those that change it and that could be part of a proof.
//
// An action that opens a goal which is false at the point of the countermodel is left out; no proof
// is lost by that. So the operands that a row does not bind by itself run over a few terms instead
// of all: an action of PrincipleOfEquality has three operands and thousands of effects on a
// middle-sized state, nearly all of them false goals.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "env/legal_actions.h"
#include "kernel/kernel.h"
#include "search/search.h"
#include "term/pattern.h"

namespace ineq {

// The goals of a state do not depend on each other, so the proof of the first can come first; a
// forward step only proves ahead of time what can be proven when it is a goal; and a row that
// leaves two operands open, PrincipleOfEquality, is there to use a fact: without one it does
// nothing that the steps which prove its premises cannot do in their place. So kFirstGoal loses
// hardly a proof.
enum class Scope {
  kFirstGoal,   // a few, as said above: backward steps on the first goal
  kWholeState,  // all goals, and forward steps from facts: every legal action but for false goals
};

class MoveFinder {
 public:
  MoveFinder(Problem& problem, Budget& budget)
      : bank_(problem.bank),
        rules_(problem.rules),
        countermodel_(problem.countermodel),
        budget_(budget) {}

  // Calls visit(action, next state) for each, by axiom, then by row, then by place, until it
  // returns true or time is up. An effect that several actions have comes several times.
  // Returns how many actions the kernel was asked to take.
  template <typename Visit>
  std::uint64_t for_each(const State& state, Scope scope, const Visit& visit) {
    reset(state, scope);
    for (std::size_t axiom = 0; axiom < rules_.axioms.size(); ++axiom) {
      for (const Row& row : rules_.axioms[axiom]) {
        row_ = &row;
        action_ = {.axiom = static_cast<std::uint8_t>(axiom),
                   .count = static_cast<std::uint8_t>(row.operands.size())};
        const bool stop = row.by ? rewrite(visit)
                                 : conclude(visit) || (scope == Scope::kWholeState &&
                                                       derive(0, Bindings{}, visit));
        if (stop) return taken_;
      }
    }
    return taken_;
  }

  struct Listed {
    std::uint64_t taken;  // actions, as above
    std::size_t bytes;    // that the list holds, about
  };
  // All of them; of several with one effect the first. Ends early where the list holds more bytes.
  Listed list(const State& state, Scope scope, std::vector<LegalAction>& out,
              std::size_t bytes = SIZE_MAX);

 private:
  struct Place {
    Operand operand;
    Term term;
  };

  void reset(const State& state, Scope scope);
  void add_places(Statement statement, bool goal);
  bool may_hold(const Bindings& bindings) const;  // the premises of the row

  bool matches(Statement pattern, Statement statement, Bindings& bindings) const {
    return match(rules_.patterns, {pattern.id}, bank_, {statement.id}, bindings);
  }

  // Each returns whether it is time to stop.
  template <typename Visit>
  bool rewrite(const Visit& visit) {
    const std::size_t last = row_->operands.size() - 1;
    for (const Place& place : goal_places_) {
      Bindings bindings;
      if (!match(rules_.patterns, row_->operands[last], bank_, place.term, bindings)) continue;
      action_.operands[last] = place.operand;
      if (scope_ == Scope::kFirstGoal && last > 1 ? choose_by_fact(last, bindings, visit)
                                                  : choose(0, last, bindings, visit)) {
        return true;
      }
    }
    return false;
  }

  // The operands to before `end`, with a fact as one of the premises.
  template <typename Visit>
  bool choose_by_fact(std::size_t end, const Bindings& bindings, const Visit& visit) {
    for (const Statement premise : row_->premises) {
      for (const Statement fact : facts_) {
        Bindings more = bindings;
        if (matches(premise, fact, more) && choose(0, end, more, visit)) return true;
      }
    }
    return false;
  }

  template <typename Visit>
  bool conclude(const Visit& visit) {
    for (const Statement goal : goals_) {
      Bindings bindings;
      if (!matches(*row_->conclusion, goal, bindings) || !may_hold(bindings)) continue;
      const Term left = rules_.patterns[*row_->conclusion].left;
      const std::uint32_t right_node = 1 + bank_[bank_[goal].left].size;
      for (std::size_t i = 0; i < row_->operands.size(); ++i) {
        action_.operands[i] = {goal, row_->operands[i] == left ? 1 : right_node};
      }
      if (take(visit)) return true;
    }
    return false;
  }

  // Binds the premises of the row from `premise` on to facts.
  template <typename Visit>
  bool derive(std::size_t premise, const Bindings& bindings, const Visit& visit) {
    if (premise == row_->premises.size()) {
      return choose(0, row_->operands.size(), bindings, visit);
    }
    for (const Statement fact : facts_) {
      Bindings more = bindings;
      if (matches(row_->premises[premise], fact, more) && derive(premise + 1, more, visit)) {
        return true;
      }
    }
    return false;
  }

  // The operands from `operand` to before `end`.
  template <typename Visit>
  bool choose(std::size_t operand, std::size_t end, const Bindings& bindings, const Visit& visit) {
    if (budget_.is_up()) return true;
    if (!may_hold(bindings)) return false;
    if (operand == end) return take(visit);
    for (const Place& place : distinct_) {
      Bindings more = bindings;
      if (!match(rules_.patterns, row_->operands[operand], bank_, place.term, more)) continue;
      action_.operands[operand] = place.operand;
      if (choose(operand + 1, end, more, visit)) return true;
    }
    return false;
  }

  template <typename Visit>
  bool take(const Visit& visit) {
    ++taken_;
    next_ = *state_;
    return changes_state(next_->apply(bank_, rules_, action_)) &&
           visit(std::as_const(action_), std::as_const(*next_));
  }

  Bank& bank_;
  const Rules& rules_;
  Countermodel& countermodel_;
  Budget& budget_;

  const State* state_ = nullptr;
  Scope scope_ = Scope::kFirstGoal;
  std::vector<Statement> goals_;  // in scope
  std::vector<Statement> facts_;
  std::vector<Place> goal_places_;    // every node of them
  std::vector<Place> distinct_;       // the first place of every term of the state
  std::vector<std::uint32_t> known_;  // by term: the number of the last state that it was found in
  std::uint32_t round_ = 0;
  std::vector<Term> terms_;  // of a statement; kept for its memory

  const Row* row_ = nullptr;  // under way
  Action action_;
  std::uint64_t taken_ = 0;
  std::optional<State> next_;  // kept for its memory
};

}  // namespace ineq
