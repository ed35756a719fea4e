#pragma once
// Monte-Carlo tree search (paper, Appendix F, after AlphaZero).
//
// A simulation goes down from the current state, each time by the action with the greatest
//
//   Q(s,a) + c_puct * P(s,a) * sqrt(sum_b N(s,b)) / (1 + N(s,a)),
//
// until it reaches a state that is not expanded. It expands that state: its moves are listed, and
// the evaluator estimates its steps left and the priors P of the moves. N counts the visits of an
// action, and Q is the mean of their values, or 0 before the first visit. A state with n steps left
// has the value 1/(1+n). Ties are broken by the greater prior. After some simulations an action is
// drawn with probability proportional to N^(1/tau) and taken, and the search continues from the
// state that it leads to. With `noise` e, selection at the current state uses
// (1 - e) * P + e * D instead of P, where D is drawn from a Dirichlet distribution once per action,
// so that the search also looks at moves that the evaluator thinks little of. If the episode ends
// without a proof, because of the step limit or because there is no move, the next one starts at
// the theorem and keeps everything that is known.
//
// The states form a graph: equal states share their actions with P, N and Q. Priors are those
// computed at the first expansion. The value of a state is 0 if it has no moves, if it has more
// goals than steps are left (each goal takes a step), or if the path to it already contains it. A
// state is expanded only if a step is left, so the first move to a proven state ends the search:
// nothing has to be propagated upwards. The proof is the shortest in the graph.
//
// The search terminates: simulations that expand nothing are followed by the expansion of the
// nearest state that can be expanded; if there is none, the episode is over, and if it was at the
// theorem, so is the search. kExhausted therefore means that the moves which the search tries lead
// to no proof within the step limit. With kAxioms these moves are few.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "search/evaluator.h"
#include "search/move_finder.h"
#include "search/move_graph.h"
#include "search/observer.h"
#include "search/search.h"
#include "search/stepped_search.h"

namespace ineq {

struct MctsOptions {
  enum class Over : std::uint8_t {
    kActions,  // all moves on the first goal
    kAxioms,   // per axiom the move with the greatest prior, with the sum of the priors
  };

  std::size_t simulations = 200;  // before an action is taken
  double c_puct = 1;              // the weight of exploration
  double tau = 1;                 // the temperature of the draw; 0: the action with most visits
  std::size_t batch = 1;          // states evaluated together; meanwhile their visits count as lost
  Over over = Over::kActions;     // what is searched; kAxioms is the paper's choice
  double noise = 0;               // the share of noise in the priors at the current state
  double noise_alpha = 0.3;       // of the Dirichlet distribution of the noise
};

class Mcts : public SteppedSearch {
 public:
  // Throws Error on options that have no meaning. Refers to problem, budget and observer. The
  // actions are drawn from `rng`.
  Mcts(Problem& problem, const MctsOptions& options, Rng rng, Budget& budget,
       SearchObserver* observer = nullptr);
  Mcts(const Mcts&) = delete;
  Mcts& operator=(const Mcts&) = delete;

  std::span<const Query> gather() override;
  void apply(std::span<const Evaluation> answers, std::size_t evaluator_bytes) override;
  SearchResult result() const override;

  // Runs this number of simulations from the current state, or fewer if the search ends, and takes
  // no action; gather() continues with that. If the current state is not expanded, the first
  // simulation only expands it.
  void simulate(std::size_t count, Evaluator& evaluator);
  std::optional<SearchEnd> end() const { return end_; }
  // The moves of the current state, in decreasing order of their priors.
  std::span<const MoveGraph::Edge> moves() const { return graph_.moves(here_); }
  // The priors that these moves are selected by. Empty without noise, or before the first selection
  // from the current state.
  std::span<const double> noisy_priors() const { return noisy_priors_; }
  const SearchCounts& counts() const { return counts_; }

 private:
  struct Leaf {
    MoveGraph::Id id = MoveGraph::kRoot;
    std::size_t left = 0;                       // steps
    std::vector<MoveGraph::Move> way;           // from the current state
    std::optional<MoveGraph::Move> entry = {};  // the last one from the theorem, if there is one
    const State* state = nullptr;
    std::vector<LegalAction> moves = {};
  };
  struct Proposal {
    std::size_t move;
    double best;   // prior, of this move
    double prior;  // of it and those it stands for
  };

  // Each continues the search until there are queries or something else is to be done.
  void advance();
  void select_leaves();   // one batch
  bool expand_nearest();  // false: there is none
  void take_action();
  void start_episode();
  void start_simulations();

  MoveGraph::Move draw();
  bool descend(Leaf& leaf);  // false: to a state that is worth 0
  MoveGraph::Move select(MoveGraph::Id id) const;
  MoveGraph::Move select_with_noise();  // at the current state
  double score(const MoveGraph::Edge& edge, double prior, double root) const;
  bool open(Leaf& leaf);  // false: it has no moves, or the search ends
  void ask();             // makes the queries about the leaves
  bool expand(const Leaf& leaf, std::span<const double> priors);  // true: a move proves it
  Leaf& next_leaf();
  std::optional<MoveGraph::Move> entry_by(std::span<const MoveGraph::Move> way) const;
  void report(const Leaf& expanded, std::optional<double> steps_left) const;

  std::size_t steps_left() const { return budget_.limits().steps - way_.size(); }
  std::vector<Action> actions(std::span<const MoveGraph::Move> way) const;
  std::size_t bytes() const;

  Problem& problem_;
  const MctsOptions options_;
  Budget& budget_;
  SearchObserver* observer_;  // null: nobody observes, or the end was reported
  MoveFinder finder_;
  MoveGraph graph_;
  Rng rng_;
  MoveGraph::Id here_ = MoveGraph::kRoot;  // the current state
  std::vector<MoveGraph::Move> way_;       // the actions taken to it
  std::vector<double> noisy_priors_;       // of its moves; empty until they are needed
  std::size_t simulations_left_;           // before an action is taken
  std::uint64_t expanded_before_ = 0;      // before these simulations
  std::optional<SearchEnd> end_;
  SearchCounts counts_;
  std::size_t evaluator_bytes_ = 0;

  // Of the batch under way.
  std::vector<Leaf> leaves_;  // the first used_ of them; the others are reused later
  std::size_t used_ = 0;
  std::size_t leaf_bytes_ = 0;          // of their moves
  std::optional<SearchEnd> end_after_;  // a limit that was reached, once the batch is evaluated
  std::vector<Query> queries_;
  std::vector<Proposal> proposals_;
};

SearchResult mcts(Problem& problem, Evaluator& evaluator, const MctsOptions& options, Rng rng,
                  Budget& budget, SearchObserver* observer = nullptr);

}  // namespace ineq
