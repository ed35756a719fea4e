#include "search/random_walk.h"

#include <utility>
#include <vector>

#include "base/rng.h"
#include "search/moves.h"

namespace ineq {

SearchResult random_walk(Problem& problem, std::uint64_t seed, const SearchLimits& limits) {
  const Watch watch(limits);
  MoveFinder finder(problem.bank, problem.rules, problem.model);
  Rng rng(seed);
  SearchResult out;
  std::vector<LegalAction> moves;
  const State root(problem.bank, problem.theorem);
  const auto walk = [&]() -> std::optional<SearchEnd> {  // nothing: it led nowhere
    out.reached.clear();
    for (State state = root; !state.proven(); state = std::move(moves[0].next)) {
      if (out.reached.size() == limits.steps) return std::nullopt;
      if (const auto end = watch.over(out.counts.expanded, problem.bytes())) return end;
      ++out.counts.expanded;
      out.counts.steps += finder.list(state, Scope::kFirstGoal, moves);
      out.counts.generated += moves.size();
      if (moves.empty()) return std::nullopt;
      std::swap(moves[0], moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      out.reached.push_back(moves[0].action);
    }
    return SearchEnd::kProven;
  };
  std::optional<SearchEnd> end;
  if (!problem.model.may_hold(problem.bank, problem.theorem.goal)) end = SearchEnd::kRefuted;
  if (limits.steps == 0 && !root.proven()) end = SearchEnd::kExhausted;
  while (!end) end = walk();
  out.end = *end;
  if (out.proven()) std::swap(out.proof, out.reached);
  out.bytes = problem.bytes();
  out.seconds = watch.seconds();
  return out;
}

}  // namespace ineq
