#include "cli/search_options.h"

#include <type_traits>

#include "cli/commands.h"
#include "proof/record.h"
#include "search/prove.h"

namespace ineq {
namespace {

std::string refuse_minus(const std::string& text) {  // CLI11 takes -1 for 2^64-1
  return text.starts_with('-') ? "expected a size, found '" + text + "'" : "";
}

}  // namespace

void SearchOptions::add_to(CLI::App& command) {
  static_assert(std::is_same_v<std::size_t, std::uint64_t>);
  add_count(command, "--nodes", limits.nodes, "Expand at most so many states");
  add_count(command, "--steps", limits.steps, "Look for proofs of at most so many steps")
      ->check(CLI::Range(std::size_t{0}, kMaxRecordList));
  command.add_option("--seconds", limits.seconds, "Search at most so long (default: any time)")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
  command.add_option("--memory", limits.memory, "Hold at most so many bytes, about (default: 4G)")
      ->transform(CLI::AsSizeValue(false))
      ->transform(CLI::Validator([](std::string& text) { return refuse_minus(text); }, ""))
      ->type_name("SIZE");
  add_count(command, "--seed", seed, "Of what is random");
  add_rules_option(command, rules, "The rule set (default: the record's, or standard)");
  command.add_flag("--all-actions", all_actions,
                   "Try also actions that open goals which are false at some point");
}

std::vector<std::string> agent_names() { return {std::begin(kAgentNames), std::end(kAgentNames)}; }

}  // namespace ineq
