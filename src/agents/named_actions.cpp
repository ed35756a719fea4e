#include "agents/named_actions.h"

#include <map>
#include <utility>

namespace ineq {

void add_log_probs(Answers& answers, std::size_t subjects, std::vector<NamedAction>& actions,
                   const Stop& stop) {
  const Choices& first = answers.first();
  for (NamedAction& action : actions) {
    action.log_prob = first.of(action.subject)[static_cast<std::size_t>(action.choices[0])];
  }
  std::size_t prefixes = subjects;
  for (std::size_t length = 1;; ++length) {
    std::map<std::pair<std::size_t, Choice>, std::size_t> numbers;  // of the extensions
    std::vector<Answers::Extension> extensions;
    if (stop) {
      std::erase_if(actions, [&](const NamedAction& action) { return stop(action.subject); });
    }
    for (NamedAction& action : actions) {
      if (action.choices.size() <= length) continue;
      const Choice last = action.choices[length - 1];
      const auto [found, is_new] = numbers.try_emplace({action.prefix, last}, extensions.size());
      if (is_new) extensions.push_back({.prefix = action.prefix, .choice = last});
      action.prefix = found->second;
    }
    if (extensions.empty()) return;
    const Choices& next = answers.extend(extensions);
    for (NamedAction& action : actions) {
      if (action.choices.size() <= length) continue;
      action.log_prob += next.of(action.prefix)[static_cast<std::size_t>(action.choices[length])];
      action.prefix += prefixes;
    }
    prefixes += extensions.size();
  }
}

}  // namespace ineq
