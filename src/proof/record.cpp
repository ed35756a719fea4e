#include "proof/record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "proof/action_text.h"
#include "proof/explain.h"
#include "term/parse.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

const std::string& text_of(const Json& value, const std::string& field) {
  const auto* text = value.get_ptr<const std::string*>();
  if (!text) throw Error(fmt::format("'{}' is not a string", field));
  return *text;
}

std::vector<std::string> texts_of(const Json& object, const char* field) {
  const auto list = object.find(field);
  if (list == object.end()) throw Error(fmt::format("the field '{}' is missing", field));
  if (!list->is_array()) throw Error(fmt::format("'{}' is not a list", field));
  std::vector<std::string> out;
  for (const Json& value : *list) {
    out.push_back(text_of(value, fmt::format("{}[{}]", field, out.size())));
  }
  return out;
}

Statement read_statement(Bank& bank, const std::string& text, const std::string& field) {
  try {
    return parse_statement(bank, text);
  } catch (const Error& error) {
    throw Error(fmt::format("{}, {}", field, error.what()));
  }
}

}  // namespace

Record read_record(std::string_view line) {
  Json object;
  try {
    object = Json::parse(line);
  } catch (const Json::parse_error& error) {
    throw Error(error.byte, "this is not a JSON object in UTF-8");
  }
  if (!object.is_object()) throw Error(1, "this is not a JSON object");
  Record record;
  if (const auto id = object.find("id"); id != object.end()) {
    record.id = id->is_string() ? id->get<std::string>() : id->dump();
  }
  if (const auto rules = object.find("rules"); rules != object.end()) {
    record.rules = find_rule_set(text_of(*rules, "rules"));
    if (!record.rules)
      throw Error(fmt::format("there is no rule set '{}'", text_of(*rules, "rules")));
  }
  if (!object.contains("goal")) throw Error("the field 'goal' is missing");
  record.goal = text_of(object["goal"], "goal");
  record.premises = texts_of(object, "premises");
  record.proof = texts_of(object, "proof");
  return record;
}

std::string write_record(const Record& record) {
  nlohmann::ordered_json object;
  if (!record.id.empty()) object["id"] = record.id;
  object["rules"] = to_string(record.rules.value_or(RuleSet::kStandard));
  object["premises"] = record.premises;
  object["goal"] = record.goal;
  object["proof"] = record.proof;
  return object.dump();
}

Theorem read_theorem(Bank& bank, const Record& record) {
  Theorem theorem;
  for (std::size_t i = 0; i < record.premises.size(); ++i) {
    theorem.premises.push_back(
        read_statement(bank, record.premises[i], fmt::format("premise {}", i + 1)));
  }
  theorem.goal = read_statement(bank, record.goal, "goal");
  if (bank[theorem.goal].op == Op::kNonZero) throw Error("goal: x!=0 can only be a premise");
  return theorem;
}

RecordVerdict check_record(Bank& bank, const Rules& rules, const Record& record) {
  const Theorem theorem = read_theorem(bank, record);
  State state(bank, theorem);
  std::vector<Action> actions;
  for (std::size_t i = 0; i < record.proof.size(); ++i) {
    Reading reading;
    try {
      reading = read_action(bank, state, record.proof[i]);
    } catch (const Error& error) {
      return {.accepted = false,
              .readable = false,
              .reason = fmt::format("step {}, {}", i + 1, error.what())};
    }
    const Outcome outcome =
        reading.action ? state.apply(bank, rules, *reading.action) : Outcome::kNoSuchNode;
    if (outcome > Outcome::kNothing) {
      const std::string why =
          reading.action ? explain(outcome, rules, *reading.action) : reading.missing;
      return {
          .accepted = false, .readable = true, .reason = fmt::format("step {}: {}", i + 1, why)};
    }
    actions.push_back(*reading.action);
  }
  const Verdict verdict = check(bank, rules, theorem, actions);
  return {.accepted = verdict.accepted,
          .readable = true,
          .reason = verdict.accepted ? "" : explain_open_goals(bank, state)};
}

}  // namespace ineq
