#include "env/episode.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "algebra/copy.h"
#include "base/error.h"
#include "base/hash.h"
#include "proof/explain.h"
#include "proof/pointer_text.h"
#include "term/print.h"

namespace ineq {
namespace {

using OrderedJson = nlohmann::ordered_json;

// A theorem that is already proven, so that there is a state before the first reset.
Theorem nothing_to_prove(Bank& bank) {
  const Term zero = bank.term(Op::kZero);
  return {.premises = {}, .goal = bank.statement(Op::kEqual, zero, zero)};
}

}  // namespace

Episode::Episode(RuleSet rules, std::size_t step_limit)
    : Episode(rules, std::make_shared<const Rules>(make_rules(rules)), step_limit) {}

Episode::Episode(RuleSet rules, std::shared_ptr<const Rules> shared, std::size_t step_limit)
    : rule_set_(rules),
      rules_(std::move(shared)),
      step_limit_(step_limit),
      theorem_(nothing_to_prove(bank_)),
      state_(bank_, theorem_) {
  if (step_limit > kMaxRecordList) {
    throw Error(fmt::format("an episode has at most {} steps, not {}", kMaxRecordList, step_limit));
  }
}

void Episode::begin() {
  const State first(bank_, theorem_);
  begun_ = true;
  state_ = first;  // copied instead of moved to reuse the memory of state_
  taken_.clear();
  last_ = Outcome::kChanged;
}

void Episode::reset(const Record& record) {
  if (record.rules && *record.rules != rule_set_) {
    throw Error(fmt::format("the theorem is of the rule set {}, the episode of {}",
                            to_string(*record.rules), to_string(rule_set_)));
  }
  Bank fresh;  // so that the episode is unchanged if the record cannot be read
  Theorem theorem = read_theorem(fresh, record);
  bank_ = std::move(fresh);
  theorem_ = std::move(theorem);
  begin();
}

void Episode::reset(const Bank& from, const Theorem& theorem) {
  INEQ_CHECK(&from != &bank_);
  bank_.reset();
  copy_theorem(from, theorem, bank_, theorem_);
  begin();
}

Episode::Result Episode::step(const Action& action) {
  if (over()) return refuse();
  return finish(state_.apply(bank_, *rules_, action), action);
}

Episode::Result Episode::step(std::string_view text) {
  if (over()) return refuse();
  Reading reading = read_any_action(bank_, state_, text);
  if (reading.action) return step(*reading.action);
  return finish(Outcome::kNoSuchNode, {}, std::move(reading.missing));
}

Episode::Result Episode::attempt(std::string_view text) {
  try {
    return step(text);
  } catch (const Error& error) {
    return finish(Outcome::kNoSuchNode, {}, error.what());
  }
}

Episode::Result Episode::refuse() {
  last_ = Outcome::kClosed;
  missing_ = !begun_           ? "the episode was never reset"
             : state_.proven() ? "the theorem is proven already"
                               : "the step limit was reached";
  return {.outcome = last_};
}

Episode::Result Episode::finish(Outcome outcome, const Action& action, std::string missing) {
  last_ = outcome;
  last_action_ = action;
  missing_ = std::move(missing);
  taken_.push_back({is_valid_step(outcome), action});
  return {.outcome = outcome,
          .reward = state_.proven() ? 1.0 : 0.0,
          .terminated = state_.proven(),
          .truncated = !state_.proven() && over()};
}

// Replays all steps but the last. A step takes a fraction of a microsecond, so that is fast enough.
bool Episode::undo() {
  if (taken_.empty()) return false;
  taken_.pop_back();
  state_ = State(bank_, theorem_);
  for (const Taken& taken : taken_) {
    if (taken.valid) state_.apply(bank_, *rules_, taken.action);
  }
  last_ = Outcome::kChanged;
  return true;
}

std::string Episode::why() const {
  if (changes_state(last_)) return "";
  if (!missing_.empty()) return missing_;
  return explain(last_, *rules_, last_action_);
}

std::uint64_t goal_hash(const Bank& bank, const State& state) {
  std::uint64_t hash = 0;
  for (const Statement goal : state.goals()) hash += mix(bank[goal].hash);
  return hash;
}

Record Episode::record() const {
  Record out{.id = {}, .rules = rule_set_, .premises = {}, .goal = {}, .proof = {}};
  for (const Statement premise : theorem_.premises) {
    out.premises.push_back(to_string(bank_, premise));
  }
  out.goal = to_string(bank_, theorem_.goal);
  Bank bank = bank_;
  State state(bank, theorem_);
  for (const Action& action : valid_steps()) {
    out.proof.push_back(print_action(bank, state, action));
    state.apply(bank, *rules_, action);
  }
  return out;
}

std::vector<Action> Episode::valid_steps() const {
  std::vector<Action> out;
  for (const Taken& taken : taken_) {
    if (taken.valid) out.push_back(taken.action);
  }
  return out;
}

std::string Episode::save() const {
  OrderedJson json = OrderedJson::parse(write_record(record()));
  std::vector<bool> valid;
  for (const Taken& taken : taken_) valid.push_back(taken.valid);
  json["valid_steps"] = valid;
  json["step_limit"] = step_limit_;
  return json.dump();
}

Episode Episode::restore(std::string_view saved) {
  const Record record = read_record(saved);
  std::vector<bool> valid;
  std::size_t limit = 0;
  try {
    const OrderedJson json = OrderedJson::parse(saved);
    valid = json.at("valid_steps").get<std::vector<bool>>();
    if (!json.at("step_limit").is_number_unsigned()) throw Error("its step limit is not a number");
    limit = json.at("step_limit").get<std::size_t>();
  } catch (const OrderedJson::exception&) {
    throw Error("this is not a saved episode");
  }
  Episode out(rules_for(record), limit);
  out.reset(record);
  auto next = record.proof.begin();
  for (const bool is_valid : valid) {
    if (!is_valid) {
      if (!out.over()) out.finish(Outcome::kNoMatch, {});
      continue;
    }
    if (next == record.proof.end() || !is_valid_step(out.step(*next++).outcome)) {
      throw Error("the saved episode has a step that is not valid");
    }
  }
  if (next != record.proof.end() || out.steps() != valid.size()) {
    throw Error("the steps of the saved episode are inconsistent");
  }
  out.last_ = Outcome::kChanged;  // the reason why the last step did nothing is not saved
  return out;
}

}  // namespace ineq
