#include "agents/rollouts.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "agents/policy_search.h"
#include "agents/route_list.h"
#include "agents/training_theorems.h"
#include "algebra/copy.h"
#include "base/error.h"
#include "base/streams.h"
#include "search/prove.h"

namespace ineq {
namespace {

class Player {
 public:
  Player(const SampleRequest& request, const Network& network, const NetworkOptions& options)
      : request_(request),
        network_(network),
        options_(options),
        limits_{.steps = request.options.episode_steps},
        theorems_(request.specifications, request.hold_out) {}

  void play(std::uint64_t first, std::uint64_t end, Routes& out) {
    std::deque<Problem> problems;
    std::deque<Budget> budgets;
    std::vector<PolicyTask> tasks;
    for (std::uint64_t number = first; number < end; ++number) {
      Rng rng = stream(Purpose::kTraining, request_.seed, number);
      Generator& generator = theorems_.choose(rng);
      const Generated& made = generator.generate(rng.next(), 0);
      const RuleSet set = generator.specification().rules;
      problems.emplace_back(set, out.rules[set], generator.bank(), made.theorem());
      budgets.emplace_back(limits_);
      tasks.push_back({.problem = &problems.back(), .budget = &budgets.back(), .seed = rng.next()});
    }
    const std::vector<SearchResult> results =
        follow_policy(network_, options_, policy_of(Protocol::kPaper), tasks);
    for (std::size_t i = 0; i < results.size(); ++i) {
      add(problems[i], verify(problems[i], results[i], limits_), out.list);
    }
  }

 private:
  void add(const Problem& problem, const ProveResult& result, RouteList& out) const {
    const bool is_proven = result.proven.has_value();
    const std::vector<Action>& actions = is_proven ? result.proof : result.reached;
    Route route{.set = problem.rule_set, .rules = &problem.rules, .theorem = {}, .actions = {}};
    copy_theorem(problem.bank, problem.theorem, out.bank(), route.theorem);
    route.actions = copy_actions(problem.bank, actions, out.bank());
    std::vector<std::size_t> steps_left;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      steps_left.push_back(is_proven ? actions.size() - i : kStepClasses - 1);
    }
    if (!is_proven) steps_left.push_back(kStepClasses - 1);  // a proven state has no value
    out.add_visits(std::move(route), 0, steps_left);
  }

  const SampleRequest& request_;
  const Network& network_;
  const NetworkOptions& options_;
  const SearchLimits limits_;
  TrainingTheorems theorems_;
};

}  // namespace

std::unique_ptr<SampleSource> make_rollout_source(const SampleRequest& request,
                                                  const Network& network,
                                                  const NetworkOptions& options,
                                                  const std::atomic<bool>* interrupt) {
  INEQ_CHECK(request.files.empty());
  Player player(request, network, options);
  const auto played = std::make_shared<Routes>();
  const std::uint64_t episodes = request.options.episodes;
  for (std::uint64_t first = 0; first < episodes; first += kTogether) {
    if (interrupt != nullptr && *interrupt) break;
    player.play(first, std::min(episodes, first + kTogether), *played);
  }
  return make_route_source(played, request.seed);
}

}  // namespace ineq
