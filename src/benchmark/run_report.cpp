#include "benchmark/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/printable.h"
#include "benchmark/gnuplot.h"
#include "benchmark/success_cells.h"
#include "benchmark/table.h"

namespace ineq {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Cells = Table::Cells;
using Summaries = std::vector<SolverSummary>;
using Totals = ResultSummary::Totals;

constexpr SearchEnd kEnds[] = {SearchEnd::kProven, SearchEnd::kRefuted, SearchEnd::kExhausted,
                               SearchEnd::kNodes,  SearchEnd::kSeconds, SearchEnd::kMemory,
                               SearchEnd::kFailed};

double percent_within(const ResultSummary& summary, std::uint64_t nodes, NodeCount count) {
  if (!summary.has_counts(count)) return std::numeric_limits<double>::quiet_NaN();
  return 100 * summary.all().mean_count(summary.proven_within(nodes, count));
}

Cells operator+(Cells one, const Cells& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

Cells mean_cells(const Totals& totals) {
  Cells out;
  visit_counts(totals.counts, [&](const char*, std::uint64_t count) {
    out.push_back(cell(totals.mean_count(count), 1));
  });
  return out;
}

Table success_table(const Summaries& summaries, const SearchLimits& limits) {
  Table table(Cells{""} + success_columns(limits.steps));
  for (const SolverSummary& s : summaries) table.add(Cells{s.solver} + success_cells(s.all));
  return table;
}

Table settings_table(const Summaries& summaries, const SearchLimits& limits) {
  Table table(Cells{"", "setting"} + success_columns(limits.steps) + Cells{"expanded, mean"});
  for (const SolverSummary& summary : summaries) {
    for (const auto& [setting, s] : summary.by_setting) {
      table.add(Cells{summary.solver, name_of(setting)} + success_cells(s) +
                Cells{cell(s.all().mean_count(s.all().counts.expanded), 1)});
    }
  }
  return table;
}

Table means_table(const Summaries& summaries) {
  Table table({"mean of", "", "expanded", "generated", "kernel steps", "evaluated", "batches"});
  for (const SolverSummary& s : summaries) {
    table.add(Cells{s.solver, "all"} + mean_cells(s.all.all()));
    table.add(Cells{s.solver, "proven"} + mean_cells(s.all.proven()));
  }
  return table;
}

Table ends_table(const Summaries& summaries) {
  Cells columns = {"ended by"};
  std::vector<SearchEnd> ends;
  for (const SearchEnd end : kEnds) {
    const auto never = [&](const SolverSummary& s) { return s.all.ended(end) == 0; };
    if (std::ranges::all_of(summaries, never)) continue;
    ends.push_back(end);
    columns.emplace_back(to_string(end));
  }
  Table table(columns);
  for (const SolverSummary& s : summaries) {
    Cells row = {s.solver};
    for (const SearchEnd end : ends) row.push_back(fmt::to_string(s.all.ended(end)));
    table.add(row);
  }
  return table;
}

Table budgets_table(const Summaries& summaries, const SearchLimits& limits, NodeCount count) {
  Cells columns = {count == NodeCount::kStates ? "success % within N states met"
                                               : "success % within N nodes"};
  for (const SolverSummary& s : summaries) columns.push_back(s.solver);
  Table table(columns);
  for (const std::uint64_t nodes : budgets(limits.nodes, count)) {
    Cells row = {fmt::to_string(nodes)};
    for (const SolverSummary& s : summaries) {
      row.push_back(cell(percent_within(s.all, nodes, count), 1));
    }
    table.add(row);
  }
  return table;
}

Table times_table(const Summaries& summaries) {
  Table table({"seconds per problem", "wall", "CPU", "wall, of the proven", "CPU, of the proven"});
  for (const SolverSummary& s : summaries) {
    Cells row = {s.solver};
    for (const Totals* totals : {&s.all.all(), &s.all.proven()}) {
      row.push_back(cell(totals->mean(totals->seconds), 4));
      row.push_back(cell(totals->mean(totals->cpu_seconds), 4));
    }
    table.add(row);
  }
  return table;
}

std::string unchecked_note(const Summaries& summaries) {
  std::string names;
  for (const SolverSummary& s : summaries) {
    if (s.is_checked) continue;
    names += (names.empty() ? "" : ", ") + s.solver;
  }
  return "Unverified answers, not checked by the kernel: " + names + "\n";
}

std::string failure_notes(const Summaries& summaries) {
  std::string out;
  for (const SolverSummary& s : summaries) {
    const auto& first = s.first_failure;
    if (!first) continue;
    out += fmt::format("{} failed on {} of {} problems, first on number {}: it {}\n", s.solver,
                       s.all.ended(SearchEnd::kFailed), s.all.all().problems, first->number,
                       printable(first->why));
  }
  return out;
}

OrderedJson means_of(const Totals& totals) {
  OrderedJson out;
  visit_counts(totals.counts, [&](const char* name, std::uint64_t count) {
    out[name] = totals.mean_count(count);
  });
  out["seconds"] = totals.mean(totals.seconds);
  out["cpu_seconds"] = totals.mean(totals.cpu_seconds);
  return out;
}

OrderedJson to_json(const ResultSummary& s, const SearchLimits& limits) {
  const auto [low, high] = s.interval();
  OrderedJson ends = OrderedJson::object();
  for (const SearchEnd end : kEnds) ends[std::string(to_string(end))] = s.ended(end);
  const auto within = [&](NodeCount count) {
    OrderedJson out = OrderedJson::object();
    for (const std::uint64_t nodes : budgets(limits.nodes, count)) {
      out[std::to_string(nodes)] =
          s.has_counts(count) ? OrderedJson(s.proven_within(nodes, count)) : OrderedJson();
    }
    return out;
  };
  return {{"problems", s.all().problems},
          {"proven", s.proven().problems},
          {"success", s.success()},
          {"interval", {low, high}},
          {"length", s.length()},
          {"proven_length", s.proven_length()},
          {"mean", means_of(s.all())},
          {"proven_mean", means_of(s.proven())},
          {"ends", ends},
          {"proven_within", within(NodeCount::kExpanded)},
          {"proven_within_states", within(NodeCount::kStates)}};
}

std::string success_plot(const std::string& folder) { return folder + "/success"; }

bool has_settings(const Summaries& summaries) {
  return std::ranges::any_of(summaries,
                             [](const SolverSummary& s) { return s.by_setting.size() > 1; });
}

}  // namespace

std::string run_tables(const Summaries& summaries, const SearchLimits& limits,
                       const TableStyle& style, NodeCount count) {
  Summaries checked;  // the others do not count what they do
  std::ranges::copy_if(summaries, std::back_inserter(checked), &SolverSummary::is_checked);
  std::string out = success_table(summaries, limits).text(style);
  const auto add = [&](const Table& table) { out += "\n" + table.text(style); };
  if (has_settings(summaries)) add(settings_table(summaries, limits));
  if (!checked.empty()) add(means_table(checked));
  add(ends_table(summaries));
  if (const std::string notes = failure_notes(summaries); !notes.empty()) out += "\n" + notes;
  if (!checked.empty()) add(budgets_table(checked, limits, count));
  if (checked.size() < summaries.size()) out += "\n" + unchecked_note(summaries);
  add(times_table(summaries));
  return out;
}

OrderedJson run_json(const Summaries& summaries, const SearchLimits& limits) {
  OrderedJson out = OrderedJson::array();
  for (const SolverSummary& summary : summaries) {
    OrderedJson solver = {{"solver", summary.solver}, {"checked", summary.is_checked}};
    solver.update(to_json(summary.all, limits));
    OrderedJson& failure = solver["first_failure"] = OrderedJson();
    if (const auto& first = summary.first_failure) {
      failure = {{"number", first->number}, {"why", printable(first->why)}};
    }
    OrderedJson& settings = solver["settings"] = OrderedJson::array();
    for (const auto& [setting, s] : summary.by_setting) {
      OrderedJson row = {{"k", setting.k}, {"l", setting.l}};
      row.update(to_json(s, limits));
      settings.push_back(std::move(row));
    }
    out.push_back(std::move(solver));
  }
  return out;
}

void require_plot(const std::string& folder, bool force) {
  require_drawable(success_plot(folder), force);
}

void plot_success(const Summaries& summaries, const SearchLimits& limits, const std::string& folder,
                  NodeCount count) {
  INEQ_CHECK(!summaries.empty());
  Picture picture{
      .title = "Success against budget",
      .x = count == NodeCount::kStates ? "states met, at most" : "states expanded, at most",
      .y = "proven, %",
      .curves = {},
      .y_max = 100,
      .logarithmic_x = true};
  const auto add = [&](const std::string& name, const ResultSummary& summary) {
    Curve curve{.name = name, .points = {}};
    std::vector<std::uint64_t> points = budgets(std::max<std::uint64_t>(limits.nodes, 1), count);
    if (points.front() == 5) points.insert(points.begin(), {1, 2});
    for (const std::uint64_t nodes : points) {
      curve.points.emplace_back(nodes, percent_within(summary, nodes, count));
    }
    picture.curves.push_back(std::move(curve));
  };
  const auto& settings = summaries.front().by_setting;
  if (summaries.size() == 1 && settings.size() > 1) {
    for (const auto& [setting, summary] : settings) add(name_of(setting), summary);
  } else {
    for (const SolverSummary& s : summaries) {
      if (s.is_checked) add(s.solver, s.all);
    }
  }
  draw(picture, success_plot(folder));
}

}  // namespace ineq
