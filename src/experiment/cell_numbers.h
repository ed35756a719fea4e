#pragma once
// The numbers of a report: what an experiment measured, and what the paper reports, as means over
// the cells that a table, a plot or a claim asks for.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiment/plan.h"
#include "experiment/result_store.h"

namespace ineq {

struct CellNumber {
  double mean = 0;  // over the seeds of each cell, and then over the cells
  std::map<std::string, double> by_seed = {};   // of the seeds that all cells have
  std::pair<double, double> interval = {0, 0};  // 95 %, of a success
  std::size_t theorems = 0;                     // of all cells together, counted once for all seeds
  std::size_t cells = 1;                        // that the mean is over, without seeds
  struct Source {
    std::string agent, test;  // keys, as in the file of the results and the lines in it
  };
  std::vector<std::vector<Source>> sources = {};  // of the seeds of each cell

  bool is_of_paper() const { return sources.empty(); }
  // Restricts the number to some of its seeds; the sources stay those of all.
  void keep(const std::map<std::string, double>& seeds);
};

// A success in %, or a mean over all theorems.
struct Measure {
  std::string_view name;
  std::string_view label;  // for axes of plots
  int digits;
  bool is_success = false;
};
const Measure& find_measure(std::string_view name);  // throws Error

class CellNumbers {
 public:
  // Refers to its arguments.
  CellNumbers(const PlannedExperiment& planned, const Plan& plan, const ResultStore& store);

  // The values of an axis among the cells that the filter lets through, in the order of the file;
  // after the agents, those of the paper.
  std::vector<std::string> values(const std::string& axis, const Filter& where) const;

  // Over all cells that match the filter and have these values. There is none if there are no such
  // cells, or if one of them was not run.
  std::optional<CellNumber> number(const Filter& where, const Cell& at,
                                   std::string_view measure) const;

  bool is_of_paper(const std::string& agent) const;
  bool exists(const Filter& where, const Cell& at) const;
  // Whether cells are part of this scale, but have no result.
  bool is_missing(const Filter& where, const Cell& at) const;

  // The trainings of these cells, each once.
  std::vector<std::pair<std::string, const TrainingRecord*>> trainings(const Filter& where,
                                                                       const Cell& at) const;

  struct Cost {
    std::size_t trainings = 0, tests = 0, missing_tests = 0;
    double training_seconds = 0, test_seconds = 0;  // of CPU time
  };
  Cost cost() const;

  // The tests that have results, each once: by the name of the way to act, and by that of the agent
  // in it.
  std::map<std::string, std::map<std::string, std::vector<const TestRecord*>>> tests() const;

 private:
  struct PaperCell {
    Cell cell;
    std::string measure;
    double value;
  };

  const TestRecord* find_test(const PlannedCell& cell) const;
  std::vector<const PlannedCell*> find_cells(const Filter& where, const Cell& at) const;
  std::optional<CellNumber> paper_number(const Filter& where, const Cell& at,
                                         std::string_view measure) const;

  const PlannedExperiment& planned_;
  const Plan& plan_;
  std::map<std::string, AgentRecord> records_;  // by the key of the agent
  std::vector<PaperCell> paper_;
};

}  // namespace ineq
