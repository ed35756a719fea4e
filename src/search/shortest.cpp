#include "search/shortest.h"

#include <algorithm>
#include <utility>

#include "algebra/copy.h"
#include "base/error.h"
#include "search/best_first.h"
#include "search/breadth_first.h"
#include "search/distance_evaluator.h"

namespace ineq {
Shortest find_shortest(Problem& problem, std::optional<std::size_t> known,
                       const SearchLimits& limits) {
  Shortest out{.at_least = 0, .at_most = known, .proven = {}, .refuted = false, .counts = {}};
  if (known == 0u) return out;
  const auto shorter = [&] {
    SearchLimits left = limits;
    if (out.at_most) left.steps = std::min(limits.steps, *out.at_most - 1);
    return left;
  };
  const auto take = [&](const std::vector<Action>& proof) {
    out.proven = check(problem.bank, problem.rules, problem.theorem, proof).proven;
    INEQ_CHECK(out.proven);
    out.at_most = proof.size();
  };

  Budget first(shorter());
  const SearchResult all = breadth_first(problem, first);
  out.counts += all.counts;
  out.refuted = all.end == SearchEnd::kRefuted;
  INEQ_CHECK(!(out.refuted && known));
  out.at_least = all.settled + 1;
  if (all.found()) {
    take(all.proof);
    out.at_least = *out.at_most;
  }
  bool limited = all.end >= SearchEnd::kNodes && all.end != SearchEnd::kInterrupted;
  while (limited && !out.settled()) {
    Problem fresh(problem.rule_set, problem.rules, problem.bank, problem.theorem,
                  problem.countermodel.refutes());
    Budget budget(shorter());
    DistanceEvaluator evaluator(fresh, budget);
    SearchResult found = best_first(fresh, evaluator, {}, budget);
    out.counts += found.counts;
    limited = found.found();
    if (limited) take(copy_actions(fresh.bank, std::move(found.proof), problem.bank));
  }
  return out;
}

bool takes_at_least(Problem& problem, std::size_t steps, SearchLimits limits) {
  if (steps == 0) return true;
  limits.steps = steps - 1;
  Budget budget(limits);
  const SearchResult result = breadth_first(problem, budget);
  return result.end == SearchEnd::kExhausted || result.end == SearchEnd::kRefuted;
}

}  // namespace ineq
