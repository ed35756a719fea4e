#pragma once
// The oracle for Monte-Carlo tree search: it runs one simulation after the other exactly by the
// formula, without batches and the random draws that they require. States are identified by their
// hashes, and moves keep the order in which they are listed.

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "search/mcts.h"

namespace ineq {

class PlainMcts {
 public:
  struct Move {
    Action action;
    std::uint64_t next;
    double prior;
    double visits = 0;
    double total = 0;
  };

  PlainMcts(Problem& problem, Evaluator& evaluator, MctsOptions::Over over, std::size_t steps);

  void simulate() {
    if (!proven_) simulate(root_, steps_, {});
  }
  bool proven() const { return proven_; }
  const std::vector<Move>& moves() const { return moves_.at(root_); }  // of the theorem

 private:
  // Each returns the value of the state.
  double simulate(std::uint64_t hash, std::size_t left, std::set<std::uint64_t> way);
  double expand(std::uint64_t hash, std::size_t left);

  Problem& problem_;
  Evaluator& evaluator_;
  const MctsOptions::Over over_;
  const std::size_t steps_;
  Budget budget_{SearchLimits{}};
  MoveFinder finder_;
  std::uint64_t root_;
  std::map<std::uint64_t, State> states_;  // as they were first met
  std::map<std::uint64_t, std::vector<Move>> moves_;
  bool proven_ = false;
};

}  // namespace ineq
