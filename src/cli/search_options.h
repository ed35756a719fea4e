#pragma once
// The options of commands that search: limits, rules, seed. The agent is each command's own.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "axioms/axioms.h"
#include "search/search.h"

namespace ineq {

struct SearchOptions {
  SearchLimits limits;
  std::uint64_t seed = 0;
  std::string rules;
  bool all_actions = false;

  void add_to(CLI::App& command);
  // What --rules says, if anything.
  std::optional<RuleSet> rule_set() const {
    return rules.empty() ? std::nullopt : find_rule_set(rules);
  }
};

std::vector<std::string> agent_names();

}  // namespace ineq
