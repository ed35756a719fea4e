#pragma once
// The states that Monte-Carlo tree search has met, each stored once, with the moves that it tries
// from them and their visit counts.
//
// A state gets its moves when it is expanded. Goals and facts are kept only for opened states;
// those of any other state follow from the state that first led to it. The graph has cycles.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "kernel/kernel.h"
#include "search/state_store.h"

namespace ineq {

class MoveGraph {
 public:
  using Id = std::uint32_t;    // of a state
  using Move = std::uint32_t;  // of an edge
  static constexpr Id kRoot = 0;

  struct Edge {
    Action action;
    Id from;
    Id to;
    std::uint32_t visits = 0;  // N
    double prior;              // P
    double total = 0;          // sum of the values of the visits

    double mean() const { return visits == 0 ? 0 : total / visits; }  // Q
  };

  explicit MoveGraph(State root);

  std::size_t goals(Id id) const { return nodes_[id].goals; }
  bool opened(Id id) const { return nodes_[id].state != StateStore::kNone; }
  bool expanded(Id id) const { return nodes_[id].first != kNone; }

  // An expansion has two parts, between which other expansions can begin. The first returns the
  // goals and facts of the state and keeps them; the reference stays valid. The state that first
  // led to this one must have been opened before.
  const State& open(Bank& bank, const Rules& rules, Id id);
  const State& state(Id id) const { return states_[nodes_[id].state]; }  // of one that is opened
  // The second is followed by add_move() for each move of the state, before any other expand().
  void expand(Id id);
  void add_move(Id from, const Action& action, const State& to, double prior);

  std::span<Edge> moves(Id id) { return {edges_.data() + first(id), nodes_[id].moves}; }
  std::span<const Edge> moves(Id id) const { return {edges_.data() + first(id), nodes_[id].moves}; }
  Move number(const Edge& edge) const { return static_cast<Move>(&edge - edges_.data()); }
  Edge& operator[](Move move) { return edges_[move]; }
  const Edge& operator[](Move move) const { return edges_[move]; }

  std::uint32_t visits(Id id) const { return nodes_[id].visits; }  // sum over its moves
  void count_visit(Move move);
  void take_back_visit(Move move);

  // The shortest path of at most `left` steps from a state to one that is wanted, which may depend
  // on the number of steps left there. States with more goals than steps left are ignored.
  using Wanted = std::function<bool(Id id, std::size_t left)>;
  std::optional<std::vector<Move>> nearest(Id from, std::size_t left, const Wanted& wanted) const;

  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const;  // approximate

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Node {
    std::uint32_t goals;
    Move entry = kNone;  // the move that first led to the state
    StateStore::Id state = StateStore::kNone;
    Move first = kNone;  // of its moves
    std::uint32_t moves = 0;
    std::uint32_t visits = 0;
  };

  std::size_t first(Id id) const { return expanded(id) ? nodes_[id].first : 0; }

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  StateStore states_;  // also holds the root before it is opened
  std::unordered_map<std::uint64_t, Id> by_hash_;
};

}  // namespace ineq
