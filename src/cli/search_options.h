#pragma once
// The options that all commands that search share: limits, rules and the options of agents. Each
// command defines its own option that selects the agent.

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agents/agent.h"
#include "axioms/axioms.h"
#include "search/prove.h"

namespace ineq {

struct SearchOptions {
  SearchLimits limits;
  AgentOptions agent;
  ActingOptions acting;                 // of trained agents
  std::string device = kDefaultDevice;  // of trained agents
  double answer_seconds = 60;           // of programs that are agents
  std::string rules;
  bool all_actions = false;

  void add_to(CLI::App& command);
  // What solvers are made of.
  AgentRequest request() const;
  // The value of --rules, if it is given.
  std::optional<RuleSet> rule_set() const {
    return rules.empty() ? std::nullopt : find_rule_set(rules);
  }
  // The published protocol that was asked for, if any.
  std::optional<Protocol> protocol() const;
  // All options that searches depend on, except for the device and the cache, which change only
  // last digits. A run can be resumed only with the same ones.
  nlohmann::json to_json() const;

 private:
  void add_policy_to(CLI::App& command);
  void follow_ksubs(const CLI::App& command);

  std::string protocol_;
  std::vector<std::pair<std::string, std::string>> policy_fields_;
};

// Checks that an agent is the name of a search, `default`, the folder of a training run, or exec:
// with the command of a program.
CLI::Validator agent_name();
// The same for several agents, separated by commas, and the agents of such a list. Everything after
// exec: is the command, so a program is the last agent of its list.
CLI::Validator agent_names();
std::vector<std::string> split_agents(const std::vector<std::string>& lists);
// The command of an agent that is a program.
std::optional<std::string> agent_command(const std::string& name);
// The training run of such an agent; `default` is the one that comes with the program.
std::string agent_run(const std::string& name);

// Adds --device.
CLI::Option* add_device(CLI::App& command, std::string& device);

}  // namespace ineq
