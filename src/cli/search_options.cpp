#include "cli/search_options.h"

#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "cli/commands.h"
#include "proof/record.h"
#include "search/prove.h"

namespace ineq {
namespace {

using Over = MctsOptions::Over;
const std::map<std::string, Over> kOver = {{"actions", Over::kActions}, {"axioms", Over::kAxioms}};

std::string refuse_minus(const std::string& text) {  // CLI11 takes -1 for 2^64-1
  return text.starts_with('-') ? "expected a size, found '" + text + "'" : "";
}

}  // namespace

void SearchOptions::add_to(CLI::App& command) {
  static_assert(std::is_same_v<std::size_t, std::uint64_t>);
  add_count(command, "--nodes", limits.nodes, "Maximum number of states to expand");
  add_count(command, "--steps", limits.steps, "Look for proofs of at most so many steps")
      ->check(CLI::Range(std::size_t{0}, kMaxRecordList));
  add_number(command, "--seconds", limits.seconds, "Search at most so long (default: any time)")
      ->type_name("SECONDS")
      ->default_str("");
  command.add_option("--memory", limits.memory, "Hold at most so many bytes, about (default: 4G)")
      ->transform(CLI::AsSizeValue(false))
      ->transform(CLI::Validator([](std::string& text) { return refuse_minus(text); }, ""))
      ->type_name("SIZE");
  add_count(command, "--seed", agent.seed, "Of what is random");
  add_number(command, "--weight", agent.best_first.weight,
             "best-first: weight of the steps left, against 1 for those taken");
  add_number(command, "--prior-weight", agent.best_first.prior_weight,
             "best-first: weight of -log(prior) of the actions taken; 0: priors are not used");
  MctsOptions& mcts = agent.mcts;
  add_count(command, "--simulations", mcts.simulations, "mcts: before each action");
  add_number(command, "--c-puct", mcts.c_puct, "mcts: the weight of exploration");
  add_number(command, "--tau", mcts.tau, "mcts: the temperature of actions; 0: the most visited");
  add_count(command, "--batch", mcts.batch, "mcts: states to evaluate together");
  command
      .add_option("--over", mcts.over, "mcts: search over actions, or over axioms, one action each")
      ->transform(CLI::CheckedTransformer(kOver))
      ->default_str("actions");
  add_rules_option(command, rules, "The rule set (default: the record's, or standard)");
  command.add_flag("--all-actions", all_actions,
                   "Try also actions that open goals which are false at some point");
}

nlohmann::json SearchOptions::to_json() const {
  return {{"nodes", limits.nodes},
          {"steps", limits.steps},
          {"seconds", limits.seconds},
          {"memory", limits.memory},
          {"rules", rules},
          {"all_actions", all_actions},
          {"seed", agent.seed},
          {"weight", agent.best_first.weight},
          {"prior_weight", agent.best_first.prior_weight},
          {"simulations", agent.mcts.simulations},
          {"c_puct", agent.mcts.c_puct},
          {"tau", agent.mcts.tau},
          {"batch", agent.mcts.batch},
          {"over", agent.mcts.over == Over::kAxioms ? "axioms" : "actions"}};
}

std::vector<std::string> agent_names() {
  return {std::begin(kAlgorithmNames), std::end(kAlgorithmNames)};
}

}  // namespace ineq
