// Lean 4 with Mathlib, over its real numbers. The rows of the axioms are lemmas. The proof of a
// theorem is a chain of them, with one `have` per line.

#include <fmt/format.h>

#include "export/exporter.h"
#include "export/notation.h"
#include "export/proof_terms.h"

namespace ineq {
namespace {

// Constants carry their type, because a statement may have no variable from which Lean could infer
// it.
constexpr Notation kLean{.zero = "(0 : ℝ)",
                         .one = "(1 : ℝ)",
                         .add = "(L + R)",
                         .negate = "(-L)",
                         .multiply = "(L * R)",
                         .square = "(L ^ 2)",
                         .invert = "(L⁻¹)",
                         .equal = "L = R",
                         .greater_equal = "L ≥ R",
                         .non_zero = "L ≠ (0 : ℝ)"};

constexpr ProofTerms kTerms{.notation = kLean,
                            .real = "ℝ",
                            .one_non_zero = "one_ne_zero",
                            .equal = "Eq.refl",
                            .greater_equal = "le_refl"};

// The proofs of the rows that neither `ring` nor `linarith` can prove.
struct Proof {
  std::string_view lemma;
  std::string_view tactics;
};
constexpr Proof kProofs[] = {
    {"MultiplicationSimplification_1", "exact (mul_inv_cancel₀ h1).symm"},
    {"MultiplicationSimplification_2", "rw [h1]; exact mul_inv_cancel₀ h2"},
    {"SquareGEQZero_1", "rw [h1]; exact mul_self_nonneg b"},
    {"SecondPrincipleOfInequality_1", "exact mul_le_mul_of_nonneg_right h1 h2"},
};

std::string_view tactics_for(const Lemma& lemma) {
  const std::string name = lemma.name();
  for (const Proof& proof : kProofs) {
    if (proof.lemma == name) return proof.tactics;
  }
  return lemma.row->premises.empty() ? "ring" : "linarith";
}

// A lemma that rewrites, at = by: from the statement with `by` to the one with `at`.
std::string proof_of(const Bank& bank, const LineNames& names, const Line& line) {
  std::string use = kTerms.use(bank, names, line);
  if (!line.lemma->row->by) return use;
  return fmt::format("Eq.mpr (congrArg (fun hole : ℝ => {}) ({})) {}",
                     text(kLean, bank, line.conclusion, line.place, "hole"), use,
                     kTerms.reference(bank, names, line.assumptions.back()));
}

std::string write_library(const Lemmas& lemmas) {
  const Bank& patterns = lemmas.patterns();
  std::string out = "import Mathlib\n\n-- The rows of the axioms.\n";
  for (const Lemma& lemma : lemmas.all()) {
    std::vector<char> variables;
    for (const std::uint8_t letter : lemma.letters) {
      variables.push_back(static_cast<char>('a' + letter));
    }
    out += fmt::format("theorem {}{} : {}", lemma.name(),
                       kTerms.binders(variables, patterns, lemma.row->premises),
                       text(kLean, patterns, lemma.conclusion));
    out += fmt::format(" := by\n  {}\n", tactics_for(lemma));
  }
  return out;
}

std::string write_theorem(const Lemmas&, Bank& bank, const ExportTheorem& theorem) {
  const auto& [statement, lines] = theorem.derivation;
  std::string out = "\n";
  if (!theorem.comment.empty()) out += fmt::format("-- {}\n", theorem.comment);
  out +=
      fmt::format("theorem {}{} :\n    {} := by\n", theorem.name,
                  kTerms.binders(variables_of(bank, theorem.derivation), bank, statement.premises),
                  text(kLean, bank, statement.goal));
  LineNames names(theorem.derivation);
  for (const Line& line : lines) {
    const std::string proof = proof_of(bank, names, line);
    names.add(line);
    out += fmt::format("  have {} : {} :=\n    {}\n", *names.find(line.conclusion),
                       text(kLean, bank, line.conclusion), proof);
  }
  return out + fmt::format("  exact {}\n", kTerms.reference(bank, names, statement.goal));
}

}  // namespace

const ExportFormat kLeanFormat{.name = "lean",
                               .extension = ".lean",
                               .library_file = "Ineq.lean",
                               .load_library = "import Ineq\n",
                               .library = write_library,
                               .theorem = write_theorem};

}  // namespace ineq
