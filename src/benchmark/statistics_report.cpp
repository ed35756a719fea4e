#include "benchmark/statistics_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "benchmark/gnuplot.h"
#include "benchmark/table.h"

namespace ineq {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Cells = Table::Cells;

constexpr const char *kLength = "/length", *kAxioms = "/axioms", *kNodes = "/nodes",
                     *kShortest = "/shortest";  // pictures in their folder

std::uint64_t count_of(const Distribution& d, std::uint32_t value) {
  const auto found = d.counts().find(value);
  return found == d.counts().end() ? 0 : found->second;
}

// The axioms by how often they are used, all theorems together.
std::vector<std::size_t> by_use(const TheoremStatistics& all) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < kAxiomCount; ++i) {
    if (all.axioms[i] > 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return all.axioms[i]; });
  return order;
}

Table sizes_table(const Statistics& statistics) {
  Table table({"", "theorems", "goal: characters, mean", "deviation", "10 %", "median", "90 %",
               "most", "observation: characters", "nodes at first", "nodes, mean of all states",
               "with premises %", "with several %", "inequalities %", "distinct goals %"});
  for (const auto& [setting, s] : statistics.by_setting()) {
    const std::uint64_t some = s.size() - count_of(s.premises, 0);
    const std::uint64_t several = some - count_of(s.premises, 1);
    table.add({name_of(setting), fmt::to_string(s.size()), cell(s.characters.mean(), 1),
               cell(s.characters.deviation(), 1), fmt::to_string(s.characters.quantile(0.1)),
               fmt::to_string(s.characters.quantile(0.5)),
               fmt::to_string(s.characters.quantile(0.9)), fmt::to_string(s.characters.quantile(1)),
               cell(s.source_characters.mean(), 1), cell(s.nodes.mean(), 1),
               cell(s.step_nodes.mean(), 1), cell(percent(some, s.size()), 1),
               cell(percent(several, s.size()), 1), cell(percent(s.inequalities, s.size()), 1),
               cell(percent(s.goals.size(), s.size()), 1)});
  }
  return table;
}

Table axioms_table(const Statistics& statistics) {
  Cells columns = {"share of the steps, %", "all"};
  for (const auto& [setting, s] : statistics.by_setting()) columns.push_back(name_of(setting));
  Table table(columns);
  const TheoremStatistics all = statistics.all();
  for (const std::size_t axiom : by_use(all)) {
    Cells row = {std::string(axioms()[axiom].name),
                 cell(percent(all.axioms[axiom], all.steps()), 2)};
    for (const auto& [setting, s] : statistics.by_setting()) {
      row.push_back(cell(percent(s.axioms[axiom], s.steps()), 2));
    }
    table.add(row);
  }
  return table;
}

Table shortest_table(const ShortestStatistics& statistics) {
  std::uint32_t longest = 0;
  for (const auto& [setting, lengths] : statistics.by_setting()) {
    if (lengths.settled.size() > 0) longest = std::max(longest, lengths.settled.quantile(1));
  }
  Cells columns = {"shortest proof", "theorems",       "settled %",
                   "below L %",      "mean, at least", "at most"};
  for (std::uint32_t length = 1; length <= longest; ++length) {
    columns.push_back(fmt::to_string(length));
  }
  columns.emplace_back("not settled");
  Table table(columns);
  for (const auto& [setting, lengths] : statistics.by_setting()) {
    const std::uint64_t all = lengths.at_least.size(), settled = lengths.settled.size();
    Cells row = {name_of(setting),
                 fmt::to_string(all),
                 cell(percent(settled, all), 1),
                 cell(percent(lengths.shorter, all), 1),
                 cell(lengths.at_least.mean(), 2),
                 cell(lengths.at_most.mean(), 2)};
    for (std::uint32_t length = 1; length <= longest; ++length) {
      row.push_back(fmt::to_string(count_of(lengths.settled, length)));
    }
    row.push_back(fmt::to_string(all - settled));
    table.add(row);
  }
  return table;
}

OrderedJson to_json(const Distribution& d) {
  OrderedJson counts = OrderedJson::object();
  for (const auto& [value, count] : d.counts()) counts[std::to_string(value)] = count;
  return {{"mean", d.mean()}, {"deviation", d.deviation()}, {"counts", counts}};
}

OrderedJson to_json(const ShortestStatistics::Lengths& lengths) {
  return {{"theorems", lengths.at_least.size()},
          {"shorter", lengths.shorter},
          {"settled", to_json(lengths.settled)},
          {"at_least", to_json(lengths.at_least)},
          {"at_most", to_json(lengths.at_most)}};
}

void plot_lengths(const Statistics& statistics, const std::string& name) {
  constexpr std::uint32_t kBin = 10;
  Picture picture{.title = "Theorem length",
                  .x = "characters of the goal",
                  .y = "share of the theorems, %",
                  .curves = {}};
  for (const auto& [setting, s] : statistics.by_setting()) {
    std::map<std::uint32_t, std::uint64_t> bins;
    const std::uint32_t end = s.characters.quantile(0.995);  // the last few would squeeze the rest
    for (const auto& [value, count] : s.characters.counts()) {
      if (value <= end) bins[value / kBin] += count;
    }
    Curve curve{.name = name_of(setting), .points = {}};
    for (std::uint32_t bin = 0; bin <= end / kBin; ++bin) {
      curve.points.emplace_back((bin + 0.5) * kBin, percent(bins[bin], s.size()));
    }
    picture.curves.push_back(std::move(curve));
  }
  draw(picture, name);
}

void plot_axioms(const TheoremStatistics& all, const std::string& name) {
  Bars bars{.title = "Use of the axioms", .x = "share of the steps, %", .bars = {}};
  for (const std::size_t axiom : by_use(all)) {
    bars.bars.emplace_back(axioms()[axiom].name, percent(all.axioms[axiom], all.steps()));
  }
  draw(bars, name);
}

void plot_nodes(const Statistics& statistics, const std::string& name) {
  Picture picture{.title = "Nodes of a state",
                  .x = "L, steps of the proof",
                  .y = "nodes, mean",
                  .curves = {},
                  .whole_x = true};
  std::map<std::size_t, Curve> curves;  // by K
  for (const auto& [setting, s] : statistics.by_setting()) {
    Curve& curve = curves[setting.k];
    curve.name = fmt::format("K{}", setting.k);
    curve.points.emplace_back(setting.l, s.step_nodes.mean());
  }
  for (auto& [k, curve] : curves) picture.curves.push_back(std::move(curve));
  draw(picture, name);
}

void plot_shortest(const ShortestStatistics& statistics, const std::string& name) {
  Picture picture{.title = "Shortest proofs",
                  .x = "steps of the shortest proof",
                  .y = "share of the theorems, %",
                  .curves = {},
                  .whole_x = true};
  for (const auto& [setting, lengths] : statistics.by_setting()) {
    Curve curve{.name = name_of(setting), .points = {}};
    for (std::uint32_t length = 1; length <= setting.l; ++length) {
      curve.points.emplace_back(
          length, percent(count_of(lengths.settled, length), lengths.at_least.size()));
    }
    picture.curves.push_back(std::move(curve));
  }
  draw(picture, name);
}

}  // namespace

std::string statistics_tables(const Statistics& statistics, const ShortestStatistics* shortest,
                              const TableStyle& style) {
  std::string out =
      sizes_table(statistics).text(style) + "\n" + axioms_table(statistics).text(style);
  if (shortest != nullptr) out += "\n" + shortest_table(*shortest).text(style);
  return out;
}

OrderedJson statistics_json(const Statistics& statistics, const ShortestStatistics* shortest) {
  OrderedJson out = OrderedJson::array();
  for (const auto& [setting, s] : statistics.by_setting()) {
    OrderedJson use = OrderedJson::object();
    for (std::size_t i = 0; i < kAxiomCount; ++i) use[std::string(axioms()[i].name)] = s.axioms[i];
    out.push_back({{"k", setting.k},
                   {"l", setting.l},
                   {"theorems", s.size()},
                   {"steps", s.steps()},
                   {"inequalities", s.inequalities},
                   {"distinct_goals", s.goals.size()},
                   {"axioms", use},
                   {"goal_characters", to_json(s.characters)},
                   {"observation_characters", to_json(s.source_characters)},
                   {"nodes", to_json(s.nodes)},
                   {"step_nodes", to_json(s.step_nodes)},
                   {"premises", to_json(s.premises)}});
    if (shortest != nullptr) out.back()["shortest"] = to_json(shortest->by_setting().at(setting));
  }
  return out;
}

void require_plots(const std::string& folder, bool shortest, bool force) {
  for (const char* name : {kLength, kAxioms, kNodes}) require_drawable(folder + name, force);
  if (shortest) require_drawable(folder + kShortest, force);
}

void plot_statistics(const Statistics& statistics, const ShortestStatistics* shortest,
                     const std::string& folder) {
  plot_lengths(statistics, folder + kLength);
  plot_axioms(statistics.all(), folder + kAxioms);
  plot_nodes(statistics, folder + kNodes);
  if (shortest != nullptr) plot_shortest(*shortest, folder + kShortest);
}

}  // namespace ineq
