#pragma once
// The steps of proofs as arrays, for behaviour cloning (paper, Section 4). There is one row per
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
  void append(const ProofSteps& other);  // with the same views

  Views views;
  std::vector<RawAction> action;
  std::vector<std::int64_t> record;  // the number of its proof, in the order of addition
  std::vector<std::int32_t> step;    // its number in the proof, from 0
  std::vector<std::int32_t> left;    // steps to the end of the proof, this one included

 private:
  Bank bank_;  // of records; reused to avoid reallocation
  std::int64_t records_ = 0;
};

}  // namespace ineq
