#pragma once
// An experiment whose results are given by hand, for tests of what reports make of them.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "experiment/cell_numbers.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {

inline constexpr std::size_t kMeasuredTheorems = 100;  // per cell

// The axes are agent (dag, gin), setting (k3l3, k3l5), test (all) and act (greedy).
class MeasuredFixture : public testing::Test {
 protected:
  MeasuredFixture();

  static Cell cell(const std::string& agent, const std::string& setting,
                   const std::string& seed = "1") {
    return {
        {"agent", agent}, {"setting", setting}, {"test", "all"}, {"act", "greedy"}, {"seed", seed}};
  }
  // Adds a cell whose agent has proven so many theorems, each in 4 steps. Returns its result.
  TestRecord& measure(const Cell& cell, std::size_t proven);
  void measure_seeds(const std::string& agent, const std::string& setting,
                     const std::vector<std::size_t>& proven);  // by the seeds 1, 2, …
  void add_missing(const Cell& cell);   // part of the scale, without a result
  void add_left_out(const Cell& cell);  // not part of the scale

  // What the paper reports, by setting.
  void add_paper(const std::string& agent, const std::vector<std::optional<double>>& values,
                 const std::string& measure = "success");

  // No cells can be added afterwards.
  const CellNumbers& numbers();

  SharedParts shared_;
  Experiment experiment_;
  PlannedExperiment planned_;
  Plan plan_;
  std::map<std::string, AgentRecord> records_;  // by the key of the agent
  TemporaryFolder folder_;
  const ResultStore store_{folder_.path()};

 private:
  TestJob& add(const Cell& cell);

  std::optional<CellNumbers> numbers_;
};

}  // namespace ineq
