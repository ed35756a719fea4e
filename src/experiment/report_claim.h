#pragma once
// Conclusions of a report: whether the numbers support a claim.

#include <string>

#include "experiment/cell_numbers.h"
#include "experiment/experiment.h"

namespace ineq {

struct Judgement {
  std::string verdict;       // `yes`, `mostly`, `rarely`, `no`, `not clear` or `not tested`
  std::string because = {};  // sentences, in Markdown
};
Judgement judge(const SharedParts& shared, const Experiment& experiment, const Claim& claim,
                const CellNumbers& numbers);

}  // namespace ineq
