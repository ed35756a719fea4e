#include "support/fuzz.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "env/legal_actions.h"
#include "proof/action_text.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"
#include "support/draw.h"
#include "support/naive.h"
#include "term/parse.h"
#include "term/print.h"

namespace ineq {
namespace {

constexpr int kWalkLength = 40;
constexpr std::uint32_t kMaxStateSize = 1500;     // a walk ends at larger states
constexpr std::uint32_t kMaxListedSize = 32;      // legal_actions is too slow for larger states
constexpr std::uint32_t kMaxEvaluatedSize = 200;  // values of larger statements become too large
constexpr std::uint8_t kEquivalenceImpliesDoubleInequality = 14;

class Fuzzer {
 public:
  explicit Fuzzer(std::uint64_t seed) : seed_(seed), rng_(seed), examples_(example_records()) {
    for (const RuleSet set : kRuleSets) rules_of_.push_back(make_rules(set));
  }

  FuzzCounts run(std::uint64_t steps) {
    limit_ = steps;
    try {
      while (counts_.steps < limit_) walk();
    } catch (const std::exception& error) {
      throw std::runtime_error(error.what() + transcript());
    }
    return counts_;
  }

 private:
  std::uint32_t below(std::size_t bound) { return rng_.below(static_cast<std::uint32_t>(bound)); }

  void expect(bool condition, const std::string& what) const {
    if (!condition) throw std::runtime_error(what);
  }

  std::string transcript() const {
    std::string out = "\nseed " + std::to_string(seed_) + ", steps " + std::to_string(limit_) +
                      ", rules " + std::string(to_string(set_)) + "\n";
    for (const Statement premise : theorem_.premises) out += "  premise " + text(premise) + "\n";
    out += "  goal " + text(theorem_.goal) + "\n";
    for (const auto& [axiom, places] : taken_) {
      out += "  axiom " + std::to_string(axiom) + ":";
      for (const naive::Place& place : places) {
        out += " [" + place.statement + " node " + std::to_string(place.node) + "]";
      }
      out += "\n";
    }
    return out;
  }

  std::string text(Statement statement) const { return to_string(bank_, statement); }

  template <typename Statements>
  std::vector<std::string> texts(Statements statements) const {
    std::vector<std::string> out;
    for (const Statement statement : statements) out.push_back(text(statement));
    return out;
  }

  // The operands as texts. Operands beyond the maximum number stay empty.
  std::vector<naive::Place> places_of(const Action& action) const {
    std::vector<naive::Place> places(action.count);
    for (std::size_t i = 0; i < std::min<std::size_t>(action.count, kMaxOperands); ++i) {
      const auto [statement, node] = action.operands[i];
      const bool readable = statement.id < bank_.size() && bank_[statement].op >= Op::kEqual;
      places[i] = {readable ? text(statement) : "?", node};
    }
    return places;
  }

  // One theorem and up to kWalkLength actions.
  void walk() {
    bank_.reset();
    taken_.clear();
    planned_.reset();
    ++counts_.theorems;
    const std::uint32_t set = below(3);
    const Record* example = below(3) == 0 ? &examples_[below(examples_.size())] : nullptr;
    set_ = example && below(4) > 0 ? example->rules.value_or(RuleSet::kStandard)
                                   : static_cast<RuleSet>(set);
    const Rules& rules = rules_of_[static_cast<std::size_t>(set_)];
    theorem_ = example ? read_theorem(bank_, *example) : random_theorem(bank_, rules, rng_);
    models_.clear();
    if (set_ != RuleSet::kInt2021) models_ = models(bank_, theorem_.premises, rng_, 6, 40);

    State state(bank_, theorem_);
    naive::State plain(static_cast<naive::RuleSet>(set_), texts(theorem_.premises),
                       text(theorem_.goal));
    compare(state, plain);
    if (state.proven()) check_proven();

    const std::size_t prefix = example && below(2) == 0 ? below(example->proof.size() + 1) : 0;
    int after = static_cast<int>(below(3));  // number of actions after the theorem is proven
    for (std::size_t i = 0; i < kWalkLength && counts_.steps < limit_; ++i) {
      if (state.proven() && after-- == 0) break;
      if (total_size(state) > kMaxStateSize) break;
      std::optional<Action> action;
      if (i < prefix) action = from_text(state, example->proof[i]);
      if (!action) action = std::exchange(planned_, std::nullopt);
      if (!action) action = draw_action(rules, state);
      step(rules, state, plain, *action);
    }
  }

  std::optional<Action> from_text(const State& state, const std::string& line) {
    try {
      return read_action(bank_, state, line).action;
    } catch (const Error&) {
      return std::nullopt;  // a proof under other rules may lead elsewhere
    }
  }

  std::uint32_t total_size(const State& state) const {
    std::uint32_t total = 0;
    for (const Statement s : state.goals()) total += bank_[s].size;
    for (const Statement s : state.facts()) total += bank_[s].size;
    return total;
  }

  void step(const Rules& rules, State& state, naive::State& plain, const Action& action) {
    const std::vector<naive::Place> places = places_of(action);
    taken_.emplace_back(action.axiom, places);
    ++counts_.steps;

    check_texts(state, action);
    const State before = state;
    const Outcome outcome = state.apply(bank_, rules, action);
    const naive::Outcome expected = plain.apply(action.axiom, places);
    expect(static_cast<int>(outcome) == static_cast<int>(expected),
           "the outcome is " + std::to_string(static_cast<int>(outcome)) + ", expected " +
               std::to_string(static_cast<int>(expected)));
    compare(state, plain);
    const bool changed = changes_state(outcome);
    expect(changed == (state.hash() != before.hash()), "the hash and the outcome disagree");
    expect((outcome == Outcome::kProven) == (changed && state.proven()), "proven or not");
    ++counts_.outcomes[static_cast<std::size_t>(outcome)];
    if (!changed) return;
    check_truth(before, state);
  }

  // Goals, facts and verdict must be the same, and hashes equal exactly if the sets are.
  void compare(const State& state, const naive::State& plain) {
    const auto goals = texts(state.goals()), facts = texts(state.facts());
    expect(goals == plain.goals(), "the goals differ");
    expect(facts == plain.facts(), "the facts differ");
    expect(state.proven() == plain.proven(), "proven differs");

    std::uint64_t key = 0;
    for (const std::string& goal : goals) key += mix(std::hash<std::string>{}(goal));
    for (const std::string& fact : facts) key += mix(~std::hash<std::string>{}(fact));
    const auto by_key = hash_of_.try_emplace(key, state.hash()).first;
    const auto by_hash = key_of_.try_emplace(state.hash(), key).first;
    expect(by_key->second == state.hash(), "two hashes for the same goals and facts");
    expect(by_hash->second == key, "one hash for different goals and facts");

    if (goals.size() == 1 && below(8) == 0) {  // in another bank, read from text
      Bank other;
      Theorem same;
      for (const std::string& fact : facts) same.premises.push_back(parse_statement(other, fact));
      std::ranges::reverse(same.premises);
      same.goal = parse_statement(other, goals[0]);
      expect(State(other, same).hash() == state.hash(), "the hash depends on bank or order");
    }
  }

  static bool equal(const Action& x, const Action& y) {
    return x.axiom == y.axiom && x.count == y.count &&
           std::equal(x.operands.begin(), x.operands.begin() + x.count, y.operands.begin());
  }

  // An action on nodes of the state has a text, and the text is read as the same action.
  void check_texts(const State& state, const Action& action) {
    if (action.axiom >= kAxiomCount || action.count == 0 || action.count > kMaxOperands) return;
    for (std::size_t i = 0; i < action.count; ++i) {
      const auto [statement, node] = action.operands[i];
      if (!state.contains(statement)) return;
      if (node == 0 || node >= bank_[statement].size) return;
    }
    const std::string line = print_action(bank_, state, action);
    const Reading reading = read_action(bank_, state, line);
    expect(reading.action && equal(*reading.action, action), "the text is another action: " + line);
    if (const auto pointer = print_pointer_action(bank_, state, action)) {
      const Reading back = read_pointer_action(bank_, state, *pointer);
      expect(back.action && equal(*back.action, action), "another pointer action: " + *pointer);
    }
  }

  bool true_at(Statement statement, const Point& point) {
    ++counts_.evaluated;
    return bank_[statement].size > kMaxEvaluatedSize || holds(bank_, statement, point);
  }

  // Facts are true wherever the premises are, and the old goals wherever the new goals are.
  void check_truth(const State& before, const State& after) {
    if (after.proven()) check_proven();
    for (const Statement fact : after.facts()) {
      if (before.status(fact) == State::Status::kFact) continue;
      ++counts_.derived;
      for (const Point& point : models_) expect(true_at(fact, point), "false: " + text(fact));
    }
    for (const Point& point : models_) {
      const auto here = [&](Statement s) { return true_at(s, point); };
      // A goal that is too large to evaluate may be false, so nothing can be concluded.
      const auto known = [&](Statement s) { return bank_[s].size <= kMaxEvaluatedSize; };
      if (!std::ranges::all_of(after.goals(), known)) return;
      const auto open = [&](Statement s) {
        return after.status(s) != State::Status::kGoal && !here(s);
      };
      if (std::ranges::any_of(before.goals(), open)) {
        expect(!std::ranges::all_of(after.goals(), here), "the new goals do not imply the old one");
      }
    }
  }

  void check_proven() {
    ++counts_.proven;
    if (set_ == RuleSet::kInt2021) return;
    for (const Point& point : models_) expect(true_at(theorem_.goal, point), "a false theorem");
    expect(survives(bank_, theorem_, rng_, 5), "a false theorem");
  }

  Action draw_action(const Rules& rules, const State& state) {
    if (state.proven()) return absurd_action(state);
    const std::uint32_t kind = below(16);
    if (kind == 15) {
      if (const auto action = early_mention(rules, state)) return *action;
    }
    if (kind < 4) return absurd_action(state);
    if (kind < 5 && total_size(state) <= kMaxListedSize) {
      if (const auto action = legal_action(rules, state)) return *action;
    }
    Action action;
    for (int i = 0; i < 12; ++i) {  // tries to find one that changes the state
      action = valid_action(rules, state);
      State next = state;
      if (changes_state(next.apply(bank_, rules, action))) break;
    }
    return action;
  }

  // Returns a step that changes nothing but mentions an assumption of a later step that does change
  // the state. The new goals then have another order than the assumptions of that step.
  std::optional<Action> early_mention(const Rules& rules, const State& state) {
    const Action later = valid_action(rules, state);
    Step step;
    if (state.instantiate(bank_, rules, later, step) || step.count < 2) {
      return std::nullopt;
    }
    const Node assumption = bank_[step.assumption[below(step.count)]];
    if (assumption.op == Op::kNonZero) return std::nullopt;
    Action action{.axiom = kEquivalenceImpliesDoubleInequality, .count = 2};
    for (const std::size_t side : {0u, 1u}) {
      const Statement place = later.operands[later.count - 1u].statement;
      const auto node = find(bank_, place, side == 0 ? assumption.left : assumption.right, 0);
      if (!node) return std::nullopt;
      action.operands[side] = {place, *node};
    }
    planned_ = later;
    return action;
  }

  std::optional<Action> legal_action(const Rules& rules, const State& state) {
    const std::vector<LegalAction> legal = legal_actions(bank_, rules, state);
    if (legal.empty()) return std::nullopt;
    const auto last = std::ranges::find_if(legal, [](const auto& l) { return l.next.proven(); });
    const LegalAction& chosen =
        last != legal.end() && below(2) == 0 ? *last : legal[below(legal.size())];
    State next = state;
    expect(changes_state(next.apply(bank_, rules, chosen.action)), "an illegal legal action");
    expect(next.hash() == chosen.next.hash(), "a legal action leads elsewhere");
    return chosen.action;
  }

  Statement draw_statement(const State& state) {
    std::vector<Statement> known;
    for (const Statement s : state.goals()) known.push_back(s);
    for (const Statement s : state.facts()) known.push_back(s);
    return known[below(known.size())];
  }

  // Draws as many existing nodes as the axiom takes. The two sides of a statement are likely,
  // because most axioms of inequality need them.
  Action valid_action(const Rules& rules, const State& state) {
    Action action{.axiom = static_cast<std::uint8_t>(below(kAxiomCount))};
    const std::size_t most = arity(rules, action.axiom);
    action.count = static_cast<std::uint8_t>(1 + below(most));
    if (below(4) > 0) action.count = static_cast<std::uint8_t>(most);
    const Statement one = draw_statement(state);
    const Node& node = bank_[one];
    if (below(2) == 0 && most > 1 && node.op != Op::kNonZero) {
      const std::uint32_t right = 1 + bank_[node.left].size;
      action.operands = {{{one, 1}, {one, right}, {one, right}}};
      return action;
    }
    for (std::size_t i = 0; i < action.count; ++i) {
      const Statement statement = below(2) == 0 ? draw_statement(state) : one;
      action.operands[i] = {statement, 1 + below(bank_[statement].size - 1)};
    }
    return action;
  }

  // An arbitrary action, which is usually wrong.
  Action absurd_action(const State& state) {
    Action action{
        .axiom = static_cast<std::uint8_t>(below(16) == 0 ? below(256) : below(kAxiomCount)),
        .count = static_cast<std::uint8_t>(below(kMaxOperands + 1))};
    if (below(64) == 0) action.count = static_cast<std::uint8_t>(below(256));
    for (Operand& operand : action.operands) {
      const std::uint32_t kind = below(16);
      const bool empty = state.goals().empty() && state.facts().empty();
      operand.statement = kind == 0   ? Statement{static_cast<std::uint32_t>(rng_.next())}
                          : kind == 1 ? Statement{below(bank_.size())}
                          : kind == 2 ? random_statement(bank_, rng_, 2, true)
                          : empty     ? theorem_.goal
                                      : draw_statement(state);
      const std::uint32_t size =
          operand.statement.id < bank_.size() ? bank_[operand.statement].size : 9;
      operand.node = below(32) == 0 ? static_cast<std::uint32_t>(rng_.next()) : below(size + 2);
    }
    return action;
  }

  const std::uint64_t seed_;
  std::uint64_t limit_ = 0;
  Rng rng_;
  const std::vector<Record> examples_;
  std::vector<Rules> rules_of_;  // by set
  FuzzCounts counts_;
  std::unordered_map<std::uint64_t, std::uint64_t> hash_of_, key_of_;

  // The state of the current walk.
  Bank bank_;
  RuleSet set_ = RuleSet::kStandard;
  Theorem theorem_;
  std::vector<Point> models_;  // points where the premises hold; empty if the rules are unsound
  std::optional<Action> planned_;
  std::vector<std::pair<unsigned, std::vector<naive::Place>>> taken_;
};

}  // namespace

FuzzCounts& FuzzCounts::operator+=(const FuzzCounts& more) {
  steps += more.steps;
  for (std::size_t i = 0; i < outcomes.size(); ++i) outcomes[i] += more.outcomes[i];
  theorems += more.theorems;
  proven += more.proven;
  derived += more.derived;
  evaluated += more.evaluated;
  return *this;
}

FuzzCounts fuzz(std::uint64_t seed, std::uint64_t steps) { return Fuzzer(seed).run(steps); }

}  // namespace ineq
