#pragma once
// The options that all commands that search share: limits, rules and the options of agents. Each
// command defines its own option that selects the agent.

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.h"
#include "search/prove.h"

namespace ineq {

struct SearchOptions {
  SearchLimits limits;
  AgentOptions agent;
  std::string rules;
  bool all_actions = false;

  void add_to(CLI::App& command);
  // The value of --rules, if it is given.
  std::optional<RuleSet> rule_set() const {
    return rules.empty() ? std::nullopt : find_rule_set(rules);
  }
  // All options. A run can be resumed only with the same ones.
  nlohmann::json to_json() const;
};

std::vector<std::string_view> agent_names();

}  // namespace ineq
