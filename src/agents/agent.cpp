#include "agents/agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "agents/run_directory.h"
#include "base/cpu_time.h"
#include "base/error.h"
#include "base/hash.h"
#include "files/field_json.h"
#include "files/output.h"
#include "proof/rules_by_set.h"
#include "search/option_fields.h"

namespace ineq {
namespace {

// The number of problems that are tried together and share the memory of a thread. Under a time
// limit it is one, because they would share the time, too.
std::size_t count_together(const ActingOptions& acting, const AgentRequest& request,
                           std::size_t most) {
  if (request.limits.seconds > 0) return 1;
  return std::max<std::size_t>(1, most / acting.policy.beam);
}

// What the threads of a solver act with: as many as threads that were at work at once.
class Actors {
 public:
  explicit Actors(std::function<Act()> make) : make_(std::move(make)) {}

  Act take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        Act out = std::move(idle_.back());
        idle_.pop_back();
        return out;
      }
    }
    return make_();
  }
  void give_back(Act act) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(act));
  }

 private:
  const std::function<Act()> make_;
  std::mutex mutex_;
  std::vector<Act> idle_;
};

std::vector<SearchResult> run_guided(Evaluator& evaluator, const ActingOptions& options,
                                     std::span<const PolicyTask> tasks) {
  std::vector<std::unique_ptr<SteppedSearch>> searches;
  std::vector<SteppedSearch*> running;
  for (const PolicyTask& task : tasks) {
    AgentOptions search = options.search;
    search.algorithm = options.acting == Acting::kMcts ? Algorithm::kMcts : Algorithm::kBestFirst;
    search.seed = task.seed;
    searches.push_back(make_search(*task.problem, search, *task.budget, task.observer));
    running.push_back(searches.back().get());
  }
  return run_together(running, evaluator);
}

// `request` has the limits of each problem.
std::vector<ProblemResult> try_together(const Act& act, const ActingOptions& acting,
                                        const AgentRequest& request, const RulesBySet& rules,
                                        std::span<const TestProblem* const> tests) {
  const double start = thread_cpu_seconds();
  std::deque<Problem> problems;
  std::deque<Budget> budgets;
  std::vector<PolicyTask> tasks;
  for (const TestProblem* test : tests) {
    const RuleSet set = rules_for(test->record, request.rules);
    Bank bank;
    const Theorem theorem = read_theorem(bank, test->record);
    problems.emplace_back(set, rules[set], bank, theorem, request.prune);
    budgets.emplace_back(request.limits);
    tasks.push_back({.problem = &problems.back(),
                     .budget = &budgets.back(),
                     .seed = seed_of_problem(acting.search.seed, test->number),
                     .given = given_steps(problems.back(), test->record, acting.policy.given)});
  }
  const std::vector<ProveResult> found = verify_all(act(tasks), tasks);
  const double share = (thread_cpu_seconds() - start) / static_cast<double>(tests.size());
  std::vector<ProblemResult> out;
  for (std::size_t i = 0; i < found.size(); ++i) {
    out.push_back(to_problem_result(problems[i], found[i]));
    out.back().cpu_seconds = share;
  }
  return out;
}

}  // namespace

Solver make_acting_solver(std::string name, std::function<Act()> make, const ActingOptions& acting,
                          const AgentRequest& request, nlohmann::json options,
                          std::size_t together) {
  require_possible(acting);
  options["acting"] = kActingNames[static_cast<std::size_t>(acting.acting)];
  options["policy"] = fields_to_json(acting.policy);
  options["search"] = fields_to_json(acting.search);
  options["search"].erase("algorithm");  // `acting` says it
  const auto rules = std::make_shared<const RulesBySet>();
  const auto actors = std::make_shared<Actors>(std::move(make));
  together = count_together(acting, request, together);
  AgentRequest shared = request;
  shared.limits.memory /= together;
  return {.name = std::move(name),
          .options = std::move(options),
          .solve_many =
              [acting, shared, rules, actors](std::span<const TestProblem* const> tests) {
                Act act = actors->take();
                auto out = try_together(act, acting, shared, *rules, tests);
                actors->give_back(std::move(act));
                return out;
              },
          .together = together};
}

std::vector<ProveResult> verify_all(std::vector<SearchResult> found,
                                    std::span<const PolicyTask> tasks) {
  std::vector<ProveResult> out;
  for (std::size_t i = 0; i < found.size(); ++i) {
    out.push_back(verify(*tasks[i].problem, std::move(found[i]), tasks[i].budget->limits()));
  }
  return out;
}

Agent::Agent(const std::string& run, const std::string& device) {
  const RunDirectory folder(run);
  if (!folder.is_run()) {
    throw Error(run + ": there is no agent of this name and no training run with config.json");
  }
  config_ = load_train_config(folder.config());
  network_ = make_network(config_.network, device);
  load_weights(folder.best(), config_.network, *network_);
}

Agent::Agent(TrainConfig config, const std::string& device)
    : config_(std::move(config)), network_(make_network(config_.network, device)) {}

void Agent::save(const std::string& folder, bool force) const {
  const RunDirectory run(folder);
  if (run.is_run() && !force) throw Error(folder + " already has a run");
  std::error_code error;
  std::filesystem::create_directories(folder + "/checkpoints", error);
  if (error) throw Error(folder + ": " + error.message());
  save_weights(run.best(), config_, network_->parameters(), network().weights(), {});
  write_file(run.config(), to_json(config_).dump(2) + "\n");  // last: it makes the folder a run
}

std::uint64_t Agent::hash() const {
  const auto bytes = std::as_bytes(std::as_const(*network_).weights());
  return hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

AgentOptions ActingOptions::guided_search() {
  return {.best_first = {.weight = 8, .prior_weight = 4, .width = 16}};
}

void require_possible(const ActingOptions& options) {
  require_possible(options.policy);
  require_possible(options.search.best_first);
  if (!options.follows_policy() && options.policy != PolicyOptions()) {
    throw Error(
        "the protocol, beam, attempts, temperature, masks, revisits and given steps are for "
        "--search greedy and --search beam");
  }
}

std::vector<SearchResult> act(const Network& network, const NetworkOptions& network_options,
                              const ActingOptions& options, std::span<const PolicyTask> tasks,
                              NetworkGuide* guide) {
  if (options.follows_policy()) {
    require_possible(options);
    return follow_policy(network, network_options, options.policy, tasks);
  }
  if (guide != nullptr) return act(guide->evaluator(), options, tasks);
  NetworkGuide of_this_call(network, network_options, options.cache);
  return act(of_this_call.evaluator(), options, tasks);
}

std::vector<SearchResult> act(Evaluator& evaluator, const ActingOptions& options,
                              std::span<const PolicyTask> tasks) {
  require_possible(options);
  std::vector<SearchResult> out = options.follows_policy()
                                      ? follow_evaluator(evaluator, options.policy, tasks)
                                      : run_guided(evaluator, options, tasks);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!tasks[i].budget->failure()) continue;
    out[i].end = SearchEnd::kFailed;
    out[i].why = *tasks[i].budget->failure();
    out[i].proof.clear();
  }
  return out;
}

std::unique_ptr<NetworkGuide> Agent::make_guide(const ActingOptions& options) const {
  return std::make_unique<NetworkGuide>(*network_, config_.network, options.cache);
}

std::vector<ProveResult> Agent::prove(const ActingOptions& options,
                                      std::span<const PolicyTask> tasks,
                                      NetworkGuide* guide) const {
  return verify_all(act(*network_, config_.network, options, tasks, guide), tasks);
}

std::vector<Action> given_steps(Problem& problem, const Record& record, std::size_t count) {
  if (count == 0) return {};
  const RecordVerdict verdict = [&] {
    try {
      // Problems are read without their proofs.
      const Record full = record.line.empty() ? record : read_record(record.line);
      if (full.proof.empty()) return RecordVerdict{.proven = {}, .reason = "there is no proof"};
      return check_record(problem.bank, problem.rules, full);
    } catch (const Error& error) {
      return RecordVerdict{.proven = {}, .reason = error.what()};
    }
  }();
  if (!verdict.proven) {
    throw Error(fmt::format("'{}' has no proof whose first steps could be given: {}", record.goal,
                            verdict.reason));
  }
  const auto proof = verdict.proven->proof();
  return {proof.begin(),
          proof.begin() + static_cast<std::ptrdiff_t>(std::min(count, proof.size() - 1))};
}

Solver make_agent_solver(std::string name, std::shared_ptr<const Agent> agent,
                         const ActingOptions& acting, const AgentRequest& request,
                         nlohmann::json options) {
  options["weights"] = agent->hash();
  // Each thread remembers what its network has answered.
  const auto make_act = [agent, acting]() -> Act {
    return [agent, acting,
            guide = std::shared_ptr(agent->make_guide(acting))](std::span<const PolicyTask> tasks) {
      return act(agent->network(), agent->config().network, acting, tasks, guide.get());
    };
  };
  return make_acting_solver(std::move(name), make_act, acting, request, std::move(options));
}

Solver make_evaluator_solver(std::string name, std::function<std::shared_ptr<Evaluator>()> make,
                             const ActingOptions& acting, const AgentRequest& request,
                             nlohmann::json options) {
  const auto make_act = [make = std::move(make), acting]() -> Act {
    const std::shared_ptr<Evaluator> evaluator = make();
    const auto cached =
        acting.cache == 0 ? nullptr : std::make_shared<CachingEvaluator>(*evaluator, acting.cache);
    return [evaluator, cached, acting](std::span<const PolicyTask> tasks) {
      return act(cached ? *cached : *evaluator, acting, tasks);
    };
  };
  return make_acting_solver(std::move(name), make_act, acting, request, std::move(options));
}

}  // namespace ineq
