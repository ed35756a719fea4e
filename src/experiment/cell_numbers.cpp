#include "experiment/cell_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "base/error.h"
#include "benchmark/summary.h"

namespace ineq {
namespace {

constexpr Measure kMeasures[] = {
    {.name = "success", .label = "success, %", .digits = 1, .is_success = true},
    {.name = "deviation", .label = "standard deviation", .digits = 1},
    {.name = "length", .label = "mean length of the proofs", .digits = 2},
    {.name = "evaluated", .label = "states evaluated per theorem", .digits = 1},
    {.name = "expanded", .label = "states expanded per theorem", .digits = 1},
    {.name = "milliseconds", .label = "CPU ms per theorem", .digits = 2},
    {.name = "minutes", .label = "CPU minutes of training", .digits = 1},
};

constexpr std::size_t kPaperTheorems = 1000;  // per test set

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double measure_of(const TestRecord& test, const TrainingRecord* training,
                  std::string_view measure) {
  const auto count = static_cast<double>(test.outcomes.size());
  const auto mean = [&](const auto& value) {
    double sum = 0;
    for (const ProblemOutcome& outcome : test.outcomes) sum += static_cast<double>(value(outcome));
    return sum / count;
  };
  if (measure == "success") {
    return 100 * mean([](const ProblemOutcome& o) { return o.proven() ? 1 : 0; });
  }
  if (measure == "length") {
    return mean([&](const ProblemOutcome& o) { return o.proven() ? o.length : test.step_limit; });
  }
  if (measure == "evaluated") {
    return mean([](const ProblemOutcome& o) { return o.counts.evaluated; });
  }
  if (measure == "expanded") {
    return mean([](const ProblemOutcome& o) { return o.counts.expanded; });
  }
  if (measure == "milliseconds") {
    return mean([](const ProblemOutcome& o) { return 1000 * o.cpu_seconds; });
  }
  INEQ_CHECK(measure == "minutes");
  return training == nullptr ? 0 : training->cpu_seconds / 60;
}

// Of the mean of the seeds. All seeds are tested on the same theorems, so more seeds do not make it
// smaller.
std::pair<double, double> success_interval(double percent, std::size_t theorems) {
  const auto part =
      static_cast<std::uint64_t>(std::llround(percent / 100 * static_cast<double>(theorems)));
  const auto [low, high] = wilson_interval(part, theorems);
  return {100 * low, 100 * high};
}

Cell without_seed(Cell cell) {
  cell.erase(kSeedAxis);
  return cell;
}

// A cell of the paper need not have all axes.
bool agrees(const Cell& cell, const Cell& at) {
  return std::ranges::all_of(at, [&](const auto& entry) {
    const auto found = cell.find(entry.first);
    return found == cell.end() || found->second == entry.second;
  });
}

}  // namespace

void CellNumber::keep(const std::map<std::string, double>& seeds) {
  if (seeds == by_seed) return;
  by_seed = seeds;
  std::vector<double> values;
  for (const auto& [seed, value] : by_seed) values.push_back(value);
  mean = mean_of(values);
  if (interval.second > 0) interval = success_interval(mean, theorems);
}

const Measure& find_measure(std::string_view name) {
  const auto found = std::ranges::find(kMeasures, name, &Measure::name);
  if (found == std::end(kMeasures)) {
    throw Error("there is no measure '" + std::string(name) + "'");
  }
  return *found;
}

CellNumbers::CellNumbers(const PlannedExperiment& planned, const Plan& plan,
                         const ResultStore& store)
    : planned_(planned), plan_(plan) {
  for (const PlannedCell& cell : planned.cells) {
    if (cell.test.empty()) continue;
    const std::string& agent = plan.test(cell.test).agent;
    if (records_.contains(agent)) continue;
    const AgentRecord& record = records_[agent] = store.load(agent);
    const TrainingJob* const job = plan.find_training(agent);
    if (record.training && job != nullptr) require_same_options(*record.training, *job);
  }
  for (const PaperNumbers& numbers : planned.experiment->numbers) {
    std::vector<Cell> cells = {numbers.at};
    for (const std::string& axis : numbers.by) {
      std::vector<Cell> longer;
      for (const Cell& cell : cells) {
        for (const std::string& value : planned.experiment->find_axis(axis)->values) {
          longer.push_back(cell);
          longer.back()[axis] = value;
        }
      }
      cells = std::move(longer);
    }
    INEQ_CHECK(cells.size() == numbers.values.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (numbers.values[i]) paper_.push_back({cells[i], numbers.measure, *numbers.values[i]});
    }
  }
}

std::vector<std::string> CellNumbers::values(const std::string& axis, const Filter& where) const {
  std::vector<std::string> out;
  const auto add = [&](const Cell& cell) {
    const auto found = cell.find(axis);
    if (found == cell.end() || !where.matches(cell)) return;
    if (std::ranges::count(out, found->second) == 0) out.push_back(found->second);
  };
  for (const PlannedCell& cell : planned_.cells) add(cell.cell);
  if (axis == kAgentAxis) {
    for (const PaperCell& cell : paper_) add(cell.cell);
  }
  // Cells are in the order of the axes, and later axes can have gaps in the first cells.
  if (const Axis* found = planned_.experiment->find_axis(axis)) {
    std::ranges::stable_sort(out, {}, [&](const std::string& value) {
      return std::ranges::find(found->values, value) - found->values.begin();
    });
  }
  return out;
}

bool CellNumbers::is_of_paper(const std::string& agent) const {
  return std::ranges::any_of(
      paper_, [&](const PaperCell& cell) { return cell.cell.at(kAgentAxis) == agent; });
}

std::vector<const PlannedCell*> CellNumbers::find_cells(const Filter& where, const Cell& at) const {
  std::vector<const PlannedCell*> out;
  for (const PlannedCell& cell : planned_.cells) {
    if (where.matches(cell.cell) && agrees(cell.cell, at)) out.push_back(&cell);
  }
  return out;
}

const TestRecord* CellNumbers::find_test(const PlannedCell& cell) const {
  if (cell.test.empty()) return nullptr;
  const AgentRecord& record = records_.at(plan_.test(cell.test).agent);
  const auto found = record.tests.find(cell.test);
  return found == record.tests.end() ? nullptr : &found->second;
}

bool CellNumbers::exists(const Filter& where, const Cell& at) const {
  return !find_cells(where, at).empty() || std::ranges::any_of(paper_, [&](const PaperCell& cell) {
    return where.matches(cell.cell) && agrees(cell.cell, at);
  });
}

bool CellNumbers::is_missing(const Filter& where, const Cell& at) const {
  return std::ranges::any_of(find_cells(where, at), [&](const PlannedCell* cell) {
    return !cell->test.empty() && find_test(*cell) == nullptr;
  });
}

std::optional<CellNumber> CellNumbers::paper_number(const Filter& where, const Cell& at,
                                                    std::string_view measure) const {
  std::vector<const PaperCell*> cells;
  for (const PaperCell& cell : paper_) {
    if (cell.measure != measure || !where.matches(cell.cell) || !agrees(cell.cell, at)) continue;
    cells.push_back(&cell);
  }
  if (cells.size() > 1) {  // a mean is over cells that exist here, too
    std::erase_if(cells, [&](const PaperCell* cell) {
      Cell ours = cell->cell;
      ours.erase(kAgentAxis);
      return find_cells({}, ours).empty();
    });
  }
  if (cells.empty()) return std::nullopt;
  std::vector<double> values;
  for (const PaperCell* cell : cells) values.push_back(cell->value);
  CellNumber out{
      .mean = mean_of(values), .theorems = kPaperTheorems * values.size(), .cells = values.size()};
  if (find_measure(measure).is_success) out.interval = success_interval(out.mean, out.theorems);
  return out;
}

std::optional<CellNumber> CellNumbers::number(const Filter& where, const Cell& at,
                                              std::string_view measure) const {
  const auto agent = at.find(kAgentAxis);
  if (agent != at.end() && is_of_paper(agent->second)) return paper_number(where, at, measure);
  struct Seeds {
    std::map<std::string, double> values;
    std::vector<CellNumber::Source> sources = {};
    std::size_t theorems = 0;
  };
  std::map<Cell, Seeds> by_cell;
  for (const PlannedCell* cell : find_cells(where, at)) {
    Seeds& seeds = by_cell[without_seed(cell->cell)];
    const TestRecord* test = find_test(*cell);
    if (test == nullptr || test->outcomes.empty()) continue;
    const std::string& key = plan_.test(cell->test).agent;
    const std::optional<TrainingRecord>& training = records_.at(key).training;
    seeds.values[cell->cell.at(kSeedAxis)] =
        measure_of(*test, training ? &*training : nullptr, measure);
    seeds.sources.push_back({key, cell->test});
    seeds.theorems = test->outcomes.size();
  }
  if (by_cell.empty()) return std::nullopt;
  CellNumber out;
  std::vector<double> means;
  std::map<std::string, std::vector<double>> by_seed;
  for (const auto& [cell, seeds] : by_cell) {
    if (seeds.values.empty()) return std::nullopt;
    std::vector<double> values;
    for (const auto& [seed, value] : seeds.values) {
      values.push_back(value);
      by_seed[seed].push_back(value);
    }
    means.push_back(mean_of(values));
    out.theorems += seeds.theorems;
    out.sources.push_back(seeds.sources);
  }
  out.mean = mean_of(means);
  out.cells = by_cell.size();
  for (const auto& [seed, values] : by_seed) {
    if (values.size() == by_cell.size()) out.by_seed[seed] = mean_of(values);
  }
  if (find_measure(measure).is_success) out.interval = success_interval(out.mean, out.theorems);
  return out;
}

std::vector<std::pair<std::string, const TrainingRecord*>> CellNumbers::trainings(
    const Filter& where, const Cell& at) const {
  std::vector<std::pair<std::string, const TrainingRecord*>> out;
  std::set<std::string> seen;
  for (const PlannedCell* cell : find_cells(where, at)) {
    if (cell->test.empty()) continue;
    const std::string& agent = plan_.test(cell->test).agent;
    const std::optional<TrainingRecord>& training = records_.at(agent).training;
    if (training && seen.insert(agent).second) out.emplace_back(agent, &*training);
  }
  return out;
}

CellNumbers::Cost CellNumbers::cost() const {
  Cost out;
  for (const auto& [agent, training] : trainings({}, {})) {
    ++out.trainings;
    out.training_seconds += training->cpu_seconds;
  }
  std::set<std::string> planned;
  for (const PlannedCell& cell : planned_.cells) {
    if (!cell.test.empty()) planned.insert(cell.test);
  }
  for (const auto& [act, agents] : tests()) {
    for (const auto& [agent, tests] : agents) {
      out.tests += tests.size();
      for (const TestRecord* test : tests) {
        for (const ProblemOutcome& outcome : test->outcomes) {
          out.test_seconds += outcome.cpu_seconds;
        }
      }
    }
  }
  out.missing_tests = planned.size() - out.tests;
  return out;
}

std::map<std::string, std::map<std::string, std::vector<const TestRecord*>>> CellNumbers::tests()
    const {
  std::map<std::string, std::map<std::string, std::vector<const TestRecord*>>> out;
  std::set<std::string> seen;
  for (const PlannedCell& cell : planned_.cells) {
    const TestRecord* test = find_test(cell);
    if (test == nullptr || !seen.insert(cell.test).second) continue;
    out[cell.cell.at(kActAxis)][cell.cell.at(kAgentAxis)].push_back(test);
  }
  return out;
}

}  // namespace ineq
