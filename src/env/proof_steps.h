#pragma once
// The steps of proofs as arrays: what behaviour cloning learns from (paper, Section 4). One row a
// step: the state before it, in the views that were asked for, and the action.

#include <cstdint>
#include <vector>

#include "env/raw_actions.h"
#include "env/views.h"
#include "proof/record.h"

namespace ineq {

class ProofSteps {
 public:
  explicit ProofSteps(const ViewOptions& options = {}) : views(options) {}

  void add(Bank& bank, const Proven& proven);
  // Throws Error on a record whose proof the kernel does not accept.
  void add(const Rules& rules, const Record& record);

  Views views;
  std::vector<RawAction> action;
  std::vector<std::int64_t> record;  // its number among those that were added
  std::vector<std::int32_t> step;    // from 0
  std::vector<std::int32_t> left;    // steps to the end, this one included

 private:
  Bank bank_;
  std::int64_t records_ = 0;
};

}  // namespace ineq
