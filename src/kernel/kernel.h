#pragma once
// The kernel (trusted; paper, Section 3.2). Only `check` is believed: whoever makes, finds or
// learns a proof hands it to `check`, and a theorem is proven when it says so. The kernel neither
// searches nor reads or writes text.
//
// A state is the goals, all of which must be proven, and the facts: the premises and what was
// derived from them. An action names an axiom and occurrences in goals or facts, its operands; it
// means a step, assumptions -> conclusion.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "term/term.h"

namespace ineq {

inline constexpr std::size_t kMaxOperands = 3;
inline constexpr std::size_t kMaxPremises = 2;

// One way to use an axiom. Its terms are patterns: a variable stands for any term, and each is
// bound by an operand. A row with `by` rewrites: to prove a statement that contains the last
// operand, prove the premises and the statement with `by` in its place. Any other row proves its
// conclusion from its premises.
struct Row {
  std::vector<Term> operands;
  std::vector<Statement> premises;
  std::optional<Term> by;
  std::optional<Statement> conclusion;
};

struct Rules {
  Bank patterns;
  std::vector<std::vector<Row>> axioms;  // the rows of each, in the order in which they are tried
};

struct Operand {
  Statement statement;     // a goal or a fact
  std::uint32_t node = 0;  // an occurrence in it, not 0
  friend bool operator==(const Operand&, const Operand&) = default;
};

struct Action {
  std::uint8_t axiom = 0;
  std::uint8_t count = 0;  // operands given; a row takes the first ones, as many as it needs
  std::array<Operand, kMaxOperands> operands{};
};

struct Step {
  std::uint8_t count = 0;
  std::array<Statement, kMaxPremises + 1> assumption{};
  Statement conclusion;
  std::span<const Statement> assumptions() const { return {assumption.data(), count}; }
};

struct Theorem {
  std::vector<Statement> premises;
  Statement goal;
};

enum class Outcome : std::uint8_t {
  kProven,       // no goal is left
  kChanged,      // goals or facts are other than before
  kNothing,      // a valid step that changes neither
  kNoMatch,      // no row of the axiom fits the operands
  kTooLarge,     // the step would make a statement beyond kMaxSize or kMaxHeight
  kNoSuchAxiom,  // the rules have no axiom of that number
  kNoSuchNode,   // an operand is not a term in a goal or a fact
  kClosed,       // the theorem was proven before this action
};

class State {
 public:
  enum class Status : std::uint8_t { kMentioned, kGoal, kFact };
  struct Entry {
    Statement statement;
    Status status = Status::kMentioned;
  };

  State(const Bank& bank, const Theorem& theorem);

  // In the order in which a valid step first mentioned them, as in INT: a goal that comes back
  // takes its old place.
  auto with(Status status) const {
    return ledger_ | std::views::filter([status](const Entry& e) { return e.status == status; }) |
           std::views::transform(&Entry::statement);
  }
  auto goals() const { return with(Status::kGoal); }
  auto facts() const { return with(Status::kFact); }
  Status status(Statement statement) const;
  bool proven() const { return open_ == 0; }
  std::uint64_t hash() const { return hash_; }  // goals and facts as sets; the same in every bank

  // On any outcome but kProven and kChanged goals, facts and hash stay as they were; of a valid
  // step that changes nothing the statements are still mentioned.
  Outcome apply(Bank& bank, const Rules& rules, const Action& action);
  // The step that the action means here, by the first row that fits: kNothing, as it is not taken
  // yet.
  Outcome instantiate(Bank& bank, const Rules& rules, const Action& action, Step& step) const;

 private:
  Outcome advance(const Bank& bank, const Step& step);  // takes it
  void set(const Bank& bank, Statement statement, Status status);

  std::vector<Entry> ledger_;  // every statement that a valid step has mentioned
  std::uint32_t open_ = 0;     // goals
  std::uint64_t hash_ = 0;
};

struct Verdict {
  bool accepted;
  // Rejected: the step at fault, from 0, and what it came to. If goals are left after all steps,
  // the length of the proof and kNothing.
  std::size_t step;
  Outcome reason;
};

// Accepts when every action is a valid step, and the last one, but no earlier one, closes the last
// goal.
Verdict check(Bank& bank, const Rules& rules, const Theorem& theorem,
              std::span<const Action> proof);

}  // namespace ineq
