#include "proof/show.h"

#include <fmt/format.h>

#include "axioms/axioms.h"
#include "base/error.h"
#include "base/printable.h"
#include "proof/action_text.h"
#include "term/print.h"

namespace ineq {
namespace {

template <typename Statements>
std::string join(const Bank& bank, Statements statements, Style style, std::string_view between) {
  std::string out;
  for (const Statement statement : statements) {
    if (!out.empty()) out += between;
    print(bank, statement, style, out);
  }
  return out;
}

std::string operands_of(const Bank& bank, const Action& action, Style style,
                        std::string_view between) {
  std::string out;
  for (std::size_t i = 0; i < action.count; ++i) {
    if (i > 0) out += between;
    print(bank, subterm(bank, action.operands[i].statement, action.operands[i].node), style, out);
  }
  return out;
}

// The facts that a step has derived. A step on a goal may derive none.
std::vector<Statement> derived(const State& before, const State& after) {
  std::vector<Statement> out;
  for (const Statement fact : after.facts()) {
    if (before.status(fact) != State::Status::kFact) out.push_back(fact);
  }
  return out;
}

}  // namespace

std::string show_proof(Bank& bank, const History& history, std::string_view title) {
  const Theorem& theorem = history.theorem();
  std::string out = fmt::format("{}\n", printable(title));
  const auto facts = join(bank, std::span(theorem.premises), Style::kInfix, ", ");
  if (!facts.empty()) out += fmt::format("  given  {}\n", facts);
  out += fmt::format("  prove  {}\n", to_string(bank, theorem.goal, Style::kInfix));
  for (std::size_t i = 0; i < history.actions().size(); ++i) {
    const Action& action = history.actions()[i];
    const State& after = history.states()[i + 1];
    const auto facts_now = derived(history.states()[i], after);
    out += fmt::format("  {:>3}. {} on {}\n       ", i + 1, axioms()[action.axiom].name,
                       operands_of(bank, action, Style::kInfix, ", "));
    if (after.proven()) {
      out += "proven\n";
    } else if (!facts_now.empty()) {
      out += fmt::format("now {} is a fact\n", join(bank, facts_now, Style::kInfix, ", "));
    } else {
      out += fmt::format("{}\n", join(bank, after.goals(), Style::kInfix, "\n       "));
    }
  }
  return out;
}

std::string show_record(const Rules& rules, const Record& record) {
  Bank bank;
  History history(bank, read_theorem(bank, record));
  for (const std::string& text : record.proof) {
    try {
      const Reading reading = read_action(bank, history.state(), text);
      if (!reading.action) break;
      if (!is_valid_step(history.apply(bank, rules, *reading.action))) break;
    } catch (const Error&) {
      break;
    }
  }
  return show_proof(bank, history, record.id);
}

std::string latex_proof(Bank& bank, const History& history) {
  const Theorem& theorem = history.theorem();
  std::string out = "\\paragraph{Theorem.}";
  const auto facts = join(bank, std::span(theorem.premises), Style::kLatex, "$, $");
  out += facts.empty() ? " Prove" : fmt::format(" Given ${}$, prove", facts);
  out += fmt::format(" ${}$.\n", to_string(bank, theorem.goal, Style::kLatex));
  if (history.actions().empty()) return out;
  out += "\\begin{enumerate}\n";
  for (std::size_t i = 0; i < history.actions().size(); ++i) {
    const Action& action = history.actions()[i];
    const State& after = history.states()[i + 1];
    const auto facts_now = derived(history.states()[i], after);
    const std::string result =
        after.proven()      ? "proven"
        : facts_now.empty() ? fmt::format("${}$", join(bank, after.goals(), Style::kLatex, "$, $"))
                            : fmt::format("now ${}$", join(bank, facts_now, Style::kLatex, "$, $"));
    out += fmt::format("  \\item {} on ${}$: {}.\n", axioms()[action.axiom].name,
                       operands_of(bank, action, Style::kLatex, "$, $"), result);
  }
  return out + "\\end{enumerate}\n";
}

}  // namespace ineq
