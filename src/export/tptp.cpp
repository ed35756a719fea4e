// TPTP, first-order form: the rows are axioms about all terms, the premises are hypotheses about
// constants, and the goal is the conjecture. A conjecture that follows need not have a proof in the
// kernel's form, but it follows from the rows alone.

#include <fmt/format.h>

#include "export/exporter.h"
#include "export/notation.h"

namespace ineq {
namespace {

constexpr Notation kConstants{.zero = "zero",
                              .one = "one",
                              .add = "add(L,R)",
                              .negate = "negate(L)",
                              .multiply = "multiply(L,R)",
                              .square = "square(L)",
                              .invert = "invert(L)",
                              .equal = "L = R",
                              .greater_equal = "geq(L,R)",
                              .non_zero = "L != zero"};

constexpr Notation with_variables() {
  Notation out = kConstants;
  out.first_variable = 'A';
  return out;
}
constexpr Notation kVariables = with_variables();

std::string fof(std::string_view name, std::string_view role, std::string_view formula) {
  return fmt::format("fof({}, {}, {}).\n", name, role, formula);
}

// The names of lemmas begin with a capital letter, which TPTP reserves for variables.
std::string axiom_name(const Lemma& lemma) {
  return fmt::format("{}_{}", axioms()[lemma.axiom].text_name, lemma.number);
}

std::string formula_of(const Bank& patterns, const Lemma& lemma) {
  std::string premises;
  for (const Statement premise : lemma.row->premises) {
    premises += (premises.empty() ? "" : " & ") + text(kVariables, patterns, premise);
  }
  std::string out = text(kVariables, patterns, lemma.conclusion);
  if (!premises.empty()) out = fmt::format("({}) => {}", premises, out);
  std::string variables;
  for (const std::uint8_t letter : lemma.letters) {
    if (!variables.empty()) variables += ',';
    variables += variable_name(kVariables, letter);
  }
  return fmt::format("![{}]: ({})", variables, out);
}

std::string write_library(const Lemmas& lemmas) {
  std::string out = "% The rows of the axioms, and what the kernel takes for trivial.\n";
  for (const Lemma& lemma : lemmas.all()) {
    out += fof(axiom_name(lemma), "axiom", formula_of(lemmas.patterns(), lemma));
  }
  return out + fof("geq_reflexive", "axiom", "![A]: (geq(A,A))") +
         fof("one_not_zero", "axiom", "one != zero");
}

std::string write_theorem(const Lemmas&, Bank& bank, const ExportTheorem& theorem) {
  const auto& [premises, goal] = theorem.derivation.theorem;
  std::string out = "\n";
  if (!theorem.comment.empty()) out += fmt::format("% {}\n", theorem.comment);
  std::size_t number = 0;
  for (const Statement premise : premises) {
    out += fof(fmt::format("h{}", ++number), "hypothesis", text(kConstants, bank, premise));
  }
  return out + fof(theorem.name, "conjecture", text(kConstants, bank, goal));
}

}  // namespace

const ExportFormat kTptpFormat{.name = "tptp",
                               .extension = ".p",
                               .has_proofs = false,
                               .is_checked = false,
                               .takes_many = false,
                               .library = write_library,
                               .theorem = write_theorem};

}  // namespace ineq
