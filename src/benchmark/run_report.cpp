#include "benchmark/evaluation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"
#include "benchmark/gnuplot.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;
using Totals = EvaluationSummary::Totals;
using Setting = std::pair<std::uint64_t, std::uint64_t>;

constexpr SearchEnd kEnds[] = {SearchEnd::kProven, SearchEnd::kRefuted, SearchEnd::kExhausted,
                               SearchEnd::kNodes,  SearchEnd::kSeconds, SearchEnd::kMemory};

std::string name_of(const Setting& setting) {
  return fmt::format("K{} L{}", setting.first, setting.second);
}

double percent_within(const EvaluationSummary& summary, std::uint64_t nodes) {
  return 100 * summary.all().mean_count(summary.proven_within(nodes));
}

std::string cell(double value, int digits) {
  return std::isnan(value) ? "–" : fmt::format("{:.{}f}", value, digits);
}

void print_head(const std::vector<std::string>& columns) {
  std::string names = "|", line = "|";
  for (const std::string& column : columns) {
    names += " " + column + " |";
    line += "---|";
  }
  fmt::print("{}\n{}\n", names, line);
}

std::string success_cells(const EvaluationSummary& s) {
  const auto [low, high] = s.interval();
  return fmt::format("{} | {} | {} | {:.1f} to {:.1f} | {} | {}", s.all().problems,
                     s.proven().problems, cell(100 * s.success(), 1), 100 * low, 100 * high,
                     cell(s.length(), 2), cell(s.proven_length(), 2));
}

std::string mean_cells(const Totals& totals) {
  std::string out;
  visit_counts(totals.counts, [&](const char*, std::uint64_t count) {
    out += (out.empty() ? "" : " | ") + cell(totals.mean_count(count), 1);
  });
  return out;
}

void print_success(const std::vector<AgentReport>& reports, const SearchLimits& limits) {
  print_head({"", "problems", "proven", "success %", "95 % interval",
              fmt::format("length, not proven as {}", limits.steps), "length of the proven"});
  for (const AgentReport& report : reports) {
    fmt::print("| {} | {} |\n", report.agent, success_cells(report.all));
  }
}

void print_settings(const std::vector<AgentReport>& reports, const SearchLimits& limits) {
  if (reports.front().by_setting.size() < 2) return;
  fmt::print("\n");
  print_head({"", "setting", "problems", "proven", "success %", "95 % interval",
              fmt::format("length, not proven as {}", limits.steps), "length of the proven",
              "expanded, mean"});
  for (const AgentReport& report : reports) {
    for (const auto& [setting, s] : report.by_setting) {
      fmt::print("| {} | {} | {} | {} |\n", report.agent, name_of(setting), success_cells(s),
                 cell(s.all().mean_count(s.all().counts.expanded), 1));
    }
  }
}

void print_means(const std::vector<AgentReport>& reports) {
  fmt::print("\n");
  print_head({"mean of", "", "expanded", "generated", "kernel steps", "evaluated", "batches"});
  for (const AgentReport& report : reports) {
    fmt::print("| {} | all | {} |\n", report.agent, mean_cells(report.all.all()));
    fmt::print("| {} | proven | {} |\n", report.agent, mean_cells(report.all.proven()));
  }
}

void print_ends(const std::vector<AgentReport>& reports) {
  std::vector<std::string> columns = {"ended by"};
  std::vector<SearchEnd> ends;
  for (const SearchEnd end : kEnds) {
    if (std::ranges::all_of(reports, [&](const AgentReport& r) { return r.all.ended(end) == 0; })) {
      continue;
    }
    ends.push_back(end);
    columns.emplace_back(to_string(end));
  }
  fmt::print("\n");
  print_head(columns);
  for (const AgentReport& report : reports) {
    fmt::print("| {} |", report.agent);
    for (const SearchEnd end : ends) fmt::print(" {} |", report.all.ended(end));
    fmt::print("\n");
  }
}

void print_budgets(const std::vector<AgentReport>& reports, const SearchLimits& limits) {
  std::vector<std::string> columns = {"success % within so many nodes"};
  for (const AgentReport& report : reports) columns.push_back(report.agent);
  fmt::print("\n");
  print_head(columns);
  for (const std::uint64_t nodes : budgets(limits.nodes)) {
    fmt::print("| {} |", nodes);
    for (const AgentReport& report : reports) {
      fmt::print(" {} |", cell(percent_within(report.all, nodes), 1));
    }
    fmt::print("\n");
  }
}

void print_times(const std::vector<AgentReport>& reports) {
  fmt::print("\n");
  print_head({"seconds a problem", "wall", "CPU", "wall, of the proven", "CPU, of the proven"});
  for (const AgentReport& report : reports) {
    fmt::print("| {} |", report.agent);
    for (const Totals* totals : {&report.all.all(), &report.all.proven()}) {
      fmt::print(" {} | {} |", cell(totals->mean(totals->seconds), 4),
                 cell(totals->mean(totals->cpu_seconds), 4));
    }
    fmt::print("\n");
  }
}

void print_unchecked(const std::vector<AgentReport>& reports) {
  std::string names;
  for (const AgentReport& report : reports) {
    if (report.is_checked) continue;
    names += (names.empty() ? "" : ", ") + report.agent;
  }
  if (names.empty()) return;
  fmt::print("\nBy their own word, which the kernel has not checked: {}\n", names);
}

Json means_of(const Totals& totals) {
  Json out;
  visit_counts(totals.counts, [&](const char* name, std::uint64_t count) {
    out[name] = totals.mean_count(count);
  });
  out["seconds"] = totals.mean(totals.seconds);
  out["cpu_seconds"] = totals.mean(totals.cpu_seconds);
  return out;
}

Json to_json(const EvaluationSummary& s, const SearchLimits& limits) {
  const auto [low, high] = s.interval();
  Json ends = Json::object(), within = Json::object();
  for (const SearchEnd end : kEnds) ends[std::string(to_string(end))] = s.ended(end);
  for (const std::uint64_t nodes : budgets(limits.nodes)) {
    within[std::to_string(nodes)] = s.has_counts() ? Json(s.proven_within(nodes)) : Json();
  }
  return {{"problems", s.all().problems},
          {"proven", s.proven().problems},
          {"success", s.success()},
          {"interval", {low, high}},
          {"length", s.length()},
          {"proven_length", s.proven_length()},
          {"mean", means_of(s.all())},
          {"proven_mean", means_of(s.proven())},
          {"ends", ends},
          {"proven_within", within}};
}

}  // namespace

void AgentReport::add(const TestProblem& problem, const ProblemResult& result,
                      std::size_t step_limit) {
  all.add(result);
  if (!problem.k || !problem.l) return;
  by_setting.try_emplace({*problem.k, *problem.l}, step_limit).first->second.add(result);
}

void print_tables(const std::vector<AgentReport>& reports, const SearchLimits& limits) {
  print_success(reports, limits);
  print_settings(reports, limits);
  std::vector<AgentReport> agents;  // what provers do in their processes is not counted
  std::ranges::copy_if(reports, std::back_inserter(agents), &AgentReport::is_checked);
  if (!agents.empty()) print_means(agents);
  print_ends(reports);
  if (!agents.empty()) print_budgets(agents, limits);
  print_unchecked(reports);
  print_times(reports);
}

void print_json(const std::vector<AgentReport>& reports, const SearchLimits& limits, Json run) {
  Json out = std::move(run);
  out["agents"] = Json::array();
  for (const AgentReport& report : reports) {
    Json agent = {{"agent", report.agent}, {"checked", report.is_checked}};
    agent.update(to_json(report.all, limits));
    Json& settings = agent["settings"] = Json::array();
    for (const auto& [setting, summary] : report.by_setting) {
      Json row = {{"k", setting.first}, {"l", setting.second}};
      row.update(to_json(summary, limits));
      settings.push_back(std::move(row));
    }
    out["agents"].push_back(std::move(agent));
  }
  fmt::print("{}\n", out.dump(2));
}

void plot_success(const std::vector<AgentReport>& reports, const SearchLimits& limits,
                  const std::string& folder) {
  Picture picture{.title = "Success against budget",
                  .x = "states expanded, at most",
                  .y = "proven, %",
                  .curves = {},
                  .logarithmic_x = true};
  const auto add = [&](const std::string& name, const EvaluationSummary& summary) {
    Curve curve{.name = name, .points = {}};
    std::vector<std::uint64_t> points = budgets(std::max<std::uint64_t>(limits.nodes, 1));
    if (points.front() == 5) points.insert(points.begin(), {1, 2});
    for (const std::uint64_t nodes : points) {
      curve.points.emplace_back(nodes, percent_within(summary, nodes));
    }
    picture.curves.push_back(std::move(curve));
  };
  const auto& settings = reports.front().by_setting;
  if (reports.size() == 1 && settings.size() > 1) {
    for (const auto& [setting, summary] : settings) add(name_of(setting), summary);
  } else {
    for (const AgentReport& report : reports) {
      if (report.is_checked) add(report.agent, report.all);
    }
  }
  draw(picture, folder + "/success");
}

}  // namespace ineq
