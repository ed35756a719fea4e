#pragma once
// The kernel (trusted; paper, Section 3.2). Only `check` is trusted: whoever generates, finds or
// learns a proof passes it to `check`, and the theorem is proven if `check` returns a `Proven`,
// which nothing else can make. The kernel does not search, and it neither reads nor writes text.
//
// A state consists of goals, all of which must be proven, and facts: the premises and the
// statements derived from them. An action names an axiom and its operands, which are occurrences in
// goals or facts. It means a step, assumptions -> conclusion.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "term/pattern.h"
#include "term/term.h"

namespace ineq {

inline constexpr std::size_t kMaxOperands = 3;
inline constexpr std::size_t kMaxPremises = 2;

// One way to use an axiom. Its terms are patterns: each variable stands for an arbitrary term and
// is bound by an operand. A row with `by` rewrites: to prove a statement that contains the last
// operand, prove the premises and the statement with `by` in place of that operand. Any other row
// proves its conclusion from its premises.
struct Row {
  std::vector<Term> operands;
  std::vector<Statement> premises;
  std::optional<Term> by;
  std::optional<Statement> conclusion;
};

struct Rules {
  Bank patterns;
  std::vector<std::vector<Row>> axioms;  // the rows of each axiom, in the order they are tried
};

struct Operand {
  Statement statement;     // a goal or a fact
  std::uint32_t node = 0;  // an occurrence in the statement, not 0
  friend bool operator==(const Operand&, const Operand&) = default;
};

struct Action {
  std::uint8_t axiom = 0;
  std::uint8_t count = 0;  // number of operands; a row that needs fewer uses the first ones
  std::array<Operand, kMaxOperands> operands{};
};

// The meaning of an action: an instance of a row.
struct Step {
  const Row* row = nullptr;  // the first row of the axiom that matches the operands
  Bindings bindings;         // of the row's variables
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
  kChanged,      // goals or facts have changed, and a goal is left
  kNothing,      // a valid step that changes neither goals nor facts
  kNoMatch,      // no row of the axiom matches the operands
  kTooLarge,     // the step would make a statement beyond kMaxSize or kMaxHeight
  kNoSuchAxiom,  // the rules have no axiom with that number
  kNoSuchNode,   // an operand is not a term in a goal or a fact
  kClosed,       // the theorem was proven before this action
};

using Refusal = std::optional<Outcome>;  // why an action is not a step; nothing if it is one
constexpr bool changes_state(Outcome o) { return o == Outcome::kProven || o == Outcome::kChanged; }
constexpr bool is_valid_step(Outcome o) { return changes_state(o) || o == Outcome::kNothing; }

class State {
 public:
  // kUnknown: no valid step has mentioned the statement. kMentioned: a valid step has mentioned it,
  // but it is neither a goal nor a fact.
  enum class Status : std::uint8_t { kUnknown, kMentioned, kGoal, kFact };
  struct Entry {
    Statement statement;
    Status status = Status::kMentioned;
  };

  State(const Bank& bank, const Theorem& theorem);

  // The statements are in the order in which they were first mentioned, as in INT. A goal that is
  // opened again therefore returns to its old place.
  auto with(Status status) const {
    return ledger_ | std::views::filter([status](const Entry& e) { return e.status == status; }) |
           std::views::transform(&Entry::statement);
  }
  auto goals() const { return with(Status::kGoal); }
  auto facts() const { return with(Status::kFact); }
  Status status(Statement statement) const;
  bool contains(Statement s) const { return is_live(status(s)); }  // as a goal or a fact
  bool proven() const { return open_ == 0; }
  std::uint64_t hash() const { return hash_; }  // of goals and facts as sets; equal in all banks

  // Goals, facts and hash change only if changes_state(outcome). A valid step that changes nothing
  // still records its statements in the ledger.
  Outcome apply(Bank& bank, const Rules& rules, const Action& action);
  // Fills in the step that the action means in this state, without taking it. Returns the reason if
  // there is none.
  Refusal instantiate(Bank& bank, const Rules& rules, const Action& action, Step& step) const;

 private:
  static bool is_live(Status s) { return s == Status::kGoal || s == Status::kFact; }
  Outcome advance(const Bank& bank, const Step& step);  // takes the step
  void set(const Bank& bank, Statement statement, Status status);

  std::vector<Entry> ledger_;  // every premise, goal and statement that a valid step has mentioned
  std::uint32_t open_ = 0;     // number of goals
  std::uint64_t hash_ = 0;
};

// A theorem with a proof that `check` has accepted. Like every statement, it is valid until its
// bank is reset.
class Proven {
 public:
  const Rules& rules() const { return *rules_; }
  const Theorem& theorem() const { return theorem_; }
  std::span<const Action> proof() const { return proof_; }

 private:
  friend struct Verdict check(Bank&, const Rules&, const Theorem&, std::span<const Action>);
  Proven(const Rules& rules, const Theorem& theorem, std::span<const Action> proof)
      : rules_(&rules), theorem_(theorem), proof_(proof.begin(), proof.end()) {}
  const Rules* rules_;
  Theorem theorem_;
  std::vector<Action> proof_;
};

struct Verdict {
  std::optional<Proven> proven;  // if the proof is accepted
  // If it is rejected: the number of the faulty step, from 0, and its outcome. If goals are left
  // after all steps: the length of the proof and kNothing.
  std::size_t step = 0;
  Outcome reason = Outcome::kNothing;
};

// Accepts a proof if every action is a valid step, and the last step, but no earlier one, closes
// the last goal. `rules` must outlive every `Proven` that refers to them.
Verdict check(Bank& bank, const Rules& rules, const Theorem& theorem,
              std::span<const Action> proof);

}  // namespace ineq
