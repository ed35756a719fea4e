#pragma once
// The options of commands that search: limits, rules, what agents can be told. Which agent it is,
// is each command's own.

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
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
  // What --rules says, if anything.
  std::optional<RuleSet> rule_set() const {
    return rules.empty() ? std::nullopt : find_rule_set(rules);
  }
  // All of them, for a run that goes on only if they are the same.
  nlohmann::json to_json() const;
};

std::vector<std::string> agent_names();

}  // namespace ineq
