#include "env/legal_actions.h"

#include <unordered_set>

#include "env/action_finder.h"

namespace ineq {

std::vector<LegalAction> legal_actions(Bank& bank, const Rules& rules, const State& state,
                                       std::optional<std::size_t> only) {
  std::vector<LegalAction> out;
  if (state.proven()) return out;
  ActionFinder finder(bank, rules);
  finder.reset(state);
  std::unordered_set<std::uint64_t> seen;  // effects of the axiom so far
  for (std::size_t axiom = 0; axiom < rules.axioms.size(); ++axiom) {
    if (only && axiom != *only) continue;
    seen.clear();
    finder.find(axiom, {}, [&](const Action& action, const State& next) {
      if (seen.insert(next.hash()).second) out.push_back({action, next});
      return false;
    });
  }
  return out;
}

}  // namespace ineq
