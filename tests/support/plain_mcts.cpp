#include "support/plain_mcts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ineq {

PlainMcts::PlainMcts(Problem& problem, Evaluator& evaluator, MctsOptions::Over over,
                     std::size_t steps)
    : problem_(problem),
      evaluator_(evaluator),
      over_(over),
      steps_(steps),
      finder_(problem, budget_) {
  const State root(problem.bank, problem.theorem);
  root_ = root.hash();
  states_.emplace(root_, root);
}

double PlainMcts::simulate(std::uint64_t hash, std::size_t left, std::set<std::uint64_t> way) {
  const auto goals = static_cast<std::size_t>(std::ranges::distance(states_.at(hash).goals()));
  if (!way.insert(hash).second || goals > left) return 0;
  if (!moves_.contains(hash)) return expand(hash, left);
  std::vector<Move>& moves = moves_[hash];
  if (moves.empty()) return 0;
  double sum = 0;
  for (const Move& move : moves) sum += move.visits;
  const auto rank = [&](const Move& a) {
    const double q = a.visits > 0 ? a.total / a.visits : 0;
    return std::pair(q + a.prior * std::sqrt(sum) / (1 + a.visits), a.prior);
  };
  Move& best = *std::ranges::max_element(moves, {}, rank);
  const double value = simulate(best.next, left - 1, way);
  best.visits += 1;
  best.total += value;
  return value;
}

double PlainMcts::expand(std::uint64_t hash, std::size_t left) {
  std::vector<LegalAction> listed;
  finder_.list(states_.at(hash), Scope::kFirstGoal, listed);
  std::vector<Move>& moves = moves_[hash];
  if (listed.empty()) return 0;
  const Query query{
      .problem = &problem_, .state = &states_.at(hash), .max_steps = left, .moves = listed};
  Evaluation answer;
  evaluator_.evaluate({&query, 1}, {&answer, 1});
  std::map<std::size_t, std::vector<std::size_t>> groups;  // one move of each is kept
  for (std::size_t i = 0; i < listed.size(); ++i) {
    groups[over_ == MctsOptions::Over::kAxioms ? listed[i].action.axiom : i].push_back(i);
  }
  for (const auto& [name, group] : groups) {
    const std::size_t best =
        *std::ranges::max_element(group, {}, [&](std::size_t i) { return answer.priors[i]; });
    double prior = 0;
    for (const std::size_t i : group) prior += answer.priors[i];
    const auto& [action, next] = listed[best];
    moves.push_back({.action = action, .next = next.hash(), .prior = prior});
    states_.try_emplace(next.hash(), next);
    if (next.proven()) proven_ = true;
  }
  return proven_ ? 1 : 1 / (1 + answer.steps_left);
}

}  // namespace ineq
