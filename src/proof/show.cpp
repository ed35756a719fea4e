#include "proof/show.h"

#include <fmt/format.h>

#include "axioms/axioms.h"
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

std::string operands_of(const Bank& bank, const Action& action, Style style) {
  std::string out;
  for (std::size_t i = 0; i < action.count; ++i) {
    if (i > 0) out += ", ";
    print(bank, subterm(bank, action.operands[i].statement, action.operands[i].node), style, out);
  }
  return out;
}

// What an action left: the goals if there are any, or the fact that it derived.
std::string result_of(const Bank& bank, const State& before, const State& after, Style style,
                      std::string_view between) {
  if (after.proven()) return {};
  const bool derived = std::ranges::distance(after.facts()) > std::ranges::distance(before.facts());
  return derived ? join(bank, after.facts(), style, between)
                 : join(bank, after.goals(), style, between);
}

}  // namespace

std::string show_proof(Bank& bank, const History& history, std::string_view title) {
  const Theorem& theorem = history.theorem();
  std::string out = fmt::format("{}\n", title);
  const auto facts = join(bank, std::span(theorem.premises), Style::kInfix, ", ");
  if (!facts.empty()) out += fmt::format("  given  {}\n", facts);
  out += fmt::format("  prove  {}\n", to_string(bank, theorem.goal, Style::kInfix));
  for (std::size_t i = 0; i < history.actions().size(); ++i) {
    const Action& action = history.actions()[i];
    const State& after = history.states()[i + 1];
    out += fmt::format("  {:>3}. {} on {}\n", i + 1, axioms()[action.axiom].name,
                       operands_of(bank, action, Style::kInfix));
    out += after.proven() ? "       proven\n"
                          : fmt::format("       {}\n", result_of(bank, history.states()[i], after,
                                                                 Style::kInfix, "\n       "));
  }
  return out;
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
    const std::string left =
        result_of(bank, history.states()[i], history.states()[i + 1], Style::kLatex, "$, $");
    out += fmt::format("  \\item {} on ${}$: {}.\n", axioms()[action.axiom].name,
                       operands_of(bank, action, Style::kLatex),
                       left.empty() ? "proven" : fmt::format("${}$", left));
  }
  return out + "\\end{enumerate}\n";
}

}  // namespace ineq
