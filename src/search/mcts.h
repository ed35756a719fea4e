#pragma once
// Monte-Carlo tree search (paper, Appendix F, after AlphaZero).
//
// A simulation goes down from the state that is reached, each time by the action with the greatest
//
//   Q(s,a) + c_puct * P(s,a) * sqrt(sum_b N(s,b)) / (1 + N(s,a)),
//
// to a state that is not expanded. That one is expanded: its moves are listed, and the evaluator
// estimates the steps left and their priors P. N counts the visits of an action and Q is the mean
// of the values that they brought, 0 before the first; n steps left have the value 1 / (1 + n).
// Among equals the action with the greater prior comes first. After some simulations an action is
// drawn, with chances that go with N^(1/tau), and taken, and the next search begins where it leads.
// Where that brings no proof within the limit of steps, the next episode begins at the theorem,
// with all that is known.
//
// The states are a graph: equal ones share their actions with P, N and Q, as they were asked for
// when one of them was first expanded. A state is worth 0 without moves, with more goals than steps
// are left (each takes one), or when it is on the way already. A state is expanded only where a
// step is left, so the first move to a proven state ends the search: nothing has to be handed up.
// The proof is the shortest in the graph.
//
// It comes to an end: a search that expands nothing is followed by the expansion of the nearest
// state that can be; where there is none, the episode is over, and the whole search is if it was at
// the theorem. So kExhausted says that the moves which the search tries make no proof within the
// limit of steps; of kAxioms these are few.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "search/evaluator.h"
#include "search/move_graph.h"
#include "search/moves.h"
#include "search/search.h"

namespace ineq {

struct MctsOptions {
  enum class Over : std::uint8_t {
    kActions,  // all moves on the first goal
    kAxioms,   // of each axiom the move with the greatest prior, with the prior of them all
  };

  std::size_t simulations = 200;  // before an action is taken
  double c_puct = 1;              // the weight of exploration
  double tau = 1;                 // the temperature of the draw; 0: the action with most visits
  std::size_t batch = 1;          // states evaluated together, while their visits count as lost
  Over over = Over::kActions;     // what is searched; the paper has kAxioms
};

class Mcts {
 public:
  // Throws Error on options that have no meaning. Refers to problem, evaluator and budget. The
  // actions are drawn from `rng`.
  Mcts(Problem& problem, Evaluator& evaluator, const MctsOptions& options, Rng rng, Budget& budget);
  Mcts(const Mcts&) = delete;
  Mcts& operator=(const Mcts&) = delete;

  SearchResult run();

  // What a search is made of. The first simulation at a state that is not expanded does only that.
  // There are fewer where the search ends.
  void simulate(std::size_t count);
  std::optional<SearchEnd> end() const { return end_; }
  // The moves of the state that is reached, by their priors.
  std::span<const MoveGraph::Edge> moves() const { return graph_.moves(here_); }
  const SearchCounts& counts() const { return counts_; }

 private:
  struct Leaf {
    MoveGraph::Id id = MoveGraph::kRoot;
    std::size_t left = 0;              // steps
    std::vector<MoveGraph::Move> way;  // from the state that is reached
    const State* state = nullptr;
    std::vector<LegalAction> moves = {};
  };
  struct Proposal {
    std::size_t move;
    double best;   // prior, of this move
    double prior;  // of it and those it stands for
  };

  void episode();
  bool expand_nearest();  // false: there is none
  MoveGraph::Move draw();

  bool descend(Leaf& leaf);  // false: to a state that is worth 0
  MoveGraph::Move select(MoveGraph::Id id) const;
  bool open(Leaf& leaf);  // false: it has no moves, or the search ends
  void evaluate();        // the leaves
  bool expand(const Leaf& leaf, std::span<const double> priors);  // true: a move proves it
  Leaf& next_leaf();

  std::size_t steps_left() const { return budget_.limits().steps - way_.size(); }
  std::vector<Action> actions(std::span<const MoveGraph::Move> way) const;
  std::size_t bytes() const;

  Problem& problem_;
  Evaluator& evaluator_;
  const MctsOptions options_;
  Budget& budget_;
  MoveFinder finder_;
  MoveGraph graph_;
  Rng rng_;
  MoveGraph::Id here_ = MoveGraph::kRoot;  // the state that is reached
  std::vector<MoveGraph::Move> way_;       // that was taken to it
  std::optional<SearchEnd> end_;
  SearchCounts counts_;

  // Of the batch under way.
  std::vector<Leaf> leaves_;  // the first used_ of them; kept for their memory, as the others are
  std::size_t used_ = 0;
  std::size_t leaf_bytes_ = 0;  // of their moves
  std::vector<Query> queries_;
  std::vector<Evaluation> answers_;
  std::vector<Proposal> proposals_;
};

SearchResult mcts(Problem& problem, Evaluator& evaluator, const MctsOptions& options, Rng rng,
                  Budget& budget);

}  // namespace ineq
