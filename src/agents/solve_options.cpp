#include "agents/solve_options.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "agents/program_agent.h"
#include "base/error.h"
#include "base/names.h"
#include "files/data_folder.h"
#include "files/field_json.h"
#include "proof/record.h"
#include "proof/rule_set_field.h"
#include "search/option_fields.h"

namespace ineq {
namespace {

constexpr std::size_t kBeam = 4;  // states of a beam, if the number is not given
// Of the protocol ksubs: the children of a state, and the largest budget and twice the length of
// the longest proofs that are reported.
constexpr std::size_t kKsubsWidth = 4;
constexpr std::uint64_t kKsubsNodes = 1000;
constexpr std::size_t kKsubsSteps = 30;

template <std::size_t kCount>
std::vector<std::string_view> list_of(const std::string_view (&names)[kCount]) {
  return {std::begin(names), std::end(names)};
}

// Fields whose range is smaller than that of their type.
WholeRange range_of(std::string_view name) {
  if (name == "steps") return {.max = kMaxRecordList};
  if (name == "simulations" || name == "batch") return {.min = 1};
  if (name == "cache") return {.max = kMaxCache};
  return {};
}

// The options that are no fields of a struct. Returns whether this is one of them.
bool set_other(SolveOptions& out, std::string_view name, std::string_view text) {
  if (name == "search") {
    out.acting.acting = static_cast<Acting>(read_name(text, list_of(kActingNames)));
  } else if (name == "protocol") {
    out.protocol = static_cast<Protocol>(read_name(text, list_of(kProtocolNames)));
  } else if (name == "rules") {
    read_value(text, out.rules);
  } else if (name == "all_actions") {
    read_value(text, out.all_actions);
  } else if (name == "answer_seconds") {
    read_value(text, out.answer_seconds);
    if (out.answer_seconds == 0) throw Error("expected a number greater than 0");
  } else if (name == "cache") {
    out.acting.cache = read_whole(text, range_of(name));
  } else if (name == "device") {
    if (!is_device(text)) throw Error("expected cpu, cuda, cuda:NUMBER or plain");
    out.device = text;
  } else {
    return false;
  }
  return true;
}

void set_option(SolveOptions& out, const std::string& name, const std::string& text) {
  try {
    if (set_other(out, name, text)) return;
    if (range_of(name).min > 0 || range_of(name).max < WholeRange().max) {
      read_whole(text, range_of(name));
    }
  } catch (const Error& error) {
    throw_bad_field(name, error, text);
  }
  if (has_field(out.limits, name)) return set_field(out.limits, name, text);
  if (has_field(out.acting.policy, name)) return set_field(out.acting.policy, name, text);
  if (name == "algorithm" || !has_field(out.agent, name))
    throw Error("there is no option '" + name + "'");
  set_field(out.agent, name, text);
  set_field(out.acting.search, name, text);
}

const std::string* find_option(std::span<const GivenOption> given, std::string_view name) {
  const auto found = std::ranges::find(given.rbegin(), given.rend(), name, &GivenOption::first);
  return found == given.rend() ? nullptr : &found->second;
}

// What a protocol and a search say about the other options.
SolveOptions defaults_of(std::span<const GivenOption> given) {
  SolveOptions out;
  for (const char* name : {"protocol", "search"}) {
    if (const std::string* text = find_option(given, name)) set_option(out, name, *text);
  }
  out.acting.policy = policy_of(out.protocol.value_or(Protocol::kGreedy));
  if (out.acting.acting == Acting::kBeam) out.acting.policy.beam = kBeam;
  if (out.protocol != Protocol::kKsubs) return out;
  if (find_option(given, "search") == nullptr) out.acting.acting = Acting::kBestFirst;
  if (out.acting.acting != Acting::kBestFirst) {
    throw Error("the protocol ksubs is a best-first search: another search does not go with it");
  }
  out.agent.best_first.width = kKsubsWidth;
  out.acting.search.best_first.width = kKsubsWidth;
  out.limits.nodes = kKsubsNodes;
  out.limits.steps = kKsubsSteps;
  return out;
}

}  // namespace

AgentRequest SolveOptions::request() const {
  return {.agent = agent, .limits = limits, .prune = !all_actions, .rules = rules};
}

nlohmann::json SolveOptions::to_json() const {
  nlohmann::json out = fields_to_json(limits);
  out.update(nlohmann::json(fields_to_json(agent)));
  out.erase("algorithm");
  out["rules"] = rules ? to_string(*rules) : "";
  out["all_actions"] = all_actions;
  return out;
}

SolveOptions read_solve_options(std::span<const GivenOption> given) {
  SolveOptions out = defaults_of(given);
  for (const auto& [name, text] : given) {
    if (name != "search" && name != "protocol") set_option(out, name, text);
  }
  return out;
}

std::string agent_run(const std::string& name) {
  return name == kDefaultAgent ? data_folder("agents/default") : name;
}

std::optional<std::string> agent_command(const std::string& name) {
  if (!name.starts_with(kProgramPrefix)) return std::nullopt;
  return name.substr(kProgramPrefix.size());
}

Solver make_named_solver(const std::string& name, const SolveOptions& options) {
  AgentRequest request = options.request();
  if (const auto algorithm = find_algorithm(name)) {
    request.agent.algorithm = *algorithm;
    return make_solver(request, options.to_json());
  }
  if (const auto command = agent_command(name)) {
    const auto program =
        std::make_shared<ProgramAgent>(*command, options.answer_seconds, options.acting, request);
    return make_program_solver(program, *command, options.acting, request, options.to_json());
  }
  const auto agent = std::make_shared<const Agent>(agent_run(name), options.device);
  return make_agent_solver(name, agent, options.acting, request, options.to_json());
}

}  // namespace ineq
