#pragma once
// The experiments in generalisation as files: for each fixed test sets, and specifications of what
// to train on.
//
// A training specification excludes the goals of all test sets in its folder, up to renaming of
// variables, so that no test theorem can be generated from it, whatever the seed.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "generate/specification.h"

namespace ineq {

struct SplitRequest {
  Specification base;                    // axioms, rules, goal and seed, which all sets share
  std::string folder;                    // must exist
  std::size_t test_size = 1000;          // theorems of each test set
  std::vector<std::string> experiments;  // none: all of them
};

// Calls `progress(done, all)` after each test set. What was written of other experiments into the
// same folder before stays. Throws Error.
void write_splits(const SplitRequest& request,
                  const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace ineq
