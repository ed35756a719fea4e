#include "proof/record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/printable.h"
#include "files/shallow_json.h"
#include "proof/action_text.h"
#include "proof/explain.h"
#include "term/parse.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

// Collects the fields of a record from the events of the JSON parser. Because no tree of values is
// built, reading a line is cheap, and deep nesting cannot exhaust the stack.
class Fields : public nlohmann::json_sax<Json> {
 public:
  // If `with_proof` is false, the field `proof` is ignored like unknown fields.
  explicit Fields(bool with_proof) : with_proof_(with_proof) {}

  Record take() {
    for (const char* name : {"goal", "premises", "proof"}) {
      if (name == std::string_view("proof") && !with_proof_) continue;
      if (!seen_.contains(name)) throw Error(fmt::format("the field '{}' is missing", name));
    }
    return std::move(record_);
  }

  bool key(std::string& name) override {
    if (depth_ == 1) name_ = name;
    return true;
  }
  bool string(std::string& text) override {
    if (depth_ == 2 && list_) {
      if (list_->size() == kMaxRecordList) {
        throw Error(fmt::format("'{}' has more than {} elements", name_, kMaxRecordList));
      }
      list_->push_back(std::move(text));
    } else if (depth_ > 1 || !wants_text()) {
      value();
    } else {
      see_once();
      if (name_ == "id") record_.id = std::move(text);
      if (name_ == "goal") record_.goal = std::move(text);
      if (name_ == "rules") {
        record_.rules = find_rule_set(text);
        if (!record_.rules) throw Error(fmt::format("there is no rule set '{}'", printable(text)));
      }
    }
    return true;
  }
  bool start_array(std::size_t) override {
    if (depth_ == 1 && wants_list()) {
      see_once();
      list_ = name_ == "proof" ? &record_.proof : &record_.premises;
    } else {
      value();
    }
    ++depth_;
    return true;
  }
  bool end_array() override { return end(); }
  bool start_object(std::size_t) override {
    if (depth_ > 0) value();
    ++depth_;
    return true;
  }
  bool end_object() override { return end(); }
  bool null() override { return depth_ == 1 && name_ == "id" ? true : value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(std::int64_t number) override { return number_text(std::to_string(number)); }
  bool number_unsigned(std::uint64_t number) override {
    if (depth_ == 1 && name_ == "k") record_.k = number;
    if (depth_ == 1 && name_ == "l") record_.l = number;
    return number_text(std::to_string(number));
  }
  bool number_float(double, const std::string& text) override { return number_text(text); }
  bool binary(Json::binary_t&) override { return value(); }
  bool parse_error(std::size_t position, const std::string&,
                   const Json::exception& error) override {
    constexpr int kNumberOverflow = 406;
    throw Error(position, error.id == kNumberOverflow ? "this number is out of range"
                                                      : "this is not a JSON object in UTF-8");
  }

 private:
  void see_once() {
    if (!seen_.insert(name_).second) throw Error(fmt::format("the field '{}' occurs twice", name_));
  }
  bool wants_text() const { return name_ == "id" || name_ == "goal" || name_ == "rules"; }
  bool wants_list() const { return name_ == "premises" || (name_ == "proof" && with_proof_); }

  // Called for a value that does not have the type of a known field. Throws Error if the field is
  // known; values of unknown fields are ignored.
  bool value() const {
    if (depth_ == 0) throw Error(1, "this is not a JSON object");
    if (list_ && depth_ == 2)
      throw Error(fmt::format("'{}[{}]' is not a string", name_, list_->size()));
    if (depth_ > 1) return true;
    if (wants_text()) throw Error(fmt::format("'{}' is not a string", name_));
    if (wants_list()) throw Error(fmt::format("'{}' is not a list", name_));
    return true;
  }
  bool number_text(std::string text) {
    if (depth_ != 1 || name_ != "id") return value();
    see_once();
    record_.id = std::move(text);
    return true;
  }
  bool end() {
    if (--depth_ == 1) list_ = nullptr;
    return true;
  }

  const bool with_proof_;
  Record record_;
  std::set<std::string> seen_;
  std::string name_;                          // of the current field
  std::vector<std::string>* list_ = nullptr;  // not null inside `premises` or `proof`
  std::size_t depth_ = 0;
};

Record read_fields(std::string_view line, bool with_proof) {
  Fields fields(with_proof);
  Json::sax_parse(line, &fields);
  Record out = fields.take();
  out.line = line;
  return out;
}

// A record's line as a tree, in which fields can be replaced at their places.
class Line {
 public:
  using Tree = nlohmann::ordered_json;

  explicit Line(const std::string& line) {
    if (line.empty()) return;
    object_ = parse_shallow_json<Tree>(line);
  }

  // Both return whether the line has changed.
  bool put(const char* name, const Tree& value) {
    if (object_.contains(name) && object_[name] == value) return false;
    object_[name] = value;
    return changed_ = true;
  }
  bool erase(const char* name) {
    const bool erased = object_.erase(name) > 0;
    changed_ |= erased;
    return erased;
  }

  // The values as a Record has them.
  std::string id() const {
    if (!object_.contains("id") || object_["id"].is_null()) return {};
    return object_["id"].is_string() ? object_["id"].get<std::string>() : object_["id"].dump();
  }
  std::optional<std::uint64_t> number(const char* name) const {
    if (!object_.contains(name) || !object_[name].is_number_unsigned()) return std::nullopt;
    return object_[name].get<std::uint64_t>();
  }
  std::optional<RuleSet> rules() const {
    if (!object_.contains("rules")) return std::nullopt;
    return find_rule_set(object_["rules"].get<std::string>());
  }

  bool is_changed() const { return changed_; }
  std::string text() const { return object_.dump(); }

 private:
  Tree object_ = Tree::object();
  bool changed_ = false;
};

Statement read_statement(Bank& bank, const std::string& text, const std::string& field) {
  try {
    return parse_statement(bank, text);
  } catch (const Error& error) {
    throw Error(fmt::format("{}, {}", field, error.what()));
  }
}

}  // namespace

Record read_record(std::string_view line) { return read_fields(line, true); }
Record read_unproven_record(std::string_view line) { return read_fields(line, false); }

std::string write_record(const Record& record) {
  Line line(record.line);
  if (record.id != line.id()) {
    record.id.empty() ? line.erase("id") : line.put("id", record.id);
  }
  if (record.line.empty() || rules_for(record) != line.rules().value_or(RuleSet::kStandard)) {
    line.put("rules", to_string(rules_for(record)));
  }
  for (const auto& [name, value] : {std::pair{"k", record.k}, {"l", record.l}}) {
    if (value == line.number(name)) continue;
    value ? line.put(name, *value) : line.erase(name);
  }
  bool other_proof = line.put("premises", record.premises);
  other_proof |= line.put("goal", record.goal);
  other_proof |= line.put("proof", record.proof);
  if (other_proof) line.erase("steps");
  const bool one_line = record.line.find_first_of("\r\n") == std::string::npos;
  return line.is_changed() || !one_line ? line.text() : record.line;
}

void require_writable(const Record& record) { Line{record.line}; }

Theorem read_theorem(Bank& bank, const Record& record) {
  if (record.premises.size() > kMaxRecordList) {
    throw Error(fmt::format("a theorem has at most {} premises", kMaxRecordList));
  }
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
  const auto rejected = [](std::string reason, bool readable = true) {
    return RecordVerdict{.proven = {}, .reason = std::move(reason), .readable = readable};
  };
  const Theorem theorem = read_theorem(bank, record);
  State state(bank, theorem);
  std::vector<Action> actions;
  for (std::size_t i = 0; i < record.proof.size(); ++i) {
    Reading reading;
    try {
      reading = read_action(bank, state, record.proof[i]);
    } catch (const Error& error) {
      return rejected(fmt::format("step {}, {}", i + 1, error.what()), false);
    }
    const Outcome outcome = state.proven()    ? Outcome::kClosed
                            : !reading.action ? Outcome::kNoSuchNode
                                              : state.apply(bank, rules, *reading.action);
    if (!is_valid_step(outcome)) {
      const std::string why = outcome == Outcome::kNoSuchNode
                                  ? reading.missing
                                  : explain(outcome, rules, reading.action.value_or(Action{}));
      return rejected(fmt::format("step {}: {}", i + 1, why));
    }
    actions.push_back(*reading.action);
  }
  Verdict verdict = check(bank, rules, theorem, actions);
  if (!verdict.proven) return rejected(explain_open_goals(bank, state));
  return {.proven = std::move(verdict.proven)};
}

}  // namespace ineq
