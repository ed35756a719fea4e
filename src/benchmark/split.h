#pragma once
// The splits as files. Each experiment in generalisation has fixed test and validation sets, and
// specifications of its training sets (benchmark/split_plan.h).
//
// Every set has its specification beside it, under the same name with .json, from which
// `ineq generate --distinct` makes the same bytes again. With the default options the files are the
// frozen ones of kSplitVersion, whose checksums are in benchmark/split_manifest.h.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/specification.h"

namespace ineq {

// A published result names the set and this version. Any change to the bytes of a set takes a new
// version.
inline constexpr std::string_view kSplitVersion = "v1";

struct SplitRequest {
  Specification base = {};                    // axioms, rules, goal and seed, which all sets share
  std::string folder = {};                    // must exist
  std::size_t test_size = 1000;               // theorems per test set
  std::size_t validation_size = 500;          // theorems per validation set
  std::vector<std::string> experiments = {};  // empty: all of them
  bool force = false;                         // overwrite files other than the same frozen ones
};

// Whether the request makes frozen files: all but `folder`, `experiments` and `force` have their
// defaults.
bool is_frozen(const SplitRequest& request);

// The records of the first `count` distinct theorems, as a file of them. Throws Error.
std::string make_problem_set(const Specification& specification, std::size_t count);

// One set with the default options, named by its path without the ending, such as iid/k3l5/test.
// The bytes are those of the file that write_splits makes. Throws Error if there is no such set.
std::string make_split_set(const std::string& name);

using SplitProgress = std::function<void(std::size_t done, std::size_t all)>;  // in sets

// Splits of other experiments that are already in the folder stay. Throws Error, also if files
// would be overwritten without `force`. Frozen files may be written again, since their bytes are
// the same.
void write_splits(const SplitRequest& request, const SplitProgress& progress);

}  // namespace ineq
