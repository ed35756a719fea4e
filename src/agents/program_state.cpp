#include "agents/program_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "env/graph_view.h"
#include "env/raw_actions.h"
#include "proof/action_text.h"
#include "proof/explain.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"
#include "search/move_finder.h"
#include "term/print.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;  // of questions
using Reply = nlohmann::json;

constexpr double kRounding = 1e-6;  // by which a log-probability may exceed 0

void add_text(const Bank& bank, const State& state, Json& out) {
  std::string text;
  print_observation(bank, state, text);
  out["text"] = text;
  for (const char* name : {"goals", "facts"}) out[name] = Json::array();
  for (const Statement goal : state.goals()) out["goals"].push_back(to_string(bank, goal));
  for (const Statement fact : state.facts()) out["facts"].push_back(to_string(bank, fact));
}

Json graph_of(const Bank& bank, const State& state) {
  GraphBatch graph;
  graph.add(bank, state);
  Json edges = Json::array();
  for (std::size_t i = 0; i < graph.edge.size(); i += 2) {
    edges.push_back({graph.edge[i], graph.edge[i + 1]});
  }
  Json is_goal = Json::array();
  for (const std::uint8_t one : graph.is_goal) is_goal.push_back(one != 0);
  return {{"type", graph.type}, {"statement", graph.statement}, {"edges", edges},
          {"slot", graph.slot}, {"root", graph.root},           {"is_goal", is_goal}};
}

Action read_numbers(Problem& problem, const State& state, const Reply& action) {
  RawAction raw{};
  if (action.empty() || action.size() > raw.size()) {
    throw Error("an action has one to four numbers");
  }
  for (std::size_t i = 0; i < action.size(); ++i) {
    constexpr std::int64_t kMost = 1 << 30;
    if (!action[i].is_number_integer() || action[i] < 0 || action[i] > kMost) {
      throw Error("an action has whole numbers from 0");
    }
    raw[i] = action[i].get<std::int32_t>();
  }
  return read_raw(problem.bank, state, problem.rules, raw);
}

double read_log_prob(const Reply& number) {
  const double out = number.is_number() ? number.get<double>() : std::nan("");
  if (!std::isfinite(out) || out > kRounding) {
    throw Error("a log-probability is not a number of at most 0");
  }
  return std::min(out, 0.0);
}

void add_candidates(const Query& query, StateDescription& description) {
  Problem& problem = *query.problem;
  Json texts = Json::array(), numbers = Json::array();
  std::size_t bytes = 0;
  const auto add = [&](const Action& action) {
    constexpr std::size_t kNumberBytes = 20;
    std::string text = print_action(problem.bank, *query.state, action);
    bytes += text.size() + kNumberBytes;
    if (bytes > kMaxCandidateText || texts.size() == kMaxCandidates) return false;
    texts.push_back(std::move(text));
    numbers.push_back(write_raw(problem.bank, *query.state, action));
    description.candidates.push_back(action);
    return true;
  };
  if (!query.moves.empty()) {
    for (const LegalAction& move : query.moves) {
      if (!add(move.action)) break;
    }
  } else if (query.proposals > 0) {
    std::unordered_set<std::uint64_t> effects;
    MoveFinder finder(problem, *query.budget);
    finder.for_each(*query.state, Scope::kWholeState, [&](const Action& action, const State& next) {
      return effects.insert(next.hash()).second && !add(action);
    });
  }
  description.bytes += bytes;
  description.json["actions"] = std::move(texts);
  description.json["numbers"] = std::move(numbers);
}

}  // namespace

StateDescription describe_state(const Query& query, const ProgramIdentity& identity) {
  const Bank& bank = query.problem->bank;
  const State& state = *query.state;
  constexpr std::size_t kStatementBytes = 64;  // on average
  constexpr std::size_t kNodeBytes = 32;
  StateDescription description;
  Json& out = description.json;
  description.bytes = kStatementBytes * 2 * count_goals(state);
  out = {{"rules", to_string(query.problem->rule_set)},
         {"max_steps", query.max_steps},
         {"rank", query.moves.empty() ? query.proposals : query.moves.size()}};
  if (identity.text) add_text(bank, state, out);
  if (identity.pointer) {
    std::string pointer;
    print_pointer_state(bank, state, pointer);
    out["pointer"] = pointer;
  }
  if (identity.graph) {
    out["graph"] = graph_of(bank, state);
    description.bytes += kNodeBytes * out["graph"]["type"].size();
  }
  if (identity.actions) add_candidates(query, description);
  return description;
}

Action read_program_action(Problem& problem, const State& state, std::span<const Action> candidates,
                           const Reply& action) {
  if (action.is_string()) {
    const Reading reading = read_any_action(problem.bank, state, action.get<std::string>());
    if (!reading.action) throw Error(reading.missing);
    return *reading.action;
  }
  if (action.is_array()) return read_numbers(problem, state, action);
  if (!action.is_number_integer()) {
    throw Error("an action is a text, a list of numbers or an index");
  }
  if (action < 0 || action >= candidates.size()) {
    throw Error(
        fmt::format("there are {} actions to choose from, counted from 0", candidates.size()));
  }
  return candidates[action.get<std::size_t>()];
}

RankedAnswer read_ranked_answer(const Reply& answer) {
  if (!answer.is_object()) throw Error("it is not an object");
  RankedAnswer out;
  const auto one = answer.find("action");
  const auto many = answer.find("actions");
  if (one != answer.end()) {
    if (many != answer.end()) throw Error("it has both 'action' and 'actions'");
    out.entries.push_back({.action = *one, .log_prob = std::log(0.5)});
  } else if (many != answer.end()) {
    if (!many->is_array()) throw Error("'actions' is not a list");
    for (const Reply& action : *many) {
      const auto rank = static_cast<double>(out.entries.size() + 1);
      out.entries.push_back({.action = action, .log_prob = rank * std::log(0.5)});
    }
  }
  if (const auto logs = answer.find("log_probs"); logs != answer.end()) {
    if (!logs->is_array() || logs->size() != out.entries.size()) {
      throw Error("'log_probs' does not have one number per action");
    }
    for (std::size_t i = 0; i < out.entries.size(); ++i) {
      out.entries[i].log_prob = read_log_prob((*logs)[i]);
    }
    std::ranges::stable_sort(out.entries, std::greater(), &RankedAnswer::Entry::log_prob);
  }
  if (const auto value = answer.find("steps_left"); value != answer.end() && !value->is_null()) {
    if (!value->is_number() || !(*value >= 0)) {
      throw Error("'steps_left' is not a number of at least 0");
    }
    out.steps_left = value->get<double>();
  }
  return out;
}

std::vector<Action> read_program_proof(Problem& problem, const Reply& proof,
                                       std::size_t max_steps) {
  if (!proof.is_array()) throw Error("the proof is neither a list of actions nor null");
  if (proof.size() > max_steps) {
    throw Error(
        fmt::format("it has {} steps, but at most {} are allowed", proof.size(), max_steps));
  }
  std::vector<Action> out;
  State state(problem.bank, problem.theorem);
  for (const Reply& text : proof) {
    const std::size_t number = out.size() + 1;
    if (state.proven()) throw Error(fmt::format("nothing is left to prove before step {}", number));
    try {
      out.push_back(read_program_action(problem, state, {}, text));
    } catch (const Error& error) {
      throw Error(fmt::format("step {}: {}", number, error.what()));
    }
    const Outcome outcome = state.apply(problem.bank, problem.rules, out.back());
    if (!is_valid_step(outcome)) {
      throw Error(fmt::format("step {}: {}", number, explain(outcome, problem.rules, out.back())));
    }
  }
  if (!state.proven()) throw Error(explain_open_goals(problem.bank, state));
  INEQ_CHECK(check(problem.bank, problem.rules, problem.theorem, out).proven);
  return out;
}

}  // namespace ineq
