#include "cli/search_options.h"

#include <algorithm>
#include <functional>

#include "agents/run_directory.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/field_options.h"
#include "cli/values.h"
#include "proof/record.h"
#include "search/option_fields.h"

namespace ineq {
namespace {

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

}  // namespace

void SearchOptions::add_to(CLI::App& command) {
  const auto store = [this](const std::string& field, const std::string& text) {
    give(field, text);
  };
  add_field_options(command, limits, store);
  command.get_option("--steps")->check(whole_number({.max = kMaxRecordList}));
  command.get_option("--seconds")->type_name("SECONDS");
  command.get_option("--memory")->transform(size_in_bytes())->type_name("SIZE");
  add_field_options(command, agent, store, {.except = {"algorithm"}});  // each command has its own
  for (const char* name : {"--simulations", "--batch"}) {
    command.get_option(name)->check(whole_number({.min = 1}));
  }
  add_policy_to(command);
  command
      .add_option_function<std::string>(
          "--answer-seconds", [this](const std::string& text) { give("answer_seconds", text); },
          "The most time that a program takes to start, or to answer (default: 60)")
      ->type_name("SECONDS")
      ->group("Programs as agents");
  add_rules_option(command, rules_name_, "The rule set (default: the record's, or standard)")
      ->each([this](const std::string& text) { give("rules", text); });
  command.add_flag_callback(
      "--all-actions", [this] { give("all_actions", "true"); },
      "Also try actions that open goals which are false at some point");
}

void SearchOptions::add_policy_to(CLI::App& command) {
  constexpr const char* kGroup = "Trained agents";
  command
      .add_option_function<std::string>(
          "--search", [this](const std::string& name) { give("search", name); },
          "How a network acts: greedy or beam, which follow its policy, or best-first or mcts, "
          "which it guides (default: greedy)")
      ->check(one_of(kActings))
      ->type_name("NAME")
      ->group(kGroup);
  command
      .add_option_function<std::string>(
          "--protocol", [this](const std::string& name) { give("protocol", name); },
          "How a network acts in published results: greedy, which takes the most probable legal "
          "action that leads to a new state; paper, one attempt with drawn actions and without "
          "masks; original-transformer, which takes the first step of the record's proof and then "
          "makes five attempts with drawn actions that change the state; or ksubs, best-first "
          "search, also without a network, with --width 4, --nodes 1000 and --steps 30 unless "
          "told otherwise (default: greedy)")
      ->check(one_of(kProtocols))
      ->type_name("NAME")
      ->group(kGroup);
  const auto store = [this](const std::string& field, const std::string& text) {
    give(field, text);
  };
  for (CLI::Option* option : add_field_options(command, acting.policy, store)) {
    option->group(kGroup);
  }
  command
      .add_option("--cache", cache_size_,
                  "best-first and mcts: number of answers of the network that each thread "
                  "remembers, in at most 1 KiB each; 0: none")
      ->check(whole_number({.max = kMaxCache}))
      ->each([this](const std::string& text) { give("cache", text); })
      ->type_name("N")
      ->capture_default_str()
      ->group(kGroup);
  add_device(command, device_name_)
      ->each([this](const std::string& text) { give("device", text); })
      ->group(kGroup);
}

// Errors name the option of the command line.
void SearchOptions::give(const std::string& name, const std::string& text) {
  given_.emplace_back(name, text);
  try {
    static_cast<SolveOptions&>(*this) = read_solve_options(given_);
  } catch (const Error& error) {
    const std::string what = error.what();
    throw Error(what.starts_with(name + ":") ? option_name(name) + what.substr(name.size()) : what);
  }
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
