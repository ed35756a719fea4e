// Coq, over its real numbers. The rows of the axioms are lemmas, and the proof of a theorem is a
// chain of them. The proof is a term, so a theorem is a single sentence of Coq, and a wrong one has
// no effect on the theorems after it.

#include <fmt/format.h>

#include "export/exporter.h"
#include "export/notation.h"
#include "export/proof_terms.h"

namespace ineq {
namespace {

constexpr Notation kCoq{.zero = "0",
                        .one = "1",
                        .add = "(L + R)",
                        .negate = "(- L)",
                        .multiply = "(L * R)",
                        .square = "(L ^ 2)",
                        .invert = "(/ L)",
                        .equal = "L = R",
                        .greater_equal = "L >= R",
                        .non_zero = "L <> 0"};

constexpr ProofTerms kTerms{.notation = kCoq,
                            .real = "R",
                            .one_non_zero = "R1_neq_R0",
                            .equal = "eq_refl",
                            .greater_equal = "Rge_refl"};

// One of these tactics proves every lemma: each is linear, follows from the laws of a ring or of a
// field, or has degree two.
constexpr std::string_view kPreamble = R"(Require Import Reals Lra Psatz.
Open Scope R_scope.
Set Warnings "-deprecated".

(* The rows of the axioms. *)
Ltac row := intros; subst; solve [ lra | ring | nra | field; assumption ].
)";

std::string arrow(const Bank& bank, std::span<const Statement> premises) {
  std::string out;
  for (const Statement premise : premises) out += text(kCoq, bank, premise) + " -> ";
  return out;
}

std::string proof_of(const Bank& bank, const LineNames& names, const Line& line) {
  std::string use = kTerms.use(bank, names, line);
  if (!line.lemma->row->by) return use;
  return fmt::format("eq_ind_r (fun hole : R => {}) {} ({})",
                     text(kCoq, bank, line.conclusion, line.place, "hole"),
                     kTerms.reference(bank, names, line.assumptions.back()), use);
}

std::string write_library(const Lemmas& lemmas) {
  const Bank& patterns = lemmas.patterns();
  std::string out(kPreamble);
  for (const Lemma& lemma : lemmas.all()) {
    out += fmt::format("Lemma {} (", lemma.name());
    for (const std::uint8_t letter : lemma.letters) {
      out += fmt::format("{} ", variable_name(kCoq, letter));
    }
    out += fmt::format(": R) : {}{}.\nProof. row. Qed.\n", arrow(patterns, lemma.row->premises),
                       text(kCoq, patterns, lemma.conclusion));
  }
  return out;
}

std::string write_theorem(const Lemmas&, Bank& bank, const ExportTheorem& theorem) {
  const auto& [statement, lines] = theorem.derivation;
  std::string out = "\n";
  if (!theorem.comment.empty()) out += fmt::format("(* {} *)\n", theorem.comment);
  out +=
      fmt::format("Definition {}{} :\n  {} :=\n", theorem.name,
                  kTerms.binders(variables_of(bank, theorem.derivation), bank, statement.premises),
                  text(kCoq, bank, statement.goal));
  LineNames names(theorem.derivation);
  for (const Line& line : lines) {
    const std::string proof = proof_of(bank, names, line);
    names.add(line);
    out += fmt::format("  let {} : {} :=\n    {} in\n", *names.find(line.conclusion),
                       text(kCoq, bank, line.conclusion), proof);
  }
  return out + fmt::format("  {}.\n", kTerms.reference(bank, names, statement.goal));
}

}  // namespace

const ExportFormat kCoqFormat{.name = "coq",
                              .extension = ".v",
                              .library_file = "Ineq.v",
                              .load_library = "Require Import Reals Ineq.\nOpen Scope R_scope.\n",
                              .library = write_library,
                              .theorem = write_theorem};

}  // namespace ineq
