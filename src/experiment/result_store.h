#pragma once
// Results of experiments, as they are published: a folder with one file KEY.jsonl.zst per trained
// agent, and one per search that needs no training. Tables and plots are made from these files
// alone.
//
// The first line describes the training, if there was one. A line per test follows, each with the
// results of its problems in the lines after it: why the attempt ended, the length of the proof,
// and counts. Proofs are not kept here; the results file of `ineq evaluate` has them.

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "benchmark/solver.h"
#include "experiment/plan.h"
#include "experiment/workspace.h"

namespace ineq {

struct ProblemOutcome {
  SearchEnd end = SearchEnd::kExhausted;
  std::uint64_t length = 0;  // of the proof
  SearchCounts counts = {};
  double cpu_seconds = 0;

  bool proven() const { return end == SearchEnd::kProven; }
};

struct TrainingRecord {
  nlohmann::ordered_json config;       // paths are relative to the workspace
  nlohmann::ordered_json environment;  // of the machine
  std::uint64_t states = 0;
  double cpu_seconds = 0;
  struct Point {
    std::uint64_t states;
    double cpu_seconds;
    double validation;
  };
  std::vector<Point> curve = {};

  // The same for the same weights.
  std::vector<std::pair<std::uint64_t, double>> curve_of_success() const {
    std::vector<std::pair<std::uint64_t, double>> out;
    for (const Point& point : curve) out.emplace_back(point.states, point.validation);
    return out;
  }
};

struct TestRecord {
  std::string problems;            // name of the test set
  std::string checksum;            // SHA-256 of its file
  nlohmann::ordered_json options;  // the way to act
  std::size_t step_limit = 0;
  std::vector<ProblemOutcome> outcomes = {};
};

// The results of one agent.
struct AgentRecord {
  std::optional<TrainingRecord> training = {};
  std::map<std::string, TestRecord> tests = {};  // by key
};

class ResultStore {
 public:
  explicit ResultStore(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }
  std::string path(std::string_view agent) const {
    return folder_ + "/" + std::string(agent) + ".jsonl.zst";
  }
  // The record of an agent, which is empty if there is none. Throws Error if the file is damaged.
  AgentRecord load(std::string_view agent) const;
  void save(std::string_view agent, const AgentRecord& record) const;  // throws Error

 private:
  std::string folder_;
};

// What a finished training and a finished test have left in the workspace. Throw Error.
TrainingRecord read_training(const TrainingJob& job, const Workspace& workspace);
TestRecord read_test(const TestJob& job, const Workspace& workspace);

// A key is made of what differs from the defaults. So a result of other defaults can have the same
// key: throws Error if the training was of other options.
void require_same_options(const TrainingRecord& record, const TrainingJob& job);

}  // namespace ineq
