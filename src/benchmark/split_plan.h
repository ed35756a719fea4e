#pragma once
// What the experiments in generalisation train and test on: the six dimensions of the paper's
// Section 4.3, and the long proofs of later work. `split.h` makes files of it.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generate/specification.h"

namespace ineq {

struct ExperimentSet {
  std::string name;
  Specification specification;  // paths are relative to the folder
};

// Every training set of a folder goes with every test set.
struct ExperimentFolder {
  std::string experiment;
  std::string name;
  std::vector<ExperimentSet> train;
  std::vector<ExperimentSet> test;
  std::vector<std::pair<std::string, std::string>> files = {};  // lists of axioms: name, text
  std::string note = {};
};

struct Experiment {
  std::string_view name;
  std::string_view what;
  // The axioms, rules, goal and seed of all sets are those of the base. Throws Error.
  std::vector<ExperimentFolder> (*make)(const Specification& base);
};
std::span<const Experiment> experiments();

}  // namespace ineq
