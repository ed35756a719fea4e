#include "agents/detours.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "files/shallow_json.h"
#include "proof/action_text.h"
#include "proof/history.h"
#include "proof/record.h"
#include "term/print.h"

namespace ineq {
namespace {

bool is_same(const Action& a, const Action& b) {
  return a.axiom == b.axiom && a.count == b.count &&
         std::equal(a.operands.begin(), a.operands.begin() + a.count, b.operands.begin());
}

}  // namespace

void DetourFinder::expanded(const Expansion& expansion) {
  const auto [known, is_new] = visits_.try_emplace(expansion.id);
  known->second = {expansion.parent, expansion.action == nullptr ? Action{} : *expansion.action};
  if (is_new) order_.push_back(expansion.id);
}

std::vector<Detour> DetourFinder::find(std::span<const Action> proof, std::size_t at_most) const {
  std::vector<Detour> out;
  for (const StateId id : order_) {
    if (out.size() == at_most) break;
    Detour detour;
    for (StateId at = id; at != 0; at = visits_.at(at).parent) {
      detour.path.insert(detour.path.begin(), visits_.at(at).action);
    }
    std::size_t common = 0;
    while (common < detour.path.size() && common < proof.size() &&
           is_same(detour.path[common], proof[common])) {
      ++common;
    }
    if (common == detour.path.size()) continue;  // on the proof
    detour.steps_left = (detour.path.size() - common) + (proof.size() - common);
    out.push_back(std::move(detour));
  }
  return out;
}

std::string write_detour(Bank& bank, RuleSet set, const Rules& rules, const Theorem& theorem,
                         const Detour& detour) {
  History history(bank, theorem);
  for (const Action& action : detour.path) {
    INEQ_CHECK(is_valid_step(history.apply(bank, rules, action)));
  }
  nlohmann::ordered_json out = {{"rules", to_string(set)}, {"premises", nlohmann::json::array()}};
  for (const Statement premise : theorem.premises) {
    out["premises"].push_back(to_string(bank, premise));
  }
  out["goal"] = to_string(bank, theorem.goal);
  out["path"] = print_actions(bank, history);
  out["steps_left"] = detour.steps_left;
  return out.dump();
}

namespace {

// The theorem and the path, as a record, and the steps left.
std::pair<Record, std::size_t> read_fields(std::string_view line) {
  try {
    const auto json = parse_shallow_json<nlohmann::ordered_json>(line);
    const auto& steps_left = json.at("steps_left");
    if (!steps_left.is_number_unsigned()) throw Error("steps_left: expected a whole number");
    return {{.id = {},
             .rules = find_rule_set(json.at("rules").get<std::string>()),
             .premises = json.at("premises"),
             .goal = json.at("goal"),
             .proof = json.at("path")},
            steps_left};
  } catch (const nlohmann::json::exception&) {
    throw Error("this is not a state that a search has left");
  }
}

}  // namespace

StoredDetour read_detour(Bank& bank, const RulesBySet& rules, std::string_view line) {
  const auto [record, steps_left] = read_fields(line);
  const RuleSet set = rules_for(record);
  StoredDetour out{.set = set, .theorem = read_theorem(bank, record), .detour = {}};
  State state(bank, out.theorem);
  for (const std::string& text : record.proof) {
    const auto action = read_action(bank, state, text).action;
    if (!action || !is_valid_step(state.apply(bank, rules[set], *action))) {
      throw Error("the path has a step that is not valid: " + text);
    }
    out.detour.path.push_back(*action);
  }
  out.detour.steps_left = steps_left;
  return out;
}

}  // namespace ineq
