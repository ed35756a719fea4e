#pragma once
// Compares a finished dataset with a request, for runs that are resumed after their end.

#include <cstdint>

#include "generate/dataset_writer.h"

namespace ineq {

struct FinishedDataset {
  std::uint64_t theorems = 0;  // in the file
  bool is_same = true;         // the first and the last of them are those of the request
};

// Reads the file that the request names. A finished file does not say how it was made, so this
// makes its first and its last theorem again. JSON Lines only. Throws Error.
FinishedDataset compare_finished(const DatasetRequest& request);

}  // namespace ineq
