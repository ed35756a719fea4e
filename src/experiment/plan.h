#pragma once
// What must be computed for experiments: trainings and tests, each of them once, whatever the
// number of cells and experiments that use it.
//
// A training is identified by its key: a hash of those parts of its configuration that differ from
// the defaults, and of the contents of the files that it reads. A test is identified by the key of
// its agent, the contents of the test set and the way to act. So a result is found again wherever
// it was computed, and results of other options are never mistaken for it.

#include <string>
#include <vector>

#include "agents/train_config.h"
#include "experiment/experiment.h"
#include "experiment/workspace.h"

namespace ineq {

struct TrainingJob {
  std::string key;
  std::string label;  // for people: the values of the axes that it depends on
  TrainConfig config;
  std::string needs = {};  // the key of the training that it starts from; empty: none
  double seconds = 0;      // estimated CPU time; 0 if unknown
};

struct TestJob {
  std::string key;
  std::string label;
  std::string agent;  // the key of its training, or the name of a search
  bool is_trained = true;
  std::string problems;       // the file
  std::string problems_name;  // the same within the workspace
  std::string checksum;       // SHA-256 of the file
  std::string act;            // name
  OptionTexts options = {};   // of `ineq evaluate`
  double seconds = 0;         // estimated CPU time
};

struct PlannedCell {
  Cell cell;
  std::string test;  // the key; empty: not run at this scale
};

struct PlannedExperiment {
  const Experiment* experiment;
  Scale scale;
  std::vector<PlannedCell> cells;
};

struct Plan {
  std::string scale;
  std::vector<PlannedExperiment> experiments;
  std::vector<TrainingJob> trainings;  // a training comes after the one that it starts from
  std::vector<TestJob> tests;

  const TrainingJob* find_training(const std::string& key) const;  // or null
  const TestJob& test(const std::string& key) const;
};

// Only cells that match the filter are planned; others count as not run. Writes the test sets into
// the workspace. Throws Error, which names the experiment and the cell.
Plan make_plan(const Suite& suite, const std::vector<std::string>& names, const std::string& scale,
               const Filter& only, Workspace& workspace);

}  // namespace ineq
