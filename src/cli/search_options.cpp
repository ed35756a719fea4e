#include "cli/search_options.h"

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/field_options.h"
#include "files/field_json.h"
#include "proof/record.h"
#include "search/option_fields.h"

namespace ineq {
namespace {

std::string refuse_minus(const std::string& text) {  // CLI11 takes -1 for 2^64-1
  return text.starts_with('-') ? "expected a size, found '" + text + "'" : "";
}

}  // namespace

void SearchOptions::add_to(CLI::App& command) {
  add_field_options(command, limits, [this](const std::string& field, const std::string& text) {
    set_from_option(limits, field, text);
  });
  command.get_option("--steps")->check(CLI::Range(std::size_t{0}, kMaxRecordList));
  command.get_option("--seconds")->type_name("SECONDS");
  command.get_option("--memory")
      ->transform(CLI::AsSizeValue(false))
      ->transform(CLI::Validator([](std::string& text) { return refuse_minus(text); }, ""))
      ->type_name("SIZE");
  const auto store = [this](const std::string& field, const std::string& text) {
    set_from_option(agent, field, text);
  };
  add_field_options(command, agent, store, {.except = {"algorithm"}});  // each command has its own
  add_rules_option(command, rules, "The rule set (default: the record's, or standard)");
  command.add_flag("--all-actions", all_actions,
                   "Also try actions that open goals which are false at some point");
}

nlohmann::json SearchOptions::to_json() const {
  nlohmann::json out = fields_to_json(limits);
  out.update(nlohmann::json(fields_to_json(agent)));
  out.erase("algorithm");
  out["rules"] = rules;
  out["all_actions"] = all_actions;
  return out;
}

std::vector<std::string> agent_names() {
  const auto names = enumerator_names<Algorithm>();
  return {names.begin(), names.end()};
}

}  // namespace ineq
