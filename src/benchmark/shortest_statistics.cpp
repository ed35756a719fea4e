#include "benchmark/shortest_statistics.h"

#include "algebra/copy.h"
#include "base/ordered.h"
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

}  // namespace ineq
