#pragma once
// Finds the actions of a state that change it. Legal actions, masks and searches all use this
// finder.
//
// A row that rewrites does so in goals only, because rewriting a fact proves nothing new: its last
// operand ranges over the nodes of the goals, and every other operand over the distinct terms of
// the state. A row that concludes a statement changes the state if its conclusion is a goal or if
// all its premises are facts; either binds its variables before operands are chosen. Enumeration is
// therefore quadratic only where there are quadratically many results.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algebra/match.h"
#include "kernel/kernel.h"
#include "term/pattern.h"

namespace ineq {

// The goals of a state are independent of each other, so the first can be proven first; a forward
// step only proves early what can be proven once it is a goal; and a row that leaves two operands
// open, such as PrincipleOfEquality, is useful only with a fact as one of its premises, because
// otherwise the steps that prove the premises can be applied directly. kFirstGoal therefore loses
// hardly any proofs.
enum class Scope : std::uint8_t {
  kFirstGoal,   // backward steps on the first goal, restricted as described above
  kWholeState,  // backward steps on all goals, and forward steps from facts
};

enum class OperandOrder : std::uint8_t {
  // First operand, second operand, and so on, each at the first occurrence of its term: the order
  // of env/legal_actions.h.
  kByOperand,
  // The reverse of kByOperand. Tries small terms before large ones, and so finds a first action
  // sooner.
  kSmallFirst,
  // The node that is rewritten, or the sides of the goal that is concluded, then the other
  // operands. The node binds most variables of a row, so a filter can reject early.
  kGoalFirst,
};

// Restricts an enumeration. Any class with these two functions can take its place.
struct NoFilter {
  // Whether to end the enumeration. Called often.
  bool is_over() const { return false; }
  // Whether to go on with a row under bindings of some or all of its variables. If this returns
  // false, no action with these bindings is tried.
  bool admits(const Row&, const Bindings&) const { return true; }
};

// The places in a state that operands can refer to.
class Places {
 public:
  struct Place {
    Operand operand;
    Term term;
  };

  explicit Places(const Bank& bank) : bank_(bank) {}

  void reset(const State& state, Scope scope);

  std::span<const Statement> goals() const { return goals_; }  // in scope
  std::span<const Statement> facts() const { return facts_; }
  std::span<const Place> goal_nodes() const { return goal_nodes_; }  // all nodes of goals()
  // Every term of the state, including goals that are out of scope, at its first occurrence.
  std::span<const Place> distinct() const { return distinct_; }
  const Place& first(Term term) const { return distinct_[index_[term.id]]; }

  Place at(const Operand& operand) const {
    return {operand, subterm(bank_, operand.statement, operand.node)};
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void add(Statement statement, bool goal_in_scope);

  const Bank& bank_;
  std::vector<Statement> goals_;
  std::vector<Statement> facts_;
  std::vector<Place> goal_nodes_;
  std::vector<Place> distinct_;
  std::vector<std::uint32_t> index_;  // by term: its place in distinct_, or kNone
  std::vector<Term> terms_;           // of one statement; reused to avoid reallocation
};

template <typename Filter = NoFilter>
class ActionFinder {
 public:
  ActionFinder(Bank& bank, const Rules& rules, OperandOrder order = OperandOrder::kByOperand,
               Filter filter = {})
      : bank_(bank), rules_(rules), order_(order), filter_(std::move(filter)), places_(bank) {}

  // The state must outlive the calls of find() that follow.
  void reset(const State& state, Scope scope = Scope::kWholeState) {
    state_ = &state;
    scope_ = scope;
    tried_ = 0;
    places_.reset(state, scope);
  }

  // Calls visit(action, next state) for each action of the axiom that changes the state and begins
  // with the operands of `prefix`, row by row, until it returns true or the filter is over. Returns
  // whether the enumeration was ended that way. If several actions have the same effect, each of
  // them is reported. Rows with fewer operands than the prefix are skipped, and so are, if `count`
  // is given, rows with another number of operands.
  template <typename Visit>
  bool find(std::size_t axiom, std::span<const Operand> prefix, const Visit& visit,
            std::optional<std::size_t> count = {}) {
    prefix_.clear();
    for (const Operand& operand : prefix) prefix_.push_back(places_.at(operand));
    for (const Row& row : rules_.axioms[axiom]) {
      if (row.operands.size() < prefix_.size()) continue;
      if (count && row.operands.size() != *count) continue;
      row_ = &row;
      action_ = {.axiom = static_cast<std::uint8_t>(axiom),
                 .count = static_cast<std::uint8_t>(row.operands.size())};
      if (row.by ? rewrite(visit) : conclude(visit) || derive(visit)) return true;
    }
    return false;
  }

  // The number of actions that the kernel was asked to apply since the last reset.
  std::uint64_t tried() const { return tried_; }

 private:
  using Place = Places::Place;

  std::size_t last() const { return row_->operands.size() - 1; }

  std::span<const Place> candidates(std::size_t operand) const {
    if (operand < prefix_.size()) return std::span(prefix_).subspan(operand, 1);
    return row_->by && operand == last() ? places_.goal_nodes() : places_.distinct();
  }

  bool fits(std::size_t operand, const Place& place, Bindings& bindings) const {
    return match(rules_.patterns, row_->operands[operand], bank_, place.term, bindings);
  }

  // Avoids trying all choices of the other operands of a row whose last operand fits nothing.
  bool last_fits_somewhere() const {
    for (const Place& place : candidates(last())) {
      Bindings bindings;
      if (fits(last(), place, bindings)) return true;
    }
    return false;
  }

  // Each of the following returns true if the enumeration ends.

  template <typename Visit>
  bool rewrite(const Visit& visit) {
    if (order_ != OperandOrder::kGoalFirst) {
      return last_fits_somewhere() && choose(0, row_->operands.size(), Bindings{}, visit);
    }
    for (const Place& place : candidates(last())) {
      Bindings bindings;
      if (!fits(last(), place, bindings)) continue;
      action_.operands[last()] = place.operand;
      if (scope_ == Scope::kFirstGoal && last() > 1 ? choose_by_fact(bindings, visit)
                                                    : choose(0, last(), bindings, visit)) {
        return true;
      }
    }
    return false;
  }

  // Chooses all operands but the last one, with a fact as one of the premises.
  template <typename Visit>
  bool choose_by_fact(const Bindings& bindings, const Visit& visit) {
    for (const Statement premise : row_->premises) {
      for (const Statement fact : places_.facts()) {
        Bindings more = bindings;
        if (match(rules_.patterns, premise, bank_, fact, more) && choose(0, last(), more, visit)) {
          return true;
        }
      }
    }
    return false;
  }

  // The operands of a row with a conclusion are sides of it.
  template <typename Visit>
  bool conclude(const Visit& visit) {
    for (const Statement goal : places_.goals()) {
      Bindings bindings;
      if (match(rules_.patterns, *row_->conclusion, bank_, goal, bindings) &&
          filter_.admits(*row_, bindings) && take_sides(goal) && apply(visit)) {
        return true;
      }
    }
    return false;
  }

  // Makes the sides of the goal the operands; false if the prefix has other terms.
  bool take_sides(Statement goal) {
    const Node& sides = bank_[goal];
    const Term left = rules_.patterns[*row_->conclusion].left;
    for (std::size_t i = 0; i < row_->operands.size(); ++i) {
      const bool is_left = row_->operands[i] == left;
      const Term side = is_left ? sides.left : sides.right;
      if (i < prefix_.size()) {
        if (prefix_[i].term != side) return false;
        action_.operands[i] = prefix_[i].operand;
      } else if (order_ != OperandOrder::kGoalFirst) {
        action_.operands[i] = places_.first(side).operand;
      } else {
        action_.operands[i] = {goal, is_left ? 1 : 1 + bank_[sides.left].size};
      }
    }
    return true;
  }

  template <typename Visit>
  bool derive(const Visit& visit) {
    return scope_ == Scope::kWholeState && last_fits_somewhere() && derive(0, Bindings{}, visit);
  }

  // Binds the premises of the row, beginning with number `premise`, to facts.
  template <typename Visit>
  bool derive(std::size_t premise, const Bindings& bindings, const Visit& visit) {
    if (premise == row_->premises.size()) {
      return choose(0, row_->operands.size(), bindings, visit);
    }
    for (const Statement fact : places_.facts()) {
      Bindings more = bindings;
      if (match(rules_.patterns, row_->premises[premise], bank_, fact, more) &&
          derive(premise + 1, more, visit)) {
        return true;
      }
    }
    return false;
  }

  // Chooses the operands from `operand` up to, but not including, `end`.
  template <typename Visit>
  bool choose(std::size_t operand, std::size_t end, const Bindings& bindings, const Visit& visit) {
    if (filter_.is_over()) return true;
    if (!filter_.admits(*row_, bindings)) return false;
    if (operand == end) return apply(visit);
    const std::span<const Place> places = candidates(operand);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const bool backwards = order_ == OperandOrder::kSmallFirst;
      const Place& place = places[backwards ? places.size() - 1 - i : i];
      Bindings more = bindings;
      if (!fits(operand, place, more)) continue;
      action_.operands[operand] = place.operand;
      if (choose(operand + 1, end, more, visit)) return true;
    }
    return false;
  }

  template <typename Visit>
  bool apply(const Visit& visit) {
    ++tried_;
    next_ = *state_;
    return changes_state(next_->apply(bank_, rules_, action_)) &&
           visit(std::as_const(action_), std::as_const(*next_));
  }

  Bank& bank_;
  const Rules& rules_;
  const OperandOrder order_;
  const Filter filter_;
  Places places_;
  const State* state_ = nullptr;
  Scope scope_ = Scope::kWholeState;
  std::uint64_t tried_ = 0;
  std::vector<Place> prefix_;

  // Of the row that is being tried.
  const Row* row_ = nullptr;
  Action action_;
  std::optional<State> next_;  // reused to avoid reallocation
};

}  // namespace ineq
