#include "env/legal_actions.h"

namespace ineq {

std::vector<LegalAction> legal_actions(Bank& bank, const Rules& rules, const State& state,
                                       std::optional<std::size_t> only) {
  std::vector<LegalAction> out;
  for_each_legal_action(bank, rules, state, only, [&](const Action& action, const State& next) {
    out.push_back({action, next});
  });
  return out;
}

}  // namespace ineq
