#include "search/random_walk.h"

#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "search/move_finder.h"

namespace ineq {

SearchResult random_walk(Problem& problem, Rng rng, Budget& budget) {
  MoveFinder finder(problem, budget);
  SearchResult out;
  // The moves with different effects, and the hashes of these effects. The states themselves are
  // not kept, because those of a walk can be large enough to fill the memory.
  std::vector<Action> moves;
  std::unordered_set<std::uint64_t> known;
  const State root(problem.bank, problem.theorem);
  const auto walk = [&]() -> std::optional<SearchEnd> {  // nothing: it led nowhere
    out.reached.clear();
    for (State state = root; !state.proven();) {
      if (out.reached.size() == budget.limits().steps) return std::nullopt;
      if (const auto end = budget.over(out.counts.expanded, problem.bytes())) return end;
      std::optional<SearchEnd> end;
      moves.clear();
      known.clear();
      out.counts.steps +=
          finder.for_each(state, Scope::kFirstGoal, [&](const Action& action, const State& next) {
            if (known.insert(next.hash()).second) moves.push_back(action);
            end = budget.over(out.counts.expanded, problem.bytes());
            return end.has_value();
          });
      if (!end) end = budget.over(out.counts.expanded, problem.bytes());
      ++out.counts.expanded;
      out.counts.generated += moves.size();
      if (end) return end;
      if (moves.empty()) return std::nullopt;
      const Action& action = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      INEQ_CHECK(changes_state(state.apply(problem.bank, problem.rules, action)));
      out.reached.push_back(action);
    }
    return SearchEnd::kProven;
  };
  std::optional<SearchEnd> end = end_at_start(problem, budget.limits());
  while (!end) end = walk();
  out.end = *end;
  if (out.found()) std::swap(out.proof, out.reached);
  out.bytes = problem.bytes();
  out.seconds = budget.seconds();
  return out;
}

}  // namespace ineq
