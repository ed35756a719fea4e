#include "kernel/kernel.h"

#include <algorithm>

#include "base/hash.h"

namespace ineq {
Refusal State::instantiate(Bank& bank, const Rules& rules, const Action& action, Step& step) const {
  if (action.axiom >= rules.axioms.size()) return Outcome::kNoSuchAxiom;
  if (action.count > kMaxOperands) return Outcome::kNoSuchNode;
  std::array<Term, kMaxOperands> terms;
  for (std::size_t i = 0; i < action.count; ++i) {
    const auto [s, node] = action.operands[i];
    if (!contains(s) || node == 0 || node >= bank[s].size) return Outcome::kNoSuchNode;
    terms[i] = subterm(bank, s, node);
  }
  for (const Row& row : rules.axioms[action.axiom]) {
    const std::size_t count = row.operands.size();
    Bindings& bindings = step.bindings = {};
    bool matches = count <= action.count;
    for (std::size_t i = 0; matches && i < count; ++i) {
      matches = match(rules.patterns, row.operands[i], bank, terms[i], bindings);
    }
    if (!matches) continue;

    step.row = &row;
    step.count = 0;
    for (const Statement premise : row.premises) {
      step.assumption[step.count++] = substitute(rules.patterns, premise, bank, bindings);
    }
    if (row.by) {  // S[at] --> premises, S[by] -> S[at]
      const auto [statement, node] = action.operands[count - 1];
      const Term by = substitute(rules.patterns, *row.by, bank, bindings);
      step.assumption[step.count++] = replace(bank, statement, node, by);
      step.conclusion = statement;
    } else {  // --> premises -> conclusion
      step.conclusion = substitute(rules.patterns, *row.conclusion, bank, bindings);
    }
    bool small = fits(bank[step.conclusion]);
    for (const Statement s : step.assumptions()) small = small && fits(bank[s]);
    return small ? Refusal() : Outcome::kTooLarge;
  }
  return Outcome::kNoMatch;
}

// premises, goal --> facts, goal unless it is a fact or trivial
State::State(const Bank& bank, const Theorem& theorem) {
  ledger_.reserve(theorem.premises.size() + 16);  // enough for a short proof
  for (const Statement premise : theorem.premises) set(bank, premise, Status::kFact);
  const bool closed = status(theorem.goal) == Status::kFact || is_trivial(bank, theorem.goal);
  if (!closed) set(bank, theorem.goal, Status::kGoal);
}

Outcome State::apply(Bank& bank, const Rules& rules, const Action& action) {
  if (proven()) return Outcome::kClosed;
  Step step;
  const Refusal refusal = instantiate(bank, rules, action, step);
  return refusal ? *refusal : advance(bank, step);
}

Outcome State::advance(const Bank& bank, const Step& step) {
  const auto assumptions = step.assumptions();
  const auto is_fact = [&](Statement s) { return status(s) == Status::kFact; };
  const bool circular = std::ranges::find(assumptions, step.conclusion) != assumptions.end();
  const bool derived = std::ranges::all_of(assumptions, is_fact);
  const Status was = status(step.conclusion);
  const bool changes = !circular && (was == Status::kGoal || (derived && was != Status::kFact));
  // all assumptions are facts:  facts             --> facts, conclusion (no longer a goal)
  // the conclusion is a goal:   goals, conclusion --> goals, assumptions except facts and trivial
  for (const Statement s : assumptions) {
    const bool opens = changes && was == Status::kGoal && !is_trivial(bank, s);
    if (!contains(s)) set(bank, s, opens ? Status::kGoal : Status::kMentioned);
  }
  const Status after = changes && derived ? Status::kFact : Status::kMentioned;
  if (changes || was == Status::kUnknown) set(bank, step.conclusion, after);
  return !changes ? Outcome::kNothing : proven() ? Outcome::kProven : Outcome::kChanged;
}

State::Status State::status(Statement statement) const {
  const auto entry = std::ranges::find(ledger_, statement, &Entry::statement);
  return entry == ledger_.end() ? Status::kUnknown : entry->status;
}

void State::set(const Bank& bank, Statement statement, Status status) {
  auto entry = std::ranges::find(ledger_, statement, &Entry::statement);
  if (entry == ledger_.end()) entry = ledger_.insert(entry, {statement, Status::kMentioned});
  const auto weight = [&](Status s) {
    return is_live(s) ? mix(bank[statement].hash + (s == Status::kGoal ? 1 : 2)) : 0;
  };
  hash_ += weight(status) - weight(entry->status);
  open_ += (status == Status::kGoal) - (entry->status == Status::kGoal);
  entry->status = status;
}

Verdict check(Bank& bank, const Rules& rules, const Theorem& theorem,
              std::span<const Action> proof) {
  State state(bank, theorem);
  for (std::size_t i = 0; i < proof.size(); ++i) {
    const Outcome outcome = state.apply(bank, rules, proof[i]);
    if (!is_valid_step(outcome)) return {.proven = {}, .step = i, .reason = outcome};
  }
  if (!state.proven()) return {.proven = {}, .step = proof.size()};
  return {.proven = Proven(rules, theorem, proof), .step = proof.size()};
}

}  // namespace ineq
