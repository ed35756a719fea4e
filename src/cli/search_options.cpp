#include "cli/search_options.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "agents/program_agent.h"
#include "agents/run_directory.h"
#include "base/error.h"
#include "base/names.h"
#include "cli/commands.h"
#include "cli/field_options.h"
#include "cli/values.h"
#include "files/data_folder.h"
#include "files/field_json.h"
#include "proof/record.h"
#include "search/option_fields.h"

namespace ineq {
namespace {

constexpr std::string_view kDefaultAgent = "default";
constexpr std::size_t kBeam = 4;                  // states of a beam, if the number is not given
constexpr std::size_t kMaxCache = 1'000'000'000;  // answers
// Of --protocol ksubs: the children of a state, and the largest budget and twice the length of the
// longest proofs that are reported.
constexpr std::size_t kKsubsWidth = 4;
constexpr std::uint64_t kKsubsNodes = 1000;
constexpr std::size_t kKsubsSteps = 30;

const std::vector<std::string_view> kActings(std::begin(kActingNames), std::end(kActingNames));
const std::vector<std::string_view> kDevices(std::begin(kDeviceNames), std::end(kDeviceNames));
const std::vector<std::string_view> kProtocols(std::begin(kProtocolNames),
                                               std::end(kProtocolNames));

bool is_agent(const std::string& name) {
  return find_algorithm(name) || name == kDefaultAgent || agent_command(name) ||
         RunDirectory(name).is_run();
}

CLI::Validator agent_check(const std::function<bool(const std::string&)>& accepts) {
  std::vector<std::string_view> names = enumerator_names<Algorithm>();
  names.push_back(kDefaultAgent);
  return one_of_or(names, "the folder of a training run, or exec: with a command", accepts);
}

double read_answer_seconds(const std::string& text) {
  double out = 0;
  read_value(text, out);
  if (out == 0) throw Error("--answer-seconds: expected a number greater than 0");
  return out;
}

}  // namespace

void SearchOptions::add_to(CLI::App& command) {
  add_field_options(command, limits, [this](const std::string& field, const std::string& text) {
    set_from_option(limits, field, text);
  });
  command.get_option("--steps")->check(whole_number({.max = kMaxRecordList}));
  command.get_option("--seconds")->type_name("SECONDS");
  command.get_option("--memory")->transform(size_in_bytes())->type_name("SIZE");
  const auto store = [this](const std::string& field, const std::string& text) {
    set_from_option(agent, field, text);
    set_from_option(acting.search, field, text);
  };
  add_field_options(command, agent, store, {.except = {"algorithm"}});  // each command has its own
  for (const char* name : {"--simulations", "--batch"}) {
    command.get_option(name)->check(whole_number({.min = 1}));
  }
  add_policy_to(command);
  command
      .add_option_function<std::string>(
          "--answer-seconds",
          [this](const std::string& text) { answer_seconds = read_answer_seconds(text); },
          "The most time that a program takes to start, or to answer (default: 60)")
      ->type_name("SECONDS")
      ->group("Programs as agents");
  add_rules_option(command, rules, "The rule set (default: the record's, or standard)");
  command.add_flag("--all-actions", all_actions,
                   "Also try actions that open goals which are false at some point");
}

// A protocol is a set of values for the other options, which take precedence over it.
void SearchOptions::add_policy_to(CLI::App& command) {
  constexpr const char* kGroup = "Trained agents";
  const auto set_all = [this] {
    acting.policy = policy_of(protocol().value_or(Protocol::kGreedy));
    if (acting.acting == Acting::kBeam) acting.policy.beam = kBeam;
    for (const auto& [field, text] : policy_fields_) set_from_option(acting.policy, field, text);
  };
  const auto store = [this, set_all](const std::string& field, const std::string& text) {
    policy_fields_.emplace_back(field, text);
    set_all();
  };
  command
      .add_option_function<std::string>(
          "--search",
          [this, set_all](const std::string& name) {
            acting.acting = *find_name<Acting>(kActingNames, name);
            set_all();
          },
          "How a network acts: greedy or beam, which follow its policy, or best-first or mcts, "
          "which it guides (default: greedy)")
      ->check(one_of(kActings))
      ->type_name("NAME")
      ->group(kGroup);
  command
      .add_option_function<std::string>(
          "--protocol",
          [this, set_all, &command](const std::string& name) {
            protocol_ = name;
            if (protocol() == Protocol::kKsubs) follow_ksubs(command);
            set_all();
          },
          "How a network acts in published results: greedy, which takes the most probable legal "
          "action that leads to a new state; paper, one attempt with drawn actions and without "
          "masks; original-transformer, which takes the first step of the record's proof and then "
          "makes five attempts with drawn actions that change the state; or ksubs, best-first "
          "search, also without a network, with --width 4, --nodes 1000 and --steps 30 unless "
          "told otherwise (default: greedy)")
      ->check(one_of(kProtocols))
      ->type_name("NAME")
      ->group(kGroup);
  for (CLI::Option* option : add_field_options(command, acting.policy, store)) {
    option->group(kGroup);
  }
  command
      .add_option("--cache", acting.cache,
                  "best-first and mcts: number of answers of the network that each thread "
                  "remembers, in at most 1 KiB each; 0: none")
      ->check(whole_number({.max = kMaxCache}))
      ->type_name("N")
      ->capture_default_str()
      ->group(kGroup);
  add_device(command, device)->group(kGroup);
}

// The options are parsed by now, and those before --protocol are stored.
void SearchOptions::follow_ksubs(const CLI::App& command) {
  if (command.count("--search") == 0) acting.acting = Acting::kBestFirst;
  if (acting.acting != Acting::kBestFirst) {
    throw Error("--protocol ksubs is a best-first search: another --search does not go with it");
  }
  if (command.count("--width") == 0) {
    agent.best_first.width = kKsubsWidth;
    acting.search.best_first.width = kKsubsWidth;
  }
  if (command.count("--nodes") == 0) limits.nodes = kKsubsNodes;
  if (command.count("--steps") == 0) limits.steps = kKsubsSteps;
}

std::optional<Protocol> SearchOptions::protocol() const {
  return find_name<Protocol>(kProtocolNames, protocol_);
}

AgentRequest SearchOptions::request() const {
  return {.agent = agent, .limits = limits, .prune = !all_actions, .rules = rule_set()};
}

nlohmann::json SearchOptions::to_json() const {
  nlohmann::json out = fields_to_json(limits);
  out.update(nlohmann::json(fields_to_json(agent)));
  out.erase("algorithm");
  out["rules"] = rules;
  out["all_actions"] = all_actions;
  return out;
}

CLI::Validator agent_name() { return agent_check(is_agent); }

CLI::Validator agent_names() {
  return agent_check(
      [](const std::string& list) { return std::ranges::all_of(split_agents({list}), is_agent); });
}

std::vector<std::string> split_agents(const std::vector<std::string>& lists) {
  std::vector<std::string> out;
  for (std::string rest : lists) {
    while (true) {
      const std::size_t comma = agent_command(rest) ? std::string::npos : rest.find(',');
      out.push_back(rest.substr(0, comma));
      if (comma == std::string::npos) break;
      rest.erase(0, comma + 1);
    }
  }
  return out;
}

std::optional<std::string> agent_command(const std::string& name) {
  if (!name.starts_with(kProgramPrefix)) return std::nullopt;
  return name.substr(kProgramPrefix.size());
}

std::string agent_run(const std::string& name) {
  return name == kDefaultAgent ? data_folder("agents/default") : name;
}

CLI::Option* add_device(CLI::App& command, std::string& device) {
  return command
      .add_option("--device", device,
                  "Where the network computes: cpu; cuda, a GPU, if libtorch was built for it; or "
                  "plain, the CPU as if it were another device, which is slow and for tests")
      ->check(one_of_or(kDevices, "cuda:NUMBER", is_device))
      ->type_name("NAME")
      ->capture_default_str();
}

}  // namespace ineq
