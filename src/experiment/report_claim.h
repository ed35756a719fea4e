#pragma once
// Conclusions of a report: whether the numbers support a claim.

#include <string>

#include "experiment/cell_numbers.h"
#include "experiment/experiment.h"

namespace ineq {

// One sentence or more, in Markdown.
std::string judge(const SharedParts& shared, const Experiment& experiment, const Claim& claim,
                  const CellNumbers& numbers);

}  // namespace ineq
