#pragma once
// Whether the names and numbers of an experiment's file fit together. What its options say is
// checked by whoever uses them.

#include "experiment/experiment.h"

namespace ineq {

// Throws Error, which names the place in the file.
void require_consistent(const Experiment& experiment, const SharedParts& shared);

}  // namespace ineq
