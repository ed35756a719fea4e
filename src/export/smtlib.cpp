// SMT-LIB 2.6, logic QF_NRA: the premises and the negated goal over real constants. The answer
// `unsat` means that the theorem is true.
//
// SMT-LIB does not define 1/0, and neither do our axioms: only premises state that a term is not
// zero. If every divisor were assumed to be non-zero, 1=0*(1/0) would be a theorem.

#include <fmt/format.h>

#include "export/exporter.h"
#include "export/notation.h"

namespace ineq {
namespace {

constexpr Notation kSmtlib{.zero = "0",
                           .one = "1",
                           .add = "(+ L R)",
                           .negate = "(- L)",
                           .multiply = "(* L R)",
                           .square = "(let ((square L)) (* square square))",
                           .invert = "(/ 1 L)",
                           .equal = "(= L R)",
                           .greater_equal = "(>= L R)",
                           .non_zero = "(not (= L 0))"};

std::string write_library(const Lemmas&) { return ""; }

std::string write_theorem(const Lemmas&, Bank& bank, const ExportTheorem& theorem) {
  const auto& [premises, goal] = theorem.derivation.theorem;
  std::string out;
  if (!theorem.comment.empty()) out += fmt::format("; {}\n", theorem.comment);
  out += fmt::format("(echo \"{}\")\n(set-logic QF_NRA)\n", theorem.name);
  for (const char variable : variables_of(bank, theorem.derivation)) {
    out += fmt::format("(declare-const {} Real)\n", variable);
  }
  for (const Statement premise : premises) {
    out += fmt::format("(assert {})\n", text(kSmtlib, bank, premise));
  }
  return out + fmt::format("(assert (not {}))\n(check-sat)\n", text(kSmtlib, bank, goal));
}

}  // namespace

const ExportFormat kSmtlibFormat{.name = "smtlib",
                                 .extension = ".smt2",
                                 .has_proofs = false,
                                 .is_checked = false,
                                 .between = "(reset)\n",
                                 .library = write_library,
                                 .theorem = write_theorem};

}  // namespace ineq
