#include "export/derivation.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

#include "base/error.h"
#include "term/print.h"

namespace ineq {
namespace {

// The row that the kernel takes, as in State::instantiate.
struct Use {
  const Row* row;
  Bindings bindings;
};
Use find_use(const Bank& bank, const Rules& rules, const Action& action) {
  for (const Row& row : rules.axioms[action.axiom]) {
    Bindings bindings;
    bool matches = row.operands.size() <= action.count;
    for (std::size_t i = 0; matches && i < row.operands.size(); ++i) {
      const auto [statement, node] = action.operands[i];
      matches =
          match(rules.patterns, row.operands[i], bank, subterm(bank, statement, node), bindings);
    }
    if (matches) return {&row, bindings};
  }
  INEQ_CHECK(false);
}

// The divisor, b of a*(1/b) => 1: of the only row that is in no other set.
Statement unjustified(Bank& bank, const Rules& rules, const Use& use) {
  const Node& at = rules.patterns[use.row->operands.back()];
  INEQ_CHECK(at.op == Op::kMultiply && rules.patterns[at.right].op == Op::kInvert);
  const Term divisor =
      substitute(rules.patterns, rules.patterns[at.right].left, bank, use.bindings);
  return bank.statement(Op::kNonZero, divisor);
}

// Lines, those ahead in their order and then those backwards in reverse. A goal that a backward
// line rests on is proven by a later step; what it rests on besides are premises and what steps
// ahead have derived.
std::vector<Line> reorder(std::vector<Line> ahead, std::vector<Line> backward) {
  std::ranges::reverse(backward);
  std::ranges::move(backward, std::back_inserter(ahead));
  return ahead;
}

std::vector<Line> only_needed(const Bank& bank, const Theorem& theorem, std::vector<Line> lines) {
  std::set<Statement> known(theorem.premises.begin(), theorem.premises.end());
  std::vector<bool> first(lines.size());  // to conclude its statement
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const Statement s : lines[i].assumptions) {
      INEQ_CHECK(is_trivial(bank, s) || known.contains(s));
    }
    first[i] = known.insert(lines[i].conclusion).second;
  }
  INEQ_CHECK(is_trivial(bank, theorem.goal) || known.contains(theorem.goal));

  std::set<Statement> needed{theorem.goal};
  std::vector<Line> out;
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (!first[i] || !needed.contains(lines[i].conclusion)) continue;
    needed.insert(lines[i].assumptions.begin(), lines[i].assumptions.end());
    out.push_back(std::move(lines[i]));
  }
  std::ranges::reverse(out);
  return out;
}

bool is_instance(Bank& bank, const Lemmas& lemmas, const Line& line) {
  const Row& row = *line.lemma->row;
  const auto made = [&](auto pattern) {
    return substitute(lemmas.patterns(), pattern, bank, line.bindings);
  };
  for (std::size_t i = 0; i < row.premises.size(); ++i) {
    if (line.assumptions[i] != made(row.premises[i])) return false;
  }
  if (!row.by) return line.conclusion == made(*row.conclusion);
  return subterm(bank, line.conclusion, line.place) == made(row.operands.back()) &&
         line.assumptions.back() == replace(bank, line.conclusion, line.place, made(*row.by));
}

}  // namespace

Derivation derive(Bank& bank, const Rules& rules, const Theorem& theorem,
                  std::span<const Action> proof, const Lemmas& lemmas) {
  State state(bank, theorem);
  std::vector<Line> ahead, backward;
  for (std::size_t i = 0; i < proof.size(); ++i) {
    const Action& action = proof[i];
    Step step;
    INEQ_CHECK(state.instantiate(bank, rules, action, step) == Outcome::kNothing);
    const Use use = find_use(bank, rules, action);
    const Lemma* lemma = lemmas.find(rules, action.axiom, *use.row);
    if (lemma == nullptr) {
      throw Error(fmt::format("step {} divides without the premise {}", i + 1,
                              to_string(bank, unjustified(bank, rules, use))));
    }
    const auto assumptions = step.assumptions();
    Line line{.lemma = lemma,
              .bindings = use.bindings,
              .place = use.row->by ? action.operands[use.row->operands.size() - 1].node : 0,
              .assumptions = {assumptions.begin(), assumptions.end()},
              .conclusion = step.conclusion};
    const bool derives = std::ranges::all_of(
        assumptions, [&](Statement s) { return state.status(s) == State::Status::kFact; });
    const Outcome outcome = state.apply(bank, rules, action);
    INEQ_CHECK(outcome <= Outcome::kNothing);
    if (outcome != Outcome::kNothing) (derives ? ahead : backward).push_back(std::move(line));
  }
  INEQ_CHECK(state.proven());
  return {.theorem = theorem,
          .lines = only_needed(bank, theorem, reorder(std::move(ahead), std::move(backward)))};
}

bool holds(Bank& bank, const Lemmas& lemmas, const Derivation& derivation) {
  std::set<Statement> known(derivation.theorem.premises.begin(), derivation.theorem.premises.end());
  const auto is_known = [&](Statement s) { return is_trivial(bank, s) || known.contains(s); };
  for (const Line& line : derivation.lines) {
    if (!is_instance(bank, lemmas, line)) return false;
    if (!std::ranges::all_of(line.assumptions, is_known)) return false;
    known.insert(line.conclusion);
  }
  return is_known(derivation.theorem.goal);
}

std::vector<Statement> missing_premises(Bank& bank, const Rules& rules, const Theorem& theorem,
                                        std::span<const Action> proof, const Lemmas& lemmas) {
  std::vector<Statement> out;
  for (const Action& action : proof) {
    const Use use = find_use(bank, rules, action);
    if (lemmas.find(rules, action.axiom, *use.row) != nullptr) continue;
    const Statement missing = unjustified(bank, rules, use);
    const auto is_it = [&](Statement s) { return s == missing; };
    if (is_trivial(bank, missing) || std::ranges::any_of(theorem.premises, is_it) ||
        std::ranges::any_of(out, is_it)) {
      continue;
    }
    out.push_back(missing);
  }
  return out;
}

}  // namespace ineq
