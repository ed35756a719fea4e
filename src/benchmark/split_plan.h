#pragma once
// Plans of the splits: the training, test and validation sets of each experiment in generalisation,
// which are the six dimensions of the paper's Section 4.3 and the long proofs of later work.
// `split.h` makes files of them.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generate/specification.h"

namespace ineq {

struct SplitSet {
  std::string name;             // of its files, without an ending
  Specification specification;  // paths are relative to the folder
};

// All training sets of a folder go with all of its test sets. Beside each test set there is a
// validation set of the same distribution. Training, validation and test sets are drawn from
// different random streams. Up to renaming of variables, no validation theorem has the goal of a
// test theorem, and no training theorem has the goal of a validation or test theorem.
struct SplitFolder {
  std::string experiment;
  std::string name;
  std::vector<SplitSet> train;
  std::vector<SplitSet> validation;
  std::vector<SplitSet> test;
  std::vector<std::pair<std::string, std::string>> files = {};  // lists of axioms: name, text
  std::string note = {};
};

struct SplitPlan {
  std::string_view name;  // of the experiment
  std::string_view what;  // one line for the help text
  // The training and test sets; plan_splits does the rest. Throws Error.
  std::vector<SplitFolder> (*make)(const Specification& base);
};
std::span<const SplitPlan> split_plans();

// The folders of the experiments with these names, or of all if there are none. The axioms, rules,
// goal and seed of all sets are those of `base`. Throws Error.
std::vector<SplitFolder> plan_splits(const Specification& base,
                                     const std::vector<std::string>& names);

}  // namespace ineq
