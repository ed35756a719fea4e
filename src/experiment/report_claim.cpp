#include "experiment/report_claim.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "experiment/report_table.h"

namespace ineq {
namespace {

constexpr std::size_t kMostExceptions = 4;  // that are named

struct Comparison {
  std::string place;  // the cells that are compared
  double difference;  // of what is said to be higher and the other; negative: the claim is wrong
  bool is_clear;      // the 95 % intervals do not overlap
  bool holds;
};

class Judge {
 public:
  Judge(const SharedParts& shared, const Experiment& experiment, const Claim& claim,
        const CellNumbers& numbers)
      : shared_(shared), claim_(claim), numbers_(numbers), measure_(find_measure(claim.measure)) {
    for (const Axis& axis : experiment.axes) {
      if (axis.name != claim.axis) axes_.push_back(axis.name);
    }
  }

  std::string text() {
    for (const Cell& cell : combinations(numbers_, claim_.where, axes_)) {
      for (const std::string& other : claim_.than) compare(cell, other);
    }
    if (comparisons_.empty()) return fmt::format("{}: not tested at this scale.", claim_.text);
    const auto count = [&](const auto& is_counted) {
      return static_cast<std::size_t>(std::ranges::count_if(comparisons_, is_counted));
    };
    const std::size_t all = comparisons_.size();
    const std::size_t held = count([](const Comparison& c) { return c.holds; });
    const bool has_intervals = measure_.is_success && !claim_.within;
    const std::size_t clear =
        has_intervals ? count([](const Comparison& c) { return c.is_clear; }) : all;
    const char* const verdict = clear == 0       ? "not clear"
                                : held == all    ? "yes"
                                : held == 0      ? "no"
                                : 2 * held > all ? "mostly"
                                                 : "rarely";
    const auto [least, most] = std::ranges::minmax(comparisons_, {}, &Comparison::difference);
    std::string out = fmt::format("{}: **{}**, ", claim_.text, verdict);
    out += all == 1 ? "in one comparison" : fmt::format("in {} of {} comparisons", held, all);
    out += fmt::format(" (difference {}{}{}).", number(least.difference),
                       all == 1 ? "" : " to " + number(most.difference),
                       measure_.is_success ? " points" : "");
    if (has_intervals && all > 1) {
      out += fmt::format(" The 95 % intervals of {} do not overlap.", clear);
    }
    out += exceptions(held);
    if (!single_.empty()) {
      out += fmt::format(" Only one training run per cell: {}.", fmt::join(single_, ", "));
    }
    if (not_run_ > 0) out += fmt::format(" Not run at this scale: {} comparisons.", not_run_);
    return out;
  }

 private:
  std::string number(double value) const { return fmt::format("{:+.{}f}", value, measure_.digits); }

  void compare(const Cell& cell, const std::string& other) {
    Cell one = cell, two = cell;
    one[claim_.axis] = claim_.value;
    two[claim_.axis] = other;
    const auto a = numbers_.number(claim_.where, one, claim_.measure);
    const auto b = numbers_.number(claim_.where, two, claim_.measure);
    if (!a || !b) {
      const bool exist = numbers_.exists(claim_.where, one) && numbers_.exists(claim_.where, two);
      if (exist) ++not_run_;
      return;
    }
    note_seeds(one, *a);
    note_seeds(two, *b);
    const double difference = claim_.lower ? b->mean - a->mean : a->mean - b->mean;
    const bool is_clear =
        a->interval.second < b->interval.first || b->interval.second < a->interval.first;
    comparisons_.push_back(
        {.place = place_of(cell, other),
         .difference = difference,
         .is_clear = is_clear,
         .holds = claim_.within ? std::abs(difference) <= *claim_.within : difference > 0});
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

  // The paper does not say how many runs its cells have.
  void note_seeds(const Cell& cell, const CellNumber& found) {
    if (found.by_seed.size() != 1) return;
    const auto agent = cell.find(kAgentAxis);
    if (agent != cell.end()) single_.insert(label_of(shared_, kAgentAxis, agent->second));
  }

  const SharedParts& shared_;
  const Claim& claim_;
  const CellNumbers& numbers_;
  const Measure& measure_;
  std::vector<std::string> axes_;  // all but that of the claim
  std::vector<Comparison> comparisons_;
  std::set<std::string> single_;  // agents with a cell of one run
  std::size_t not_run_ = 0;
};

}  // namespace

std::string judge(const SharedParts& shared, const Experiment& experiment, const Claim& claim,
                  const CellNumbers& numbers) {
  return Judge(shared, experiment, claim, numbers).text();
}

}  // namespace ineq
