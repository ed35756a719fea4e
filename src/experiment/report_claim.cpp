#include "experiment/report_claim.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>
#include <set>

#include "experiment/report_table.h"

namespace ineq {
namespace {

constexpr std::size_t kMostExceptions = 4;  // that are named

struct Comparison {
  std::string place;  // the cells that are compared
  double difference;  // of what is said to be higher and the other; negative: the claim is wrong
  bool is_clear;      // neither the test theorems nor the seeds explain the difference
  bool holds;
  bool is_single;  // one side has a single training run
};

class Judge {
 public:
  Judge(const SharedParts& shared, const Experiment& experiment, const Claim& claim,
        const CellNumbers& numbers)
      : shared_(shared), claim_(claim), numbers_(numbers), measure_(find_measure(claim.measure)) {
    for (const Axis& axis : experiment.axes) {
      const bool is_compared =
          axis.name == claim.axis || (claim.more && axis.name == claim.more->name);
      if (!is_compared) axes_.push_back(axis.name);
    }
  }

  Judgement judgement() {
    for (const Cell& cell : combinations(numbers_, claim_.where, axes_)) {
      for (const std::string& other : claim_.than) compare(cell, other);
    }
    if (comparisons_.empty()) return {.verdict = "not tested"};
    const auto count = [&](const auto& is_counted) {
      return static_cast<std::size_t>(std::ranges::count_if(comparisons_, is_counted));
    };
    const std::size_t all = comparisons_.size();
    const std::size_t held = count([](const Comparison& c) { return c.holds; });
    const bool has_intervals =
        measure_.is_success && !claim_.within && claim_.margin == 0 && !claim_.more;
    const std::size_t clearly_for =
        count([](const Comparison& c) { return c.is_clear && c.holds; });
    const std::size_t clearly_against =
        count([](const Comparison& c) { return c.is_clear && !c.holds; });
    const char* const verdict = has_intervals && clearly_for + clearly_against == 0 ? "not clear"
                                : held == all                                       ? "yes"
                                : held == 0                                         ? "no"
                                : 2 * held > all                                    ? "mostly"
                                : 2 * held == all                                   ? "in part"
                                                                                    : "rarely";
    const auto [least, most] = std::ranges::minmax(comparisons_, {}, &Comparison::difference);
    std::string out = all == 1 ? std::string(held == 1 ? "It holds" : "It does not hold") +
                                     " in the only comparison"
                               : fmt::format("It holds in {} of {} comparisons", held, all);
    out += fmt::format(" (difference {}{}{}).", number(least.difference),
                       all == 1 ? "" : " to " + number(most.difference),
                       measure_.is_success ? " points" : "");
    if (has_intervals && all == 1) {
      out += clearly_for + clearly_against == 1 ? " The difference is clear."
                                                : " The difference is not clear.";
    } else if (has_intervals) {
      out += fmt::format(" It clearly holds in {}, and clearly fails in {}.", clearly_for,
                         clearly_against);
    }
    out += exceptions(held);
    const std::size_t single = count([](const Comparison& c) { return c.is_single; });
    if (single > 0) {
      out += fmt::format(" {} on a single training run of: {}.",
                         single == all ? "All rest"
                         : single == 1 ? "1 comparison rests"
                                       : fmt::format("{} comparisons rest", single),
                         fmt::join(single_, ", "));
    }
    if (not_run_ > 0) out += fmt::format(" Comparisons without results: {}.", not_run_);
    return {.verdict = verdict + std::string(single == all ? " (single runs)" : ""),
            .because = out};
  }

 private:
  std::string number(double value) const { return fmt::format("{:+.{}f}", value, measure_.digits); }

  struct Difference {
    double value;  // positive: as claimed
    bool is_clear;
    bool is_single;
  };

  // There is none if one side has no result. Of agents with several training runs, only those are
  // compared that both sides have.
  std::optional<Difference> difference(const Cell& cell, const std::string& other) {
    Cell one = cell, two = cell;
    one[claim_.axis] = claim_.value;
    two[claim_.axis] = other;
    auto a = numbers_.number(claim_.where, one, claim_.measure);
    auto b = numbers_.number(claim_.where, two, claim_.measure);
    if (!a || !b) return std::nullopt;
    keep_common_seeds(*a, *b);
    const bool is_single = note_single(one, *a) | note_single(two, *b);
    return Difference{.value = claim_.lower ? b->mean - a->mean : a->mean - b->mean,
                      .is_clear = are_apart(a->interval, b->interval) && seeds_are_apart(*a, *b),
                      .is_single = is_single};
  }

  static void keep_common_seeds(CellNumber& a, CellNumber& b) {
    const auto keep = [](CellNumber& number, const std::map<std::string, double>& others) {
      std::map<std::string, double> kept;
      for (const auto& [seed, value] : number.by_seed) {
        if (others.contains(seed)) kept.emplace(seed, value);
      }
      number.keep(kept);
    };
    const bool have_common = std::ranges::any_of(
        a.by_seed, [&](const auto& entry) { return b.by_seed.contains(entry.first); });
    if (!have_common) return;  // the paper has no seeds
    keep(a, b.by_seed);
    keep(b, a.by_seed);
  }

  static bool are_apart(const std::pair<double, double>& a, const std::pair<double, double>& b) {
    return a.second < b.first || b.second < a.first;
  }

  // Whether all training runs of one side are better than all of the other.
  static bool seeds_are_apart(const CellNumber& a, const CellNumber& b) {
    if (a.by_seed.empty() || b.by_seed.empty()) return true;
    const auto range = [](const CellNumber& number) {
      const auto [low, high] = std::ranges::minmax(number.by_seed | std::views::values);
      return std::pair(low, high);
    };
    return are_apart(range(a), range(b));
  }

  void compare(const Cell& cell, const std::string& other) {
    Comparison out{.place = place_of(cell, other),
                   .difference = 0,
                   .is_clear = true,
                   .holds = false,
                   .is_single = false};
    std::optional<Difference> found, second;
    std::vector<Cell> compared;
    if (claim_.more) {
      Cell one = cell, two = cell;
      one[claim_.more->name] = claim_.more->values[0];
      two[claim_.more->name] = claim_.more->values[1];
      compared = {one, two};
      found = difference(one, other);
      second = difference(two, other);
    } else {
      compared = {cell};
      found = difference(cell, other);
    }
    if (!found || (claim_.more && !second)) {
      const bool exists = std::ranges::all_of(compared, [&](Cell at) {
        at[claim_.axis] = claim_.value;
        if (!numbers_.exists(claim_.where, at)) return false;
        at[claim_.axis] = other;
        return numbers_.exists(claim_.where, at);
      });
      if (exists) ++not_run_;
      return;
    }
    out.difference = found->value - (second ? second->value : 0);
    out.is_clear = found->is_clear;
    out.is_single = found->is_single || (second && second->is_single);
    out.holds = claim_.within       ? std::abs(out.difference) <= *claim_.within
                : claim_.margin > 0 ? out.difference >= -claim_.margin
                                    : out.difference > 0;
    comparisons_.push_back(out);
  }

  // The values that differ between the comparisons.
  std::string place_of(const Cell& cell, const std::string& other) const {
    std::string out;
    for (const std::string& axis : axes_) {
      if (numbers_.values(axis, claim_.where).size() < 2) continue;
      out += (out.empty() ? "" : ", ") + label_of(shared_, axis, cell.at(axis));
    }
    if (claim_.than.size() > 1) {
      out += (out.empty() ? "" : ", ") + ("against " + label_of(shared_, claim_.axis, other));
    }
    return out;
  }

  std::string exceptions(std::size_t held) const {
    if (held == 0 || held == comparisons_.size()) return "";
    std::vector<Comparison> others;
    std::ranges::copy_if(comparisons_, std::back_inserter(others),
                         [](const Comparison& c) { return !c.holds; });
    std::ranges::stable_sort(others, std::greater(),
                             [](const Comparison& c) { return std::abs(c.difference); });
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(others.size(), kMostExceptions); ++i) {
      texts.push_back(fmt::format("{} ({})", others[i].place, number(others[i].difference)));
    }
    const std::size_t more = others.size() - texts.size();
    return fmt::format(" Exceptions: {}{}.", fmt::join(texts, "; "),
                       more > 0 ? fmt::format("; and {} more", more) : "");
  }

  // Remembers agents with a single run. The paper does not say how many runs its cells have.
  bool note_single(const Cell& cell, const CellNumber& found) {
    if (found.by_seed.size() != 1) return false;
    const auto agent = cell.find(kAgentAxis);
    if (agent != cell.end()) single_.insert(label_of(shared_, kAgentAxis, agent->second));
    return true;
  }

  const SharedParts& shared_;
  const Claim& claim_;
  const CellNumbers& numbers_;
  const Measure& measure_;
  std::vector<std::string> axes_;  // all but those of the claim
  std::vector<Comparison> comparisons_;
  std::set<std::string> single_;  // agents with a single run of some cell
  std::size_t not_run_ = 0;
};

}  // namespace

Judgement judge(const SharedParts& shared, const Experiment& experiment, const Claim& claim,
                const CellNumbers& numbers) {
  return Judge(shared, experiment, claim, numbers).judgement();
}

}  // namespace ineq
