#include "agents/advice.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "agents/action_trie.h"
#include "agents/named_actions.h"

namespace ineq {

// Calls read(first, states, input, answers) for each batch. Results of a batch that is not read
// stay as they are.
template <typename Read>
void Adviser::for_each_batch(std::span<const AdvisedState> states, const Read& read) const {
  for (std::size_t first = 0; first < states.size(); first += kTogether) {
    if (stop_ && stop_()) return;
    const auto batch = states.subspan(first, std::min(kTogether, states.size() - first));
    const std::unique_ptr<Input> input = make_input(options_);
    read(first, batch, *input);
  }
}

namespace {

void add(Input& input, const AdvisedState& s) {
  input.add(*s.bank, s.rule_set, *s.rules, *s.state);
}

}  // namespace

std::vector<double> Adviser::values(std::span<const AdvisedState> states) const {
  std::vector<double> out(states.size(), 1);
  for_each_batch(states, [&](std::size_t first, auto batch, Input& input) {
    for (const AdvisedState& s : batch) add(input, s);
    const auto answers = network_.read(input);
    const std::span<const float> steps_left = answers->steps_left();
    for (std::size_t i = 0; i < steps_left.size(); ++i) {
      out[first + i] = std::max(0.0f, steps_left[i]);
    }
  });
  return out;
}

std::vector<std::vector<RankedAction>> Adviser::rank(std::span<const AdvisedState> states,
                                                     std::size_t count) const {
  std::vector<std::vector<RankedAction>> out(states.size());
  for_each_batch(states, [&](std::size_t first, auto batch, Input& input) {
    std::vector<Subject> subjects;
    for (const AdvisedState& s : batch) {
      add(input, s);
      subjects.push_back({s.bank, s.rules, s.state});
    }
    const auto accept = [&](std::size_t i, const Action& action) {
      State next = *subjects[i].state;
      return changes_state(next.apply(*subjects[i].bank, *subjects[i].rules, action));
    };
    const Stop stop = [&](std::size_t) { return stop_ && stop_(); };
    const bool writes_text = options_.network == NetworkKind::kTransformer;
    const auto answers = network_.read(input);
    auto ranked = rank_actions(*answers, input, subjects, {.count = count}, accept,
                               writes_text ? allow_legal_texts(subjects, stop) : Allowed(), stop);
    std::ranges::move(ranked, out.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return out;
}

std::vector<std::vector<double>> Adviser::log_probs(
    std::span<const AdvisedState> states, std::span<const std::vector<Action>> actions) const {
  std::vector<std::vector<double>> out;
  for (const auto& of_state : actions) out.emplace_back(of_state.size(), -INFINITY);
  for_each_batch(states, [&](std::size_t first, auto batch, Input& input) {
    std::vector<NamedAction> named;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const AdvisedState& s = batch[i];
      add(input, s);
      const std::vector<Action>& asked = actions[first + i];
      for (std::size_t k = 0; k < asked.size(); ++k) {
        NamedAction action{.subject = i, .number = k, .choices = {}};
        if (input.encode(*s.bank, *s.rules, *s.state, asked[k], action.choices)) {
          named.push_back(std::move(action));
        }
      }
    }
    const auto answers = network_.read(input);
    add_log_probs(*answers, batch.size(), named);
    for (const NamedAction& action : named) {
      out[first + action.subject][action.number] = std::min(0.0, action.log_prob);
    }
  });
  return out;
}

}  // namespace ineq
