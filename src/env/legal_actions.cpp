#include "env/legal_actions.h"

#include <algorithm>

namespace ineq {

std::uint64_t estimate_legal_actions(const Bank& bank, const Rules& rules, const State& state,
                                     std::optional<std::size_t> only) {
  Places places(bank);
  places.reset(state, Scope::kWholeState);
  double out = 0;
  for (std::size_t axiom = 0; axiom < rules.axioms.size(); ++axiom) {
    if (only && axiom != *only) continue;
    for (const Row& row : rules.axioms[axiom]) {
      if (!row.by) continue;
      double ways = static_cast<double>(
          std::ranges::count_if(places.goal_nodes(), [&](const Places::Place& place) {
            Bindings bindings;
            return match(rules.patterns, row.operands.back(), bank, place.term, bindings);
          }));
      for (std::size_t i = 1; i < row.operands.size(); ++i) {
        ways *= static_cast<double>(places.distinct().size());
      }
      out += ways;
    }
  }
  return static_cast<std::uint64_t>(std::min(out, 1e18));
}

std::vector<LegalAction> legal_actions(Bank& bank, const Rules& rules, const State& state,
                                       std::optional<std::size_t> only, std::size_t at_most) {
  std::vector<LegalAction> out;
  if (at_most == 0) return out;
  for_each_legal_action(bank, rules, state, only, [&](const Action& action, const State& next) {
    out.push_back({action, next});
    return out.size() == at_most;
  });
  return out;
}

}  // namespace ineq
