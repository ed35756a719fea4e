#include "env/proof_steps.h"

#include "base/error.h"
#include "base/printable.h"

namespace ineq {

void ProofSteps::add(Bank& bank, const Proven& proven) {
  State state(bank, proven.theorem());
  const auto steps = static_cast<std::int32_t>(proven.proof().size());
  for (std::int32_t i = 0; i < steps; ++i) {
    const Action& taken = proven.proof()[static_cast<std::size_t>(i)];
    views.add(bank, state);
    action.push_back(write_raw(bank, state, taken));
    record.push_back(records_);
    step.push_back(i);
    left.push_back(steps - i);
    state.apply(bank, proven.rules(), taken);
  }
  ++records_;
}

void ProofSteps::add(const Rules& rules, const Record& given) {
  bank_.reset();
  const RecordVerdict verdict = check_record(bank_, rules, given);
  if (!verdict.proven) {
    throw Error(printable(given.id.empty() ? given.goal : given.id) + ": " + verdict.reason);
  }
  add(bank_, *verdict.proven);
}

void ProofSteps::append(const ProofSteps& other) {
  views.append(other.views);
  action.insert(action.end(), other.action.begin(), other.action.end());
  for (const std::int64_t number : other.record) record.push_back(records_ + number);
  step.insert(step.end(), other.step.begin(), other.step.end());
  left.insert(left.end(), other.left.begin(), other.left.end());
  records_ += other.records_;
}

}  // namespace ineq
