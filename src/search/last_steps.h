#pragma once
// Whether the goals of a state could be proven in a number of steps that is hardly more than the
// number of goals. A yes is no promise, a no is one: who looks for a shortest proof can forget the
// state.
//
// Every goal must be the conclusion of a step, and a step has one conclusion. So n goals take n
// steps at least. If they take no more, each is concluded once and no other statement ever is: all
// that a step assumes is trivial, a fact, or one of the goals. No goals rest on each other in a
// circle, as the one that is concluded first would be opened again. So they can be ticked off one
// by one, each closed by a step from what is known: the facts and the goals ticked off before. If
// they take one step more, then at most one further statement is concluded, as a goal or ahead of
// time, and it can be ticked off with them. The goals before it need no further statement; the next
// one lacks it, and names the few statements that it could be.
//
// Whether operands occur in the state is not asked. The statement that a row rewrites a goal into
// is known, so the two are compared from the root down.

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "algebra/copy.h"
#include "kernel/kernel.h"
#include "search/search.h"
#include "term/pattern.h"

namespace ineq {

class LastSteps {
 public:
  LastSteps(const Rules& rules, Budget& budget);

  // The state is in `bank`, always the same one. Yes where time is up or the state is so large
  // that it cannot be told.
  bool may_suffice(const Bank& bank, const State& state, std::size_t steps);
  std::size_t bytes() const;

 private:
  void load(const Bank& bank, const State& state);

  bool is_enough() const;                     // was thought of
  void close(std::vector<Statement>& goals);  // those that can be become known
  bool is_closed(Statement goal);             // by one step from what is known
  // Call visit(row, bindings) for the rows that close the goal when their premises are known, and
  // for those that turn one term into the other, until it returns true; return whether it has.
  template <typename Visit>
  bool for_each_end(Statement goal, const Visit& visit);
  template <typename Visit>
  bool for_each_rewrite(Term from, Term into, const Visit& visit) const;
  // Calls visit(statement) for each that is all that is missing to close the goal by one step; true
  // where they cannot be listed.
  template <typename Visit>
  bool for_each_missing(Statement goal, const Visit& visit);
  struct Rewrite {
    Statement goal;
    std::uint32_t place;
    const Row& row;
  };
  // Binds the premises from `premise` on; then visits what the goal becomes.
  template <typename Visit>
  bool rewrite(const Rewrite& use, std::size_t premise, const Bindings& bindings,
               const Visit& visit);
  const std::vector<const Row*>& rewriting(Term term) const {
    return rewriting_[static_cast<std::size_t>(bank_[term].op)];
  }

  bool is_known(Statement premise, const Bindings& bindings) const;
  bool make_trivial(Statement premise, Bindings& bindings) const;
  bool match_statement(Statement pattern, Statement statement, Bindings& bindings) const {
    return match(rules_.patterns, {pattern.id}, bank_, {statement.id}, bindings);
  }

  const Rules& rules_;
  Budget& budget_;
  std::array<std::vector<const Row*>, std::size(kArity)>
      rewriting_;  // by the operator they rewrite
  std::vector<const Row*> concluding_;

  // What is thought of here is thought of once and would only fill the state's bank.
  Bank bank_;
  CopyMemo copied_;  // from the state's bank

  std::vector<Statement> known_;
  std::vector<Statement> open_;  // goals
  std::vector<Statement> rest_;  // of them, with a further statement known
  std::vector<Term> terms_;      // of a goal
};

}  // namespace ineq
