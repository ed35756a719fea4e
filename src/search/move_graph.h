#pragma once
// The states that Monte-Carlo tree search has met, each once, with the moves that it tries from
// them and how often it did.
//
// A state has its moves from when it is expanded on. Goals and facts are kept of those states
// alone; of any other they follow from the state that first led to it. The graph has cycles.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "kernel/kernel.h"

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
    double total = 0;          // of the values that the visits brought

    double mean() const { return visits == 0 ? 0 : total / visits; }  // Q
  };

  explicit MoveGraph(State root);

  std::size_t goals(Id id) const { return nodes_[id].goals; }
  bool opened(Id id) const { return nodes_[id].state != kNone; }
  bool expanded(Id id) const { return nodes_[id].first != kNone; }

  // An expansion has two parts, between which others can begin. Its goals and facts, from now on
  // kept where they are:
  const State& open(Bank& bank, const Rules& rules, Id id);
  const State& state(Id id) const { return states_[nodes_[id].state]; }  // of one that is opened
  // Then its moves, which come before those of any other state:
  void expand(Id id);
  void add_move(Id from, const Action& action, const State& to, double prior);

  std::span<Edge> moves(Id id) { return {edges_.data() + first(id), nodes_[id].moves}; }
  std::span<const Edge> moves(Id id) const { return {edges_.data() + first(id), nodes_[id].moves}; }
  Move number(const Edge& edge) const { return static_cast<Move>(&edge - edges_.data()); }
  Edge& operator[](Move move) { return edges_[move]; }
  const Edge& operator[](Move move) const { return edges_[move]; }

  std::uint32_t visits(Id id) const { return nodes_[id].visits; }  // the sum over its moves
  void count_visit(Move move);
  void take_back_visit(Move move);

  // The shortest way from a state to one that is wanted, of at most `left` steps. A state can also
  // be wanted for the steps that are left there; states with more goals than that are passed by.
  using Wanted = std::function<bool(Id id, std::size_t left)>;
  std::optional<std::vector<Move>> nearest(Id from, std::size_t left, const Wanted& wanted) const;

  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const;  // about

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Node {
    std::uint32_t goals;
    Move entry = kNone;           // the one that first led to it
    std::uint32_t state = kNone;  // among those that are kept
    Move first = kNone;           // of its moves
    std::uint32_t moves = 0;
    std::uint32_t visits = 0;
  };

  std::size_t first(Id id) const { return expanded(id) ? nodes_[id].first : 0; }

  State root_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::deque<State> states_;
  std::size_t state_bytes_ = 0;
  std::unordered_map<std::uint64_t, Id> by_hash_;
};

}  // namespace ineq
