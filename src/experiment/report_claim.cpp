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
    const std::size_t clear =
        has_intervals ? count([](const Comparison& c) { return c.is_clear; }) : all;
    const char* const verdict = clear == 0       ? "not clear"
                                : held == all    ? "yes"
                                : held == 0      ? "no"
                                : 2 * held > all ? "mostly"
                                                 : "rarely";
    const auto [least, most] = std::ranges::minmax(comparisons_, {}, &Comparison::difference);
    std::string out = all == 1 ? std::string(held == 1 ? "It holds" : "It does not hold") +
                                     " in the only comparison"
                               : fmt::format("It holds in {} of {} comparisons", held, all);
    out += fmt::format(" (difference {}{}{}).", number(least.difference),
                       all == 1 ? "" : " to " + number(most.difference),
                       measure_.is_success ? " points" : "");
    if (has_intervals) {
      out += all == 1 ? fmt::format(" The 95 % intervals{} overlap.", clear == 1 ? " do not" : "")
                      : fmt::format(" The 95 % intervals do not overlap in {} of them.", clear);
    }
    out += exceptions(held);
    const std::size_t single = count([](const Comparison& c) { return c.is_single; });
    if (single > 0) {
      out +=
          fmt::format(" {} only one training run of: {}.",
                      single == all ? "There is" : fmt::format("In {} of them, there is", single),
                      fmt::join(single_, ", "));
    }
    if (not_run_ > 0) out += fmt::format(" Comparisons without results: {}.", not_run_);
    return {.verdict = verdict + std::string(single == all ? " (single runs)" : ""),
            .because = out};
  }

 private:
  std::string number(double value) const { return fmt::format("{:+.{}f}", value, measure_.digits); }

  struct Difference {
    double value;   // positive: as claimed
    bool is_clear;  // the 95 % intervals do not overlap
    bool is_single;
  };

  // Counts what this scale does not run.
  std::optional<Difference> difference(const Cell& cell, const std::string& other) {
    Cell one = cell, two = cell;
    one[claim_.axis] = claim_.value;
    two[claim_.axis] = other;
    const auto a = numbers_.number(claim_.where, one, claim_.measure);
    const auto b = numbers_.number(claim_.where, two, claim_.measure);
    if (!a || !b) {
      const bool exist = numbers_.exists(claim_.where, one) && numbers_.exists(claim_.where, two);
      if (exist) ++not_run_;
      return std::nullopt;
    }
    const bool is_single = note_single(one, *a) | note_single(two, *b);
    return Difference{.value = claim_.lower ? b->mean - a->mean : a->mean - b->mean,
                      .is_clear = a->interval.second < b->interval.first ||
                                  b->interval.second < a->interval.first,
                      .is_single = is_single};
  }

  void compare(const Cell& cell, const std::string& other) {
    Comparison out{.place = place_of(cell, other),
                   .difference = 0,
                   .is_clear = true,
                   .holds = false,
                   .is_single = false};
    if (claim_.more) {
      Cell one = cell, two = cell;
      one[claim_.more->name] = claim_.more->values[0];
      two[claim_.more->name] = claim_.more->values[1];
      const auto first = difference(one, other), second = difference(two, other);
      if (!first || !second) return;
      out.difference = first->value - second->value;
      out.is_single = first->is_single || second->is_single;
    } else {
      const auto found = difference(cell, other);
      if (!found) return;
      out.difference = found->value;
      out.is_clear = found->is_clear;
      out.is_single = found->is_single;
    }
    out.holds = claim_.within ? std::abs(out.difference) <= *claim_.within
                              : out.difference > -claim_.margin;
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
