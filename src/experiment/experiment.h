#pragma once
// An experiment: agents are trained on some theorems and tested on others. It is a table of cells:
// one for each combination of the values of its axes, such as agent, setting, test set and seed.
// Everything else follows from the cells: which agents must be trained, which of them are shared
// with other experiments, and what a report shows.
//
// Experiments are files (docs/experiments.md); experiment_file.h reads them.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/specification.h"

namespace ineq {

// Axes with a meaning of their own; the others only fill in texts.
inline constexpr const char* kAgentAxis = "agent";
inline constexpr const char* kActAxis = "act";
inline constexpr const char* kTestAxis = "test";
inline constexpr const char* kSeedAxis = "seed";

using Cell = std::map<std::string, std::string>;  // the value of each axis

// Replaces {axis} by its value in the cell. Throws Error if the cell has no such axis.
std::string fill(std::string_view text, const Cell& cell);

// Some values of some axes.
struct Filter {
  std::map<std::string, std::vector<std::string>> values;

  // Whether the cell has one of the values on each axis; axes that it does not have do not matter.
  bool matches(const Cell& cell) const;
  bool empty() const { return values.empty(); }
};

struct Axis {
  std::string name;
  std::vector<std::string> values;
};

// Options by their names in files/fields.h, as texts. A list has several texts.
using OptionTexts = std::map<std::string, std::vector<std::string>>;

// What an experiment computes at one scale: `smoke`, `cpu` or `paper`.
struct Scale {
  std::string text = {};  // for reports
  std::vector<std::string> seeds = {};
  std::size_t tests = 0;                           // theorems per test set; 0: not given
  OptionTexts train = {};                          // options of all trainings
  std::map<std::string, OptionTexts> agents = {};  // options of trainings, by agent
  std::map<std::string, double> speeds = {};       // states per CPU second, by agent
  Filter only = {};                                // cells that do not match are not run
  std::vector<Filter> skip = {};                   // neither are cells that match one of these
};

// Where the theorems of a test set come from. Texts in braces are filled in.
struct TestSource {
  std::string file = {};  // a set of `ineq split`, such as standard/iid/k3l5/test, or a .jsonl file
  std::string like = {};  // or fresh theorems of a distribution, such as standard/k3l5
};

// Numbers that the paper reports, as cells of an agent that is not run.
struct PaperNumbers {
  Cell at;                      // the agent and other fixed axes
  std::vector<std::string> by;  // the axes of the values; the last one varies fastest
  std::string measure = "success";
  std::vector<std::optional<double>> values;  // in the order of the values of the axes
};

struct TableSpec {
  std::string title;
  Filter where = {};
  std::vector<std::string> rows = {};
  std::vector<std::string> columns = {};
  std::string measure = "success";
  std::string average = {};  // an axis of the rows
  std::vector<std::string> difference =
      {};               // an agent, and those whose best result it is compared to
  bool spread = false;  // mean ± deviation over seeds, without intervals
};

struct PlotSpec {
  std::string name;  // of the file
  std::string title;
  Filter where = {};
  std::string x = {};  // an axis; or, for learning curves, `states` or `minutes` of training
  std::vector<std::string> curves = {};  // axes
  std::string measure = "success";
  std::string x_label = {};
  bool logarithmic_x = false;
  bool learning = false;  // validation success during training
};

// A statement about the numbers: on one axis, one value has a higher mean over the seeds than
// others. Cells are compared that agree on the other axes.
struct Claim {
  std::string text;
  Filter where = {};
  std::string axis;
  std::string value;              // the one that is said to be higher
  std::vector<std::string> than;  // the others
  std::string measure = "success";
  bool lower = false;                 // the value is said to be lower
  double margin = 0;                  // it may also be worse by at most this
  std::optional<double> within = {};  // the two are said to differ by at most this
  // The difference is said to be larger at the first value of this axis than at the second one.
  std::optional<Axis> more = {};
};

struct Experiment {
  std::string name;  // of its file
  std::string title;
  std::string paper;              // which table or figure it repeats; empty: none
  std::string text;               // a paragraph for the report
  std::vector<Axis> axes;         // all but the seeds
  std::vector<Filter> skip = {};  // cells that do not exist
  OptionTexts train = {};
  std::map<std::string, std::map<std::string, OptionTexts>> options = {};  // by axis and value
  std::map<std::string, TestSource> tests = {};
  std::map<std::string, Scale> scales = {};
  std::vector<PaperNumbers> numbers = {};
  std::vector<TableSpec> tables = {};
  std::vector<PlotSpec> plots = {};
  std::vector<Claim> claims = {};

  const Axis* find_axis(std::string_view axis) const;
};

// What all experiments share.
struct SharedParts {
  std::string folder;                             // of the files of the experiments
  std::string title, text;                        // of a report on all of them
  std::map<std::string, Specification> theorems;  // distributions, without setting
  std::map<std::string, OptionTexts> agents;      // options of their trainings
  std::map<std::string, std::string> untrained;   // agents that are searches
  std::map<std::string, OptionTexts> acts;        // options of `ineq evaluate`
  std::map<std::string, double> act_seconds;      // CPU time per problem, for estimates
  std::map<std::string, Scale> scales;
  std::map<std::string, std::string> labels;  // of values, in reports
};

struct Suite {
  SharedParts shared;
  std::vector<Experiment> experiments;  // in the order in which they are reported

  const Experiment& find(std::string_view name) const;  // throws Error
};

// The shared scale with the experiment's changes. Throws Error if there is no such scale.
Scale scale_of(const SharedParts& shared, const Experiment& experiment, const std::string& name);

// All cells of an experiment that exist, with seeds. `is_run` tells whether the scale computes it.
struct ScaledCell {
  Cell cell;
  bool is_run;
};
std::vector<ScaledCell> cells_of(const Experiment& experiment, const Scale& scale);

}  // namespace ineq
