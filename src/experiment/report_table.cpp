#include "experiment/report_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <ranges>
#include <set>

#include "base/error.h"
#include "benchmark/setting.h"
#include "benchmark/table.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNotRun = "not run";
constexpr const char* kMissing = "missing";
constexpr const char* kNone = "–";

double deviation_of(const CellNumber& number) {
  double mean = 0, squares = 0;
  const auto count = static_cast<double>(number.by_seed.size());
  for (const auto& [seed, value] : number.by_seed) mean += value / count;
  for (const auto& [seed, value] : number.by_seed) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (count - 1));
}

class TableMaker {
 public:
  TableMaker(const SharedParts& shared, const Experiment& experiment, const TableSpec& spec,
             const CellNumbers& numbers, Json& sources)
      : shared_(shared),
        experiment_(experiment),
        spec_(spec),
        numbers_(numbers),
        sources_(sources),
        measure_(find_measure(spec.measure)),
        columns_(combinations(numbers, spec.where, spec.columns)) {}

  std::string make() {
    Table::Cells head = spec_.rows;
    for (const Cell& column : columns_) head.push_back(column_label(column));
    Table table(head);
    add_rows(table);
    if (seeds_.empty()) {
      return numbers_.is_missing(spec_.where, {}) ? "No results yet.\n"
                                                  : "Not run at this scale.\n";
    }
    if (!spec_.difference.empty()) add_differences(table);
    return table.text({.markdown = true}) + "\n" + notes();
  }

 private:
  std::string column_label(const Cell& column) const {
    std::string out;
    for (const std::string& axis : spec_.columns) {
      out += (out.empty() ? "" : ", ") + label_of(shared_, axis, column.at(axis));
    }
    return out;
  }

  // All rows of an agent, and then their average.
  void add_rows(Table& table) {
    const std::vector<Cell> rows = combinations(numbers_, spec_.where, spec_.rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (was_not_run(rows[i])) continue;
      Table::Cells cells = row_labels(rows[i]);
      for (const Cell& column : columns_) cells.push_back(cell_text(cells, rows[i], column));
      table.add(cells);
      if (!spec_.average.empty() && (i + 1 == rows.size() || others_differ(rows[i], rows[i + 1]))) {
        Cell average = rows[i];
        average.erase(spec_.average);
        Table::Cells means = row_labels(average);
        for (const Cell& column : columns_) means.push_back(cell_text(means, average, column));
        table.add(means);
      }
    }
  }

  // Whether the next row is of another average.
  bool others_differ(Cell row, Cell next) const {
    row.erase(spec_.average);
    next.erase(spec_.average);
    return row != next;
  }

  // Agents without any number in this table are named below it.
  bool was_not_run(const Cell& row) {
    const auto agent = row.find(kAgentAxis);
    if (agent == row.end()) return false;
    const Cell at = {{kAgentAxis, agent->second}};
    for (const Cell& other : combinations(numbers_, spec_.where, spec_.rows)) {
      if (other.at(kAgentAxis) != agent->second) continue;
      for (const Cell& column : columns_) {
        const Cell cell = merged(other, column);
        if (numbers_.number(spec_.where, cell, spec_.measure) ||
            numbers_.is_missing(spec_.where, cell)) {
          return false;
        }
      }
    }
    not_run_.insert(label_of(shared_, agent->second));
    return true;
  }

  Table::Cells row_labels(const Cell& row) const {
    Table::Cells out;
    for (const std::string& axis : spec_.rows) {
      const auto found = row.find(axis);
      out.push_back(found == row.end() ? "average" : label_of(shared_, found->second));
    }
    return out;
  }

  static Cell merged(Cell row, const Cell& column) {
    row.insert(column.begin(), column.end());
    return row;
  }

  std::string cell_text(const Table::Cells& labels, const Cell& row, const Cell& column) {
    const Cell at = merged(row, column);
    const auto number = numbers_.number(spec_.where, at, spec_.measure);
    if (!number) {
      const auto agent = at.find(kAgentAxis);
      if (agent != at.end() && numbers_.is_of_paper(agent->second)) return kNone;
      if (!numbers_.exists(spec_.where, at)) return kNone;
      return numbers_.is_missing(spec_.where, at) ? kMissing : kNotRun;
    }
    const std::string text = text_of(*number, at);
    if (!spec_.average.empty() && !row.contains(spec_.average)) {
      std::size_t& cells = averaged_[column_label(column)];
      cells = std::max(cells, number->cells);
    }
    if (!number->is_of_paper()) {
      if (!number->by_seed.empty()) note(*number, at, labels, column);
      add_source(labels, column, *number, number->mean, text);
    }
    return text;
  }

  std::string text_of(const CellNumber& number, const Cell& at) {
    const std::string mean = cell(number.mean, measure_.digits);
    if (spec_.spread) {
      if (number.is_of_paper()) {
        const auto deviation = numbers_.number(spec_.where, at, "deviation");
        return deviation ? fmt::format("{} ± {:.1f}", mean, deviation->mean) : mean;
      }
      return number.by_seed.size() < 2 ? mean
                                       : fmt::format("{} ± {:.1f}", mean, deviation_of(number));
    }
    if (!measure_.is_success || number.is_of_paper()) return mean;
    const auto [low, high] = number.interval;
    return fmt::format("{} [{}, {}]", mean, bound(low), bound(high));
  }

  static std::string bound(double value) {
    return value > 99.95 ? "100" : fmt::format("{:.1f}", value);
  }

  // What the notes below the table say.
  void note(const CellNumber& number, const Cell& at, const Table::Cells& labels,
            const Cell& column) {
    const auto [low, high] = std::ranges::minmax(number.by_seed | std::views::values);
    const std::string agent =
        at.contains(kAgentAxis) ? label_of(shared_, at.at(kAgentAxis)) : "all";
    auto& [fewest, most] =
        seeds_.try_emplace(agent, number.by_seed.size(), number.by_seed.size()).first->second;
    fewest = std::min(fewest, number.by_seed.size());
    most = std::max(most, number.by_seed.size());
    if (number.sources.size() == 1) {
      fewest_theorems_ = std::min(fewest_theorems_, number.theorems);
      most_theorems_ = std::max(most_theorems_, number.theorems);
      if (high - low > spread_) {
        spread_ = high - low;
        spread_at_ = fmt::format("{}, {}", fmt::join(row_of(labels), ", "), column_label(column));
      }
    }
  }

  Table::Cells row_of(Table::Cells cells) const {
    cells.resize(spec_.rows.size());
    return cells;
  }

  void add_source(const Table::Cells& labels, const Cell& column, const CellNumber& number,
                  double value, const std::string& text, double minus = 0) {
    Json cells = Json::array();
    for (const std::vector<CellNumber::Source>& seeds : number.sources) {
      Json tests = Json::array();
      for (const auto& [agent, test] : seeds) tests.push_back({agent, test});
      cells.push_back(tests);
    }
    sources_.push_back({{"experiment", experiment_.name},
                        {"table", spec_.title},
                        {"row", row_of(labels)},
                        {"column", column_label(column)},
                        {"measure", spec_.measure},
                        {"value", value},
                        {"minus", minus},
                        {"text", text},
                        {"cells", cells}});
  }

  // One row for each combination of the other axes: the first agent minus the best of the others.
  void add_differences(Table& table) {
    const std::string& agent = spec_.difference.front();
    std::vector<std::string> axes = spec_.rows;
    std::erase(axes, kAgentAxis);
    std::vector<Cell> rows = combinations(numbers_, spec_.where, axes);
    if (!spec_.average.empty()) {
      Cell average = rows.back();
      average.erase(spec_.average);
      rows.push_back(average);
    }
    for (const Cell& row : rows) {
      Cell ours = row;
      ours[kAgentAxis] = agent;
      Table::Cells cells = row_labels(ours);
      for (std::size_t i = 0; i < spec_.rows.size(); ++i) {
        if (spec_.rows[i] == kAgentAxis) {
          cells[i] = fmt::format("{} − best of the paper", label_of(shared_, agent));
        }
      }
      const Table::Cells labels = cells;
      for (const Cell& column : columns_) cells.push_back(difference(labels, ours, column));
      table.add(cells);
    }
  }

  std::string difference(const Table::Cells& labels, const Cell& row, const Cell& column) {
    const Cell at = merged(row, column);
    const auto ours = numbers_.number(spec_.where, at, spec_.measure);
    std::optional<double> best;
    for (std::size_t i = 1; i < spec_.difference.size(); ++i) {
      Cell other = at;
      other[kAgentAxis] = spec_.difference[i];
      const auto number = numbers_.number(spec_.where, other, spec_.measure);
      if (number && (!best || number->mean > *best)) best = number->mean;
    }
    if (!ours || !best) return kNone;
    const std::string text = fmt::format("{:+.{}f}", ours->mean - *best, measure_.digits);
    add_source(labels, column, *ours, ours->mean - *best, text, *best);
    return text;
  }

  std::string notes() const {
    std::vector<std::string> out;
    if (!seeds_.empty()) {
      std::string theorems = fmt::to_string(most_theorems_);
      if (fewest_theorems_ != most_theorems_) {
        theorems = fmt::format("{} to {}", fewest_theorems_, most_theorems_);
      }
      std::vector<std::string> seeds;
      for (const auto& [agent, counts] : seeds_) {
        const auto [fewest, most] = counts;
        seeds.push_back(fewest == most ? fmt::format("{} {}", agent, most)
                                       : fmt::format("{} {} to {}", agent, fewest, most));
      }
      out.push_back(fmt::format("Each cell: {} theorems. Training runs per cell: {}.", theorems,
                                fmt::join(seeds, ", ")));
    }
    if (!spec_.spread && spread_ > 0) {
      out.push_back(fmt::format("Two runs of a cell differ by at most {:.{}f} ({}).", spread_,
                                measure_.digits, spread_at_));
    }
    std::size_t most = 0;
    for (const auto& [column, cells] : averaged_) most = std::max(most, cells);
    for (const auto& [column, cells] : averaged_) {
      if (cells == most) continue;
      out.push_back(fmt::format("In the column {}, averages are over {} rows instead of {}.",
                                column, cells, most));
    }
    if (!not_run_.empty()) {
      out.push_back(fmt::format("Not run at this scale: {}.", fmt::join(not_run_, ", ")));
    }
    return out.empty() ? "" : fmt::format("{}\n", fmt::join(out, " "));
  }

  const SharedParts& shared_;
  const Experiment& experiment_;
  const TableSpec& spec_;
  const CellNumbers& numbers_;
  Json& sources_;
  const Measure& measure_;
  const std::vector<Cell> columns_;
  std::map<std::string, std::pair<std::size_t, std::size_t>> seeds_;  // fewest and most, by agent
  std::size_t fewest_theorems_ = std::numeric_limits<std::size_t>::max(), most_theorems_ = 0;
  double spread_ = 0;
  std::string spread_at_;
  std::map<std::string, std::size_t> averaged_;  // by column: the number of cells of an average
  std::set<std::string> not_run_;
};

}  // namespace

std::string label_of(const SharedParts& shared, const std::string& value) {
  if (const auto found = shared.labels.find(value); found != shared.labels.end()) {
    return found->second;
  }
  const auto setting = find_setting(value);
  return setting ? name_of(*setting) : value;
}

std::string label_of(const SharedParts& shared, const std::string& axis, const std::string& value) {
  const bool is_number =
      std::ranges::all_of(value, [](unsigned char c) { return std::isdigit(c) != 0; });
  return (is_number ? axis + " " : "") + label_of(shared, value);
}

std::vector<Cell> combinations(const CellNumbers& numbers, const Filter& where,
                               const std::vector<std::string>& axes) {
  std::vector<Cell> out = {{}};
  for (const std::string& axis : axes) {
    std::vector<Cell> longer;
    for (const Cell& cell : out) {
      for (const std::string& value : numbers.values(axis, where)) {
        longer.push_back(cell);
        longer.back()[axis] = value;
      }
    }
    out = std::move(longer);
  }
  std::erase_if(out, [&](const Cell& cell) { return !numbers.exists(where, cell); });
  return out;
}

std::string make_table(const SharedParts& shared, const Experiment& experiment,
                       const TableSpec& spec, const CellNumbers& numbers, Json& sources) {
  return TableMaker(shared, experiment, spec, numbers, sources).make();
}

}  // namespace ineq
