#include "cli/search_options.h"

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/field_options.h"
#include "cli/values.h"
#include "files/field_json.h"
#include "proof/record.h"
#include "search/option_fields.h"

namespace ineq {

void SearchOptions::add_to(CLI::App& command) {
  add_field_options(command, limits, [this](const std::string& field, const std::string& text) {
    set_from_option(limits, field, text);
  });
  command.get_option("--steps")->check(whole_number({.max = kMaxRecordList}));
  command.get_option("--seconds")->type_name("SECONDS");
  command.get_option("--memory")->transform(size_in_bytes())->type_name("SIZE");
  const auto store = [this](const std::string& field, const std::string& text) {
    set_from_option(agent, field, text);
  };
  add_field_options(command, agent, store, {.except = {"algorithm"}});  // each command has its own
  for (const char* name : {"--simulations", "--batch"}) {
    command.get_option(name)->check(whole_number({.min = 1}));
  }
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

std::vector<std::string_view> agent_names() { return enumerator_names<Algorithm>(); }

}  // namespace ineq
