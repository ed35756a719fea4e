#pragma once
// The options that all commands that search share: limits, rules and the options of agents. Each
// command defines its own option that selects the agent.

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "agents/solve_options.h"

namespace ineq {

struct SearchOptions : SolveOptions {
  void add_to(CLI::App& command);

 private:
  void add_policy_to(CLI::App& command);
  void give(const std::string& name, const std::string& text);

  std::vector<GivenOption> given_;
  // What options without a field are parsed into before they are given.
  std::string rules_name_, device_name_ = kDefaultDevice;
  std::size_t cache_size_ = 0;
};

// Checks that an agent is the name of a search, `default`, the folder of a training run, or exec:
// with the command of a program.
CLI::Validator agent_name();
// The same for several agents, separated by commas, and the agents of such a list. Everything after
// exec: is the command, so a program is the last agent of its list.
CLI::Validator agent_names();
std::vector<std::string> split_agents(const std::vector<std::string>& lists);

// Adds --device.
CLI::Option* add_device(CLI::App& command, std::string& device);

}  // namespace ineq
