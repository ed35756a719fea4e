#include "benchmark/shortest_statistics.h"

#include <fmt/format.h>

#include <algorithm>

#include "algebra/copy.h"
#include "base/ordered.h"
#include "benchmark/gnuplot.h"
#include "search/shortest.h"

namespace ineq {

void ShortestStatistics::add(RuleSet set, const Bank& bank, const Proven& proven) {
  Item& item =
      items_.emplace_back(Item{.set = set, .theorem = {}, .setting = setting_of(proven.proof())});
  copy_theorem(bank, proven.theorem(), bank_, item.theorem);
}

void ShortestStatistics::search(const RulesBySet& rules, std::uint64_t nodes, unsigned threads,
                                const std::function<void(std::size_t)>& progress) {
  const auto make_worker = [&] {
    return [&](std::size_t i) {
      const auto& [set, theorem, setting] = items_[i];
      Problem problem(set, rules[set], bank_, theorem);
      return find_shortest(problem, setting.l, {.nodes = nodes, .steps = setting.l});
    };
  };
  const auto count = [&](std::size_t i, const Shortest& found) {
    const auto at_least = static_cast<std::uint32_t>(found.at_least);
    const auto at_most = static_cast<std::uint32_t>(*found.at_most);
    Lengths& lengths = by_setting_[items_[i].setting];
    lengths.at_least.add(at_least);
    lengths.at_most.add(at_most);
    if (at_least == at_most) lengths.settled.add(at_least);
    lengths.shorter += at_most < items_[i].setting.l;
    progress(i + 1);
  };
  for_each_ordered({.threads = threads, .ahead = items_.size()}, numbers(0, items_.size()),
                   make_worker, count);
}

void print_table(const ShortestStatistics& statistics) {
  std::uint32_t longest = 0;
  for (const auto& [setting, lengths] : statistics.by_setting()) {
    if (lengths.settled.size() > 0) longest = std::max(longest, lengths.settled.quantile(1));
  }
  fmt::print("| shortest proof | theorems | settled % | below L % | mean, at least | at most |");
  std::string line = "|---|---|---|---|---|---|";
  for (std::uint32_t length = 1; length <= longest; ++length) {
    fmt::print(" {} |", length);
    line += "---|";
  }
  fmt::print(" not settled |\n{}---|\n", line);
  for (const auto& [setting, lengths] : statistics.by_setting()) {
    const std::uint64_t all = lengths.at_least.size(), settled = lengths.settled.size();
    fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.2f} | {:.2f} |", name_of(setting), all,
               percent(settled, all), percent(lengths.shorter, all), lengths.at_least.mean(),
               lengths.at_most.mean());
    const auto& counts = lengths.settled.counts();
    for (std::uint32_t length = 1; length <= longest; ++length) {
      fmt::print(" {} |", counts.contains(length) ? counts.at(length) : 0);
    }
    fmt::print(" {} |\n", all - settled);
  }
}

nlohmann::ordered_json to_json(const ShortestStatistics::Lengths& lengths) {
  return {{"theorems", lengths.at_least.size()},
          {"shorter", lengths.shorter},
          {"settled", to_json(lengths.settled)},
          {"at_least", to_json(lengths.at_least)},
          {"at_most", to_json(lengths.at_most)}};
}

void plot(const ShortestStatistics& statistics, const std::string& name) {
  Picture picture{.title = "Shortest proofs",
                  .x = "steps of the shortest proof",
                  .y = "share of the theorems, %",
                  .curves = {},
                  .whole_x = true};
  for (const auto& [setting, lengths] : statistics.by_setting()) {
    Curve curve{.name = name_of(setting), .points = {}};
    for (std::uint32_t length = 1; length <= setting.l; ++length) {
      const auto& counts = lengths.settled.counts();
      curve.points.emplace_back(length, percent(counts.contains(length) ? counts.at(length) : 0,
                                                lengths.at_least.size()));
    }
    picture.curves.push_back(std::move(curve));
  }
  draw(picture, name);
}

nlohmann::ordered_json to_json(const Distribution& d) {
  nlohmann::ordered_json counts = nlohmann::ordered_json::object();
  for (const auto& [value, count] : d.counts()) counts[std::to_string(value)] = count;
  return {{"mean", d.mean()}, {"deviation", d.deviation()}, {"counts", counts}};
}

std::string name_of(const Setting& s) { return fmt::format("K{} L{}", s.k, s.l); }

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace ineq
