#include "agents/rank_actions.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <utility>

#include "base/error.h"

namespace ineq {
namespace {

constexpr std::size_t kMaxTried = 4000;  // actions and prefixes per subject
constexpr std::size_t kSortedAtOnce = 32;

// A prefix whose continuations are known, in decreasing order of their probabilities.
class Expanded {
 public:
  // Only the choices of `allowed` are continuations, if it is given.
  Expanded(std::size_t prefix, std::vector<Choice> choices, double log_prob,
           std::span<const float> next, const std::optional<std::vector<Choice>>& allowed)
      : prefix_(prefix), choices_(std::move(choices)), log_prob_(log_prob) {
    const auto add = [&](Choice choice) {
      next_.emplace_back(next[static_cast<std::size_t>(choice)], choice);
    };
    if (allowed) {
      for (const Choice choice : *allowed) add(choice);
    } else {
      for (std::size_t i = 0; i < next.size(); ++i) add(static_cast<Choice>(i));
    }
    sort_more();
  }

  std::size_t prefix() const { return prefix_; }
  const std::vector<Choice>& choices() const { return choices_; }
  bool is_empty() const { return at_ == next_.size(); }
  double best() const { return log_prob_ + static_cast<double>(next_[at_].first); }
  Choice take() {
    const Choice choice = next_[at_++].second;
    if (at_ == sorted_) sort_more();
    return choice;
  }

 private:
  void sort_more() {
    const std::size_t end = std::min(next_.size(), sorted_ + kSortedAtOnce);
    const auto greater = [](const auto& x, const auto& y) {
      return x.first != y.first ? x.first > y.first : x.second < y.second;
    };
    std::partial_sort(next_.begin() + static_cast<std::ptrdiff_t>(sorted_),
                      next_.begin() + static_cast<std::ptrdiff_t>(end), next_.end(), greater);
    sorted_ = end;
  }

  std::size_t prefix_;
  std::vector<Choice> choices_;
  double log_prob_;
  std::vector<std::pair<float, Choice>> next_;
  std::size_t at_ = 0;
  std::size_t sorted_ = 0;
};

// The search for the actions of one subject.
struct Ranking {
  std::vector<Expanded> expanded;
  // The best continuation of each expanded prefix; ties go to the prefix that was expanded first.
  std::priority_queue<std::pair<double, std::ptrdiff_t>> queue;
  std::vector<RankedAction> found;
  std::size_t tried = 0;
  // The continuation that is being asked about.
  std::vector<Choice> pending;
  double pending_log_prob = 0;

  void push(std::size_t i) {
    if (!expanded[i].is_empty()) {
      queue.emplace(expanded[i].best(), -static_cast<std::ptrdiff_t>(i));
    }
  }
  void add(Expanded more) {
    expanded.push_back(std::move(more));
    push(expanded.size() - 1);
  }
};

// Goes on until a prefix has to be asked about, which is returned, or the ranking is finished.
std::optional<Answers::Extension> advance(Ranking& ranking, std::size_t number, const Input& input,
                                          const Subject& subject, const RankLimits& limits,
                                          const Accept& accept, const Stop& stop) {
  while (!ranking.queue.empty() && ranking.found.size() < limits.count &&
         ranking.tried < kMaxTried) {
    if (stop && stop(number)) break;
    ++ranking.tried;
    const auto [log_prob, negative] = ranking.queue.top();
    ranking.queue.pop();
    const auto at = static_cast<std::size_t>(-negative);
    std::vector<Choice> choices = ranking.expanded[at].choices();
    const std::size_t prefix = ranking.expanded[at].prefix();
    const Choice choice = ranking.expanded[at].take();
    ranking.push(at);
    if (log_prob == -INFINITY) break;
    if (!ranking.found.empty() && log_prob < ranking.found.front().log_prob - limits.behind) break;
    choices.push_back(choice);
    if (!input.is_complete(number, choices)) {
      ranking.pending = std::move(choices);
      ranking.pending_log_prob = log_prob;
      return Answers::Extension{.prefix = prefix, .choice = choice};
    }
    const Action action =
        input.decode(*subject.bank, *subject.state, number, choices).value_or(Action());
    if (accept(number, action)) ranking.found.push_back({action, log_prob});
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::vector<RankedAction>> rank_actions(Answers& answers, const Input& input,
                                                    std::span<const Subject> subjects,
                                                    const RankLimits& limits, const Accept& accept,
                                                    const Allowed& allowed, const Stop& stop) {
  std::vector<Ranking> rankings(subjects.size());
  const auto expand = [&](std::size_t i, std::size_t prefix, std::span<const float> next) {
    Ranking& ranking = rankings[i];
    std::optional<std::vector<Choice>> only;
    if (allowed) only = allowed(i, ranking.pending);
    ranking.add(Expanded(prefix, std::move(ranking.pending), ranking.pending_log_prob, next, only));
    ranking.pending.clear();
  };
  const Choices& first = answers.first();
  for (std::size_t i = 0; i < subjects.size(); ++i) expand(i, i, first.of(i));
  std::size_t numbered = subjects.size();  // prefixes
  while (true) {
    std::vector<Answers::Extension> extensions;
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (const auto wanted = advance(rankings[i], i, input, subjects[i], limits, accept, stop)) {
        extensions.push_back(*wanted);
        owners.push_back(i);
      }
    }
    if (extensions.empty()) break;
    const Choices& next = answers.extend(extensions);
    for (std::size_t k = 0; k < owners.size(); ++k) expand(owners[k], numbered++, next.of(k));
  }
  std::vector<std::vector<RankedAction>> out;
  for (Ranking& ranking : rankings) out.push_back(std::move(ranking.found));
  return out;
}

namespace {

// Draws an element with probability proportional to exp(log_prob / temperature).
Choice draw_choice(std::span<const float> log_probs, double temperature, Rng& rng) {
  const float most = *std::ranges::max_element(log_probs);
  const auto weight = [&](float log_prob) {
    return std::exp(static_cast<double>(log_prob - most) / temperature);
  };
  double total = 0;
  for (const float log_prob : log_probs) total += weight(log_prob);
  double left = rng.unit() * total;
  std::size_t last = 0;
  for (std::size_t i = 0; i < log_probs.size(); ++i) {
    const double part = weight(log_probs[i]);
    if (part > 0) last = i;
    left -= part;
    if (left < 0) break;
  }
  return static_cast<Choice>(last);
}

}  // namespace

std::vector<RankedAction> draw_actions(Answers& answers, std::size_t& prefixes, const Input& input,
                                       std::span<const Subject> subjects, double temperature,
                                       std::span<Rng> rngs) {
  struct Drawing {
    std::size_t number;  // of the subject
    std::size_t prefix;
    std::vector<Choice> choices = {};
    double log_prob = 0;
  };
  std::vector<RankedAction> out(subjects.size());
  std::vector<Drawing> open;
  for (std::size_t i = 0; i < subjects.size(); ++i) open.push_back({.number = i, .prefix = i});
  const Choices* next = &answers.first();
  while (!open.empty()) {
    std::vector<Drawing> incomplete;
    std::vector<Answers::Extension> extensions;
    for (std::size_t k = 0; k < open.size(); ++k) {
      Drawing& drawing = open[k];
      const std::size_t i = drawing.number;
      const std::span<const float> log_probs = next->of(k);
      const Choice choice = draw_choice(log_probs, temperature, rngs[i]);
      drawing.choices.push_back(choice);
      drawing.log_prob += static_cast<double>(log_probs[static_cast<std::size_t>(choice)]);
      if (!input.is_complete(i, drawing.choices)) {
        extensions.push_back({drawing.prefix, choice});
        drawing.prefix = prefixes++;
        incomplete.push_back(std::move(drawing));
      } else {
        const auto action = input.decode(*subjects[i].bank, *subjects[i].state, i, drawing.choices);
        out[i] = {action.value_or(Action()), drawing.log_prob};
      }
    }
    open = std::move(incomplete);
    if (!open.empty()) next = &answers.extend(extensions);
  }
  return out;
}

}  // namespace ineq
