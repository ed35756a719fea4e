#pragma once
// How agents of every kind try problems: the options that the command line and Python share, under
// the same names.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "agents/agent.h"
#include "axioms/axioms.h"
#include "benchmark/solver.h"
#include "search/prove.h"

namespace ineq {

struct SolveOptions {
  SearchLimits limits = {};
  AgentOptions agent = {};              // of searches without a network
  ActingOptions acting = {};            // of trained agents and other evaluators
  std::string device = kDefaultDevice;  // of trained agents
  std::optional<RuleSet> rules = {};    // overrides the records
  double answer_seconds = 60;           // of programs that are agents
  bool all_actions = false;             // also those that open goals which are false somewhere
  std::optional<Protocol> protocol = {};

  // What solvers are made of.
  AgentRequest request() const;
  // All options that searches depend on, except for the device and the cache, which change only
  // last digits. A run can be resumed only with the same ones.
  nlohmann::json to_json() const;
};

inline constexpr std::size_t kMaxCache = 1'000'000'000;  // answers

// The name of an option and its value as text.
using GivenOption = std::pair<std::string, std::string>;
// Reads the options: the fields of SearchLimits, AgentOptions (except for `algorithm`) and
// PolicyOptions, and those of SolveOptions, with `search` for `acting`. The last value that is
// given for a name counts. A protocol and a search are sets of defaults for the other options.
// Throws Error, which begins with the name of the option if its value is wrong.
SolveOptions read_solve_options(std::span<const GivenOption> given);

inline constexpr std::string_view kDefaultAgent = "default";
// The training run of a trained agent's name; `default` is the one that comes with the program.
std::string agent_run(const std::string& name);
// The command of an agent that is a program (agents/program_agent.h).
std::optional<std::string> agent_command(const std::string& name);
// The solver of a search, of `default`, of the folder of a training run, or of a program, which is
// started. Throws Error.
Solver make_named_solver(const std::string& name, const SolveOptions& options);

}  // namespace ineq
