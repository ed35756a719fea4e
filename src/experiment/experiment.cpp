#include "experiment/experiment.h"

#include <algorithm>

#include "base/error.h"

namespace ineq {

std::string fill(std::string_view text, const Cell& cell) {
  std::string out;
  while (true) {
    const std::size_t open = text.find('{');
    out += text.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) throw Error("'{' without '}'");
    const std::string axis(text.substr(open + 1, close - open - 1));
    const auto found = cell.find(axis);
    if (found == cell.end()) throw Error("there is no axis '" + axis + "' here");
    out += found->second;
    text.remove_prefix(close + 1);
  }
}

bool Filter::matches(const Cell& cell) const {
  return std::ranges::all_of(values, [&](const auto& entry) {
    const auto found = cell.find(entry.first);
    return found == cell.end() || std::ranges::count(entry.second, found->second) > 0;
  });
}

const Axis* Experiment::find_axis(std::string_view axis) const {
  const auto found = std::ranges::find(axes, axis, &Axis::name);
  return found == axes.end() ? nullptr : &*found;
}

const Experiment& Suite::find(std::string_view name) const {
  const auto found = std::ranges::find(experiments, name, &Experiment::name);
  if (found != experiments.end()) return *found;
  throw Error("there is no experiment '" + std::string(name) +
              "'; `ineq experiment list` names them");
}

Scale scale_of(const SharedParts& shared, const Experiment& experiment, const std::string& name) {
  const auto common = shared.scales.find(name);
  if (common == shared.scales.end()) {
    std::string known;
    for (const auto& [scale, parts] : shared.scales) known += (known.empty() ? "" : ", ") + scale;
    throw Error("there is no scale '" + name + "', only " + known);
  }
  Scale out = common->second;
  const auto own = experiment.scales.find(name);
  if (own == experiment.scales.end()) return out;
  const Scale& changes = own->second;
  if (!changes.seeds.empty()) out.seeds = changes.seeds;
  if (changes.tests > 0) out.tests = changes.tests;
  if (!changes.only.empty()) out.only = changes.only;
  out.skip.insert(out.skip.end(), changes.skip.begin(), changes.skip.end());
  return out;
}

std::vector<ScaledCell> cells_of(const Experiment& experiment, const Scale& scale) {
  std::vector<Axis> axes = experiment.axes;
  axes.push_back({kSeedAxis, scale.seeds});
  std::vector<ScaledCell> out = {{.cell = {}, .is_run = false}};
  for (const Axis& axis : axes) {
    std::vector<ScaledCell> longer;
    for (const ScaledCell& scaled : out) {
      for (const std::string& value : axis.values) {
        longer.push_back(scaled);
        longer.back().cell[axis.name] = value;
      }
    }
    out = std::move(longer);
  }
  const auto matches_any = [](const std::vector<Filter>& filters, const Cell& cell) {
    return std::ranges::any_of(filters, [&](const Filter& filter) { return filter.matches(cell); });
  };
  std::erase_if(
      out, [&](const ScaledCell& scaled) { return matches_any(experiment.skip, scaled.cell); });
  for (ScaledCell& scaled : out) {
    scaled.is_run = scale.only.matches(scaled.cell) && !matches_any(scale.skip, scaled.cell);
  }
  return out;
}

}  // namespace ineq
