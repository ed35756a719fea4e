#pragma once
// Tells whether the goals of a state could be proven in a number of steps that is equal to the
// number of goals or one more. A necessary condition: if false, the state can be pruned by a search
// for a shortest proof; if true, nothing is guaranteed.
//
// Every goal must be the conclusion of a step, and a step has one conclusion, so n goals take at
// least n steps. If they take exactly n, each is concluded once and no other statement is
// concluded: everything that a step assumes is trivial, a fact, or one of the goals. The goals do
// not depend on each other in a circle, because the one that is concluded first would be opened
// again. They can therefore be closed one by one, each by a step from what is known: the facts and
// the goals closed before. If they take n + 1 steps, at most one further statement is concluded, as
// a goal or by a forward step, and it can be closed along with them. The goals closed before it do
// not need it; the next goal does, which determines the few statements that it could be.
//
// It is not checked whether the operands occur in the state. The statement that a row rewrites a
// goal into is known, so the two are compared from the root down.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algebra/copy.h"
#include "kernel/kernel.h"
#include "search/row_index.h"
#include "search/search.h"
#include "term/pattern.h"

namespace ineq {

class LastSteps {
 public:
  LastSteps(const Rules& rules, Budget& budget);

  // All calls must pass the same bank. Returns true if time is up, or if the state is too large to
  // decide.
  bool may_suffice(const Bank& bank, const State& state, std::size_t steps);
  std::size_t bytes() const;

 private:
  void load(const Bank& bank, const State& state);

  bool gives_up() const;                      // time is up, or the bank is full
  void close(std::vector<Statement>& goals);  // moves the goals that can be closed to known_
  bool is_closed(Statement goal);             // by one step from what is known
  // Call visit(row, bindings) for the rows that close the goal if their premises are known, and for
  // those that turn one term into the other, until it returns true; return whether it did.
  template <typename Visit>
  bool for_each_end(Statement goal, const Visit& visit);
  template <typename Visit>
  bool for_each_rewrite(Term from, Term into, const Visit& visit) const;
  // Calls visit(statement) for each statement that alone is missing to close the goal by one step,
  // until it returns true. Returns true also if these statements cannot be listed.
  template <typename Visit>
  bool for_each_missing(Statement goal, const Visit& visit);
  struct Rewrite {
    Statement goal;
    std::uint32_t place;
    const Row& row;
  };
  // Binds the premises, beginning with number `premise`, then visits the rewritten goal.
  template <typename Visit>
  bool rewrite(const Rewrite& use, std::size_t premise, const Bindings& bindings,
               const Visit& visit);
  const RowIndex::Rows& rewriting(Term term) const { return rows_.applicable(bank_[term].op); }

  bool is_known(Statement premise, const Bindings& bindings) const;
  bool make_trivial(Statement premise, Bindings& bindings) const;

  const Rules& rules_;
  Budget& budget_;
  const RowIndex rows_;

  // The statements considered here are used once and would only fill the state's bank.
  Bank bank_;
  CopyMemo copied_;  // from the state's bank

  std::vector<Statement> known_;
  std::vector<Statement> open_;  // goals
  std::vector<Statement> rest_;  // goals that stay open if a further statement is known
  std::vector<Term> terms_;      // of one goal
};

}  // namespace ineq
