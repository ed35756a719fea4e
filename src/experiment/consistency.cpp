#include "experiment/consistency.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "experiment/cell_numbers.h"

namespace ineq {
namespace {

void require_known(const Experiment& experiment, const std::vector<std::string>& axes) {
  for (const std::string& axis : axes) {
    if (axis == kSeedAxis || experiment.find_axis(axis) != nullptr) continue;
    throw Error("there is no axis '" + axis + "'");
  }
}

// Agents can also be those of the paper; seeds are those of a scale.
void require_value(const Experiment& experiment, const std::string& axis,
                   const std::string& value) {
  require_known(experiment, {axis});
  if (axis == kSeedAxis || std::ranges::count(experiment.find_axis(axis)->values, value) > 0) {
    return;
  }
  const bool is_of_paper =
      axis == kAgentAxis && std::ranges::any_of(experiment.numbers, [&](const PaperNumbers& n) {
        return n.at.contains(kAgentAxis) && n.at.at(kAgentAxis) == value;
      });
  if (!is_of_paper) throw Error("the axis '" + axis + "' has no value '" + value + "'");
}

void require_known(const Experiment& experiment, const Filter& filter) {
  for (const auto& [axis, values] : filter.values) {
    for (const std::string& value : values) require_value(experiment, axis, value);
  }
}

// Numbers of a report are those of one value of each axis, and means over the seeds.
void require_covered(const Experiment& experiment, const Filter& where,
                     const std::vector<std::string>& shown) {
  for (const Axis& axis : experiment.axes) {
    if (std::ranges::count(shown, axis.name) > 0) continue;
    const auto chosen = where.values.find(axis.name);
    const std::size_t count =
        chosen == where.values.end() ? axis.values.size() : chosen->second.size();
    if (count > 1) throw Error("the axis '" + axis.name + "' has several values here");
  }
}

// Tests of agents have no deviation; a spread is computed from the seeds.
void require_measured(const std::string& measure) {
  if (find_measure(measure).name == "deviation")
    throw Error("only the paper's numbers have this measure");
}

void require_numbers(const Experiment& experiment, const PaperNumbers& numbers) {
  find_measure(numbers.measure);
  if (!numbers.at.contains(kAgentAxis)) throw Error("at.agent is missing");
  for (const auto& [axis, value] : numbers.at) require_value(experiment, axis, value);
  std::size_t count = 1;
  for (const std::string& axis : numbers.by) {
    const Axis* const found = experiment.find_axis(axis);  // the paper has no seeds
    if (found == nullptr) throw Error("there is no axis '" + axis + "'");
    count *= found->values.size();
  }
  if (count != numbers.values.size()) {
    throw Error(fmt::format("{} has {} values instead of {}", numbers.at.at(kAgentAxis),
                            numbers.values.size(), count));
  }
}

void require_table(const Experiment& experiment, const TableSpec& table) {
  require_known(experiment, table.where);
  require_known(experiment, table.rows);
  require_known(experiment, table.columns);
  require_measured(table.measure);
  if (!table.average.empty() && (table.rows.empty() || table.rows.back() != table.average)) {
    throw Error("average: '" + table.average + "' is not the last axis of the rows");
  }
  for (const std::string& agent : table.difference) require_value(experiment, kAgentAxis, agent);
  std::vector<std::string> shown = table.rows;
  shown.insert(shown.end(), table.columns.begin(), table.columns.end());
  require_covered(experiment, table.where, shown);
}

void require_plot(const Experiment& experiment, const PlotSpec& plot) {
  if (plot.name.empty()) throw Error("name is missing");
  require_known(experiment, plot.where);
  require_known(experiment, plot.curves);
  require_measured(plot.measure);
  if (!plot.learning) {
    require_known(experiment, {plot.x});
  } else if (plot.x != "states" && plot.x != "minutes") {
    throw Error("x: expected states or minutes");
  }
}

void require_claim(const Experiment& experiment, const Claim& claim) {
  require_known(experiment, claim.where);
  require_measured(claim.measure);
  require_value(experiment, claim.axis, claim.value);
  if (claim.than.empty()) throw Error("than is missing");
  for (const std::string& other : claim.than) require_value(experiment, claim.axis, other);
  if (!claim.more) return;
  for (const std::string& value : claim.more->values) {
    require_value(experiment, claim.more->name, value);
  }
}

// Errors of the call begin with the place.
template <typename Call>
void in_place(const std::string& place, Call call) {
  try {
    call();
  } catch (const Error& error) {
    throw Error(place + ": " + error.what());
  }
}

template <typename Entry, typename Require>
void require_each(const std::string& place, const std::vector<Entry>& entries, Require require) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    in_place(fmt::format("{}[{}]", place, i), [&] { require(entries[i]); });
  }
}

}  // namespace

void require_consistent(const Experiment& experiment, const SharedParts& shared) {
  for (const char* name : {kAgentAxis, kActAxis, kTestAxis}) {
    if (experiment.find_axis(name) == nullptr) {
      throw Error(fmt::format("axes: the axis '{}' is missing", name));
    }
  }
  if (experiment.find_axis(kSeedAxis) != nullptr) {
    throw Error("axes: seeds are given by the scales");
  }
  for (const Axis& axis : experiment.axes) {
    if (std::ranges::count(axis.values, "") > 0) {
      throw Error("axes." + axis.name + ": a value is empty");
    }
  }
  const auto require = [&](const char* axis, const auto& known) {
    for (const std::string& value : experiment.find_axis(axis)->values) {
      if (!known(value)) throw Error(fmt::format("axes.{}: there is no '{}'", axis, value));
    }
  };
  require(kAgentAxis, [&](const std::string& value) {
    return shared.agents.contains(value) || shared.untrained.contains(value);
  });
  require(kActAxis, [&](const std::string& value) { return shared.acts.contains(value); });
  require(kTestAxis, [&](const std::string& value) { return experiment.tests.contains(value); });
  for (const auto& [axis, by_value] : experiment.options) {
    for (const auto& [value, options] : by_value) {
      in_place("options." + axis, [&, &a = axis, &v = value] { require_value(experiment, a, v); });
    }
  }
  const auto require_filters = [&](const std::string& place, const std::vector<Filter>& filters) {
    require_each(place, filters, [&](const Filter& f) { require_known(experiment, f); });
  };
  require_filters("skip", experiment.skip);
  for (const auto& [name, scale] : experiment.scales) {
    if (!shared.scales.contains(name)) throw Error("scales: there is no scale '" + name + "'");
    const std::string place = "scales." + name;
    in_place(place + ".only", [&, &only = scale.only] { require_known(experiment, only); });
    require_filters(place + ".skip", scale.skip);
  }
  require_each("numbers", experiment.numbers,
               [&](const PaperNumbers& n) { require_numbers(experiment, n); });
  require_each("tables", experiment.tables,
               [&](const TableSpec& t) { require_table(experiment, t); });
  require_each("plots", experiment.plots, [&](const PlotSpec& p) { require_plot(experiment, p); });
  require_each("claims", experiment.claims, [&](const Claim& c) { require_claim(experiment, c); });
}

}  // namespace ineq
