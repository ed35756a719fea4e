#pragma once
// Receives the events of a search: training targets, the tree of an explorer and logs are made of
// them. An observer cannot influence the search, and a search without one pays nothing for it.
//
// Best-first, breadth-first and Monte-Carlo tree search report; random walks do not. What an event
// refers to is valid during the call.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "kernel/kernel.h"
#include "search/move_graph.h"
#include "search/search.h"

namespace ineq {

using StateId = std::uint32_t;  // counts the states that a search has met; 0 is the theorem's

struct Expansion {
  StateId id;
  StateId parent;                    // the state before it on its path; for 0, its own id
  const Action* action;              // leads from the parent to the state; null for 0
  std::size_t depth;                 // number of steps from the theorem
  std::optional<double> steps_left;  // the evaluator's estimate, if the state was evaluated
  const State& state;
};

struct Decision {
  StateId id;
  std::size_t depth;                       // number of actions taken before
  const State& state;                      // from which an action is taken
  std::span<const MoveGraph::Edge> moves;  // with their visits, priors and mean values
  std::size_t taken;                       // the number of the move that is taken
};

class SearchObserver {
 public:
  virtual ~SearchObserver() = default;

  // Called once per expansion that the search counts. A search that finds a shorter path to a state
  // may expand it again. Breadth-first search starts over for each length of a proof and numbers
  // the states anew; state 0 is then expanded again. Monte-Carlo tree search reports an expansion
  // once the state is evaluated, and the states of one batch together.
  virtual void expanded(const Expansion&) {}
  // Monte-Carlo tree search takes an action.
  virtual void decided(const Decision&) {}
  // Called once by Monte-Carlo tree search, just before ended(): the states that it has met, under
  // the ids of the expansions, with the final visits of their moves.
  virtual void explored(const MoveGraph&) {}
  // Called once, last.
  virtual void ended(const SearchResult&) {}
};

}  // namespace ineq
