#pragma once
// Trained agents: a network with the weights of a run directory, and a way to act.

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "agents/network.h"
#include "agents/policy_search.h"
#include "agents/train_config.h"
#include "benchmark/solver.h"

namespace ineq {

class Agent {
 public:
  // Reads config.json and the best weights. Throws Error if the folder is not a run or cannot be
  // used; the message says which file is wrong.
  explicit Agent(const std::string& run);

  const TrainConfig& config() const { return config_; }
  const Network& network() const { return *network_; }
  // Identifies the weights: a hash of their bytes.
  std::uint64_t hash() const;

  // Tries the problems together. Every proof that is found goes through the kernel.
  std::vector<ProveResult> prove(const PolicyOptions& policy,
                                 std::span<const PolicyTask> tasks) const;

 private:
  TrainConfig config_;
  std::unique_ptr<Network> network_;
};

// The first steps of the record's own proof, at most `count`, but not the last one. Throws Error if
// the record has no proof that the kernel accepts.
std::vector<Action> given_steps(Problem& problem, const Record& record, std::size_t count);

// A solver for benchmarks. `options` are those that results depend on besides the weights and the
// policy, which are added. Of the request, the limits and rules are used, and the seed.
Solver make_agent_solver(std::string name, std::shared_ptr<const Agent> agent,
                         const PolicyOptions& policy, const AgentRequest& request,
                         nlohmann::json options);

}  // namespace ineq
