#pragma once
// The fixture of most unit tests: a bank, rules, and functions that read terms, states and actions
// from text.

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.h"
#include "base/error.h"
#include "proof/action_text.h"
#include "proof/explain.h"
#include "term/parse.h"
#include "term/print.h"

namespace ineq {

using Texts = std::vector<std::string>;

// The error message of the call.
template <typename Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  while (times-- > 0) out += text;
  return out;
}

// Lets GoogleTest print an outcome by its name.
inline void PrintTo(Outcome outcome, std::ostream* out) { *out << to_string(outcome); }

class Fixture : public testing::Test {
 protected:
  Term term(std::string_view text) { return parse_term(bank_, text); }
  Statement statement(std::string_view text) { return parse_statement(bank_, text); }

  Theorem theorem(const Texts& premises, std::string_view goal) {
    Theorem out;
    for (const std::string& premise : premises) out.premises.push_back(statement(premise));
    out.goal = statement(goal);
    return out;
  }
  State state(const Texts& premises, std::string_view goal) {
    return State(bank_, theorem(premises, goal));
  }

  // Reads the action. The test fails if it refers to something that the state does not contain.
  Action action(const State& state, std::string_view text) {
    const Reading reading = read_action(bank_, state, text);
    EXPECT_TRUE(reading.action) << text << ": " << reading.missing;
    return reading.action.value_or(Action{.axiom = 255});
  }
  Outcome apply(State& state, std::string_view text) {
    return state.apply(bank_, rules_, action(state, text));
  }

  template <typename Statements>
  Texts texts(Statements statements) const {
    Texts out;
    for (const Statement s : statements) out.push_back(to_string(bank_, s));
    return out;
  }

  Bank bank_;
  Rules rules_ = make_rules(RuleSet::kStandard);
};

}  // namespace ineq
