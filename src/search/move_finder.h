#pragma once
// Finds the moves of a state: the legal actions that could be part of a proof.
//
// An action that opens a goal which is false at the point of the countermodel is left out; no proof
// is lost by that. The operands that a row does not bind by itself then range over a few terms
// instead of all: an action of PrincipleOfEquality has three operands and thousands of effects on a
// middle-sized state, nearly all of which open false goals.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "env/action_finder.h"
#include "env/legal_actions.h"
#include "kernel/kernel.h"
#include "search/search.h"

namespace ineq {

class MoveFinder {
 public:
  // The problem and the budget must outlive the finder.
  MoveFinder(Problem& problem, Budget& budget)
      : problem_(problem),
        finder_(problem.bank, problem.rules, OperandOrder::kGoalFirst, {problem, budget}) {}

  // Calls visit(action, next state) for each move, by axiom, then by row, then by place, until it
  // returns true or time is up. If several actions have the same effect, each of them is reported.
  // Returns the number of actions that the kernel was asked to apply.
  template <typename Visit>
  std::uint64_t for_each(const State& state, Scope scope, const Visit& visit) {
    finder_.reset(state, scope);
    problem_.countermodel.extend(problem_.bank);
    const std::size_t axioms = problem_.rules.axioms.size();
    for (std::size_t axiom = 0; axiom < axioms && !finder_.find(axiom, {}, visit); ++axiom) {
    }
    return finder_.tried();
  }

  struct Listed {
    std::uint64_t taken;  // actions that the kernel was asked to apply
    std::size_t bytes;    // approximate size of the list
  };
  // Lists the moves with different effects; if several have the same effect, the first. Ends early
  // if the list takes more than `bytes`.
  Listed list(const State& state, Scope scope, std::vector<LegalAction>& out,
              std::size_t bytes = SIZE_MAX);

 private:
  struct Filter {
    const Problem& problem;
    Budget& budget;

    bool is_over() const { return budget.is_up(); }
    bool admits(const Row& row, const Bindings& bindings) const {
      return std::ranges::all_of(row.premises, [&](Statement premise) {
        return problem.countermodel.may_hold(problem.rules.patterns, premise, bindings);
      });
    }
  };

  Problem& problem_;
  ActionFinder<Filter> finder_;
};

}  // namespace ineq
