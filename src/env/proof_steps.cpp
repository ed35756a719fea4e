#include "env/proof_steps.h"

#include "base/error.h"
#include "base/printable.h"

namespace ineq {

void ProofSteps::add(const Rules& rules, const Record& given) {
  bank_.reset();
  const RecordVerdict verdict = check_record(bank_, rules, given);
  if (!verdict.accepted) {
    throw Error(printable(given.id.empty() ? given.goal : given.id) + ": " + verdict.reason);
  }
  State state(bank_, verdict.theorem);
  const auto steps = static_cast<std::int32_t>(verdict.actions.size());
  for (std::int32_t i = 0; i < steps; ++i) {
    const Action& taken = verdict.actions[static_cast<std::size_t>(i)];
    views.add(bank_, state);
    action.push_back(write_raw(bank_, state, taken));
    record.push_back(records_);
    step.push_back(i);
    left.push_back(steps - i);
    state.apply(bank_, rules, taken);
  }
  ++records_;
}

}  // namespace ineq
