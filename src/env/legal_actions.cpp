#include "env/legal_actions.h"

namespace ineq {

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
