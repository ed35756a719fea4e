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
  std::string name;
  Specification specification;  // paths are relative to the folder
};

// Every training set of a folder goes with every test set.
struct SplitFolder {
  std::string experiment;
  std::string name;
  std::vector<SplitSet> train;
  std::vector<SplitSet> test;
  std::vector<std::pair<std::string, std::string>> files = {};  // lists of axioms: name, text
  std::string note = {};
};

struct SplitPlan {
  std::string_view name;
  std::string_view what;
  // The axioms, rules, goal and seed of all sets are those of the base. Throws Error.
  std::vector<SplitFolder> (*make)(const Specification& base);
};
std::span<const SplitPlan> split_plans();

}  // namespace ineq
