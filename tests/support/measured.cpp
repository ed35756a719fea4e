#include "support/measured.h"

namespace ineq {

MeasuredFixture::MeasuredFixture() {
  experiment_.name = "one";
  experiment_.title = "One";
  experiment_.axes = {{"agent", {"dag", "gin"}},
                      {"setting", {"k3l3", "k3l5"}},
                      {"test", {"all"}},
                      {"act", {"greedy"}}};
  planned_.experiment = &experiment_;
  shared_.acts = {{"greedy", {}}};
}

TestJob& MeasuredFixture::add(const Cell& cell) {
  std::string agent, test;
  for (const auto& [axis, value] : cell) {
    test += value + " ";
    if (axis != "test" && axis != "act") agent += value + " ";
  }
  planned_.cells.push_back({cell, test});
  plan_.tests.push_back({.key = test,
                         .label = {},
                         .agent = agent,
                         .problems = {},
                         .problems_name = {},
                         .checksum = {},
                         .act = cell.at("act")});
  return plan_.tests.back();
}

TestRecord& MeasuredFixture::measure(const Cell& cell, std::size_t proven) {
  const TestJob& job = add(cell);
  AgentRecord& record = records_[job.agent];
  record.training = {.config = {}, .environment = {}, .states = 100, .cpu_seconds = 60};
  TestRecord& out = record.tests[job.key];
  out.problems = "all.jsonl";
  out.checksum = "0123456789abcdef0123";
  out.step_limit = 15;
  out.outcomes.resize(kMeasuredTheorems);
  for (std::size_t i = 0; i < proven; ++i) {
    out.outcomes[i] = {.end = SearchEnd::kProven, .length = 4};
  }
  return out;
}

void MeasuredFixture::measure_seeds(const std::string& agent, const std::string& setting,
                                    const std::vector<std::size_t>& proven) {
  for (std::size_t i = 0; i < proven.size(); ++i) {
    measure(cell(agent, setting, std::to_string(i + 1)), proven[i]);
  }
}

void MeasuredFixture::add_missing(const Cell& cell) { add(cell); }

void MeasuredFixture::add_left_out(const Cell& cell) { planned_.cells.push_back({cell, ""}); }

void MeasuredFixture::add_paper(const std::string& agent,
                                const std::vector<std::optional<double>>& values,
                                const std::string& measure) {
  experiment_.numbers.push_back(
      {.at = {{"agent", agent}}, .by = {"setting"}, .measure = measure, .values = values});
}

const CellNumbers& MeasuredFixture::numbers() {
  if (!numbers_) {
    for (const auto& [agent, record] : records_) store_.save(agent, record);
    numbers_.emplace(planned_, plan_, store_);
  }
  return *numbers_;
}

}  // namespace ineq
