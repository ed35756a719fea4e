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

void require_known(const Experiment& experiment, const Filter& filter) {
  std::vector<std::string> axes;
  for (const auto& [axis, values] : filter.values) axes.push_back(axis);
  require_known(experiment, axes);
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

}  // namespace

void require_consistent(const Experiment& experiment, const SharedParts& shared) {
  for (const char* name : {kAgentAxis, kActAxis, kTestAxis}) {
    if (experiment.find_axis(name) == nullptr) {
      throw Error(fmt::format("axes: the axis '{}' is missing", name));
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
  for (const auto& [name, scale] : experiment.scales) {
    if (!shared.scales.contains(name)) throw Error("scales: there is no scale '" + name + "'");
    require_known(experiment, scale.only);
    for (const Filter& filter : scale.skip) require_known(experiment, filter);
  }
  for (const auto& [axis, by_value] : experiment.options) require_known(experiment, {axis});
  for (const PaperNumbers& numbers : experiment.numbers) {
    require_known(experiment, numbers.by);
    std::size_t count = 1;
    for (const std::string& axis : numbers.by) count *= experiment.find_axis(axis)->values.size();
    if (!numbers.at.contains(kAgentAxis)) throw Error("paper: at.agent is missing");
    if (count != numbers.values.size()) {
      throw Error(fmt::format("paper: {} has {} values instead of {}", numbers.at.at(kAgentAxis),
                              numbers.values.size(), count));
    }
  }
  for (const TableSpec& table : experiment.tables) {
    require_known(experiment, table.where);
    require_known(experiment, table.rows);
    require_known(experiment, table.columns);
    find_measure(table.measure);
    std::vector<std::string> shown = table.rows;
    shown.insert(shown.end(), table.columns.begin(), table.columns.end());
    require_covered(experiment, table.where, shown);
  }
  for (const PlotSpec& plot : experiment.plots) {
    require_known(experiment, plot.where);
    require_known(experiment, plot.curves);
    if (!plot.learning) require_known(experiment, {plot.x});
  }
  for (const Claim& claim : experiment.claims) {
    require_known(experiment, claim.where);
    require_known(experiment, {claim.axis});
    if (claim.more) require_known(experiment, {claim.more->name});
  }
}

}  // namespace ineq
