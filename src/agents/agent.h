#pragma once
// Trained agents: a network with the weights of a run directory, and a way to act: by following its
// policy (agents/policy_search.h), or by a search that it guides (search/search.h).

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "agents/load_network.h"
#include "agents/network.h"
#include "agents/network_evaluator.h"
#include "agents/policy_search.h"
#include "agents/train_config.h"
#include "benchmark/solver.h"

namespace ineq {

// How a trained agent acts.
enum class Acting : std::uint8_t {
  kGreedy,     // follows its policy
  kBeam,       // follows its policy along several states at once
  kBestFirst,  // guides a best-first search
  kMcts,       // guides a Monte-Carlo tree search
};
inline constexpr std::string_view kActingNames[] = {"greedy", "beam", "best-first", "mcts"};

struct ActingOptions {
  Acting acting = Acting::kGreedy;
  PolicyOptions policy = {};
  AgentOptions search = guided_search();  // its seed is also used when the policy draws actions
  std::size_t cache = 0;                  // answers of the network that a thread remembers

  // The defaults of searches that a network guides.
  static AgentOptions guided_search();
  bool follows_policy() const { return acting == Acting::kGreedy || acting == Acting::kBeam; }
};
// Throws Error if the options contradict each other.
void require_possible(const ActingOptions& options);

// Lets a network of these options try the problems together. Nobody has checked the proofs yet
// (search/prove.h: verify). The guide keeps answers from one call to the next; if it is null, they
// are forgotten after the call.
std::vector<SearchResult> act(const Network& network, const NetworkOptions& network_options,
                              const ActingOptions& options, std::span<const PolicyTask> tasks,
                              NetworkGuide* guide = nullptr);
// The same with an evaluator: it is followed (follow_evaluator), or it guides a search. Problems on
// which it fails (Budget::fail) end with kFailed.
std::vector<SearchResult> act(Evaluator& evaluator, const ActingOptions& options,
                              std::span<const PolicyTask> tasks);

class Agent {
 public:
  // Reads config.json and the best weights. Throws Error if the folder is not a run or cannot be
  // used; the message says which file is wrong. The device (agents/load_network.h) need not be the
  // one that the agent was trained on.
  explicit Agent(const std::string& run, const std::string& device = kDefaultDevice);

  // A network of this configuration, whose weights are zero.
  explicit Agent(TrainConfig config, const std::string& device = kDefaultDevice);

  const TrainConfig& config() const { return config_; }
  const Network& network() const { return *network_; }
  Network& network() { return *network_; }
  // Makes a run directory of the configuration and the weights. Throws Error if the folder is a run
  // already, unless its files may be overwritten.
  void save(const std::string& folder, bool force) const;
  // Identifies the weights: a hash of their bytes.
  std::uint64_t hash() const;

  // Refers to the agent.
  std::unique_ptr<NetworkGuide> make_guide(const ActingOptions& options) const;

  // Tries the problems together. Every proof that is found goes through the kernel. For the guide,
  // which may be null, see act().
  std::vector<ProveResult> prove(const ActingOptions& options, std::span<const PolicyTask> tasks,
                                 NetworkGuide* guide = nullptr) const;

 private:
  TrainConfig config_;
  std::unique_ptr<Network> network_;
};

// The first steps of the record's own proof, at most `count`, but not the last one. Throws Error if
// the record has no proof that the kernel accepts.
std::vector<Action> given_steps(Problem& problem, const Record& record, std::size_t count);

// A solver for benchmarks. `options` are the other options that results depend on; the weights and
// the way to act are added to them. The agent of the request is not used.
Solver make_agent_solver(std::string name, std::shared_ptr<const Agent> agent,
                         const ActingOptions& acting, const AgentRequest& request,
                         nlohmann::json options);
// The same with evaluators, one for each thread at a time, whose last answers are remembered if
// `acting` says so. `options` must identify them.
Solver make_evaluator_solver(std::string name, std::function<std::shared_ptr<Evaluator>()> make,
                             const ActingOptions& acting, const AgentRequest& request,
                             nlohmann::json options);

// Tries problems together, as act() does, for one thread at a time. Keeps what it likes from one
// call to the next.
using Act = std::function<std::vector<SearchResult>(std::span<const PolicyTask>)>;
// The same solver for what is no network. `make` is called for as many threads as are at work at
// once, from these threads. At most `together` problems are tried together. `options` must identify
// what acts.
Solver make_acting_solver(std::string name, std::function<Act()> make, const ActingOptions& acting,
                          const AgentRequest& request, nlohmann::json options,
                          std::size_t together = kTogether);
// Hands all proofs that were found to the kernel.
std::vector<ProveResult> verify_all(std::vector<SearchResult> found,
                                    std::span<const PolicyTask> tasks);

}  // namespace ineq
