// Lean 4 with Mathlib, over its real numbers. The rows of the axioms are lemmas; a theorem is a
// chain of them, a `have` each.

#include <fmt/format.h>

#include "export/exporter.h"
#include "export/notation.h"

namespace ineq {
namespace {

// Numbers say that they are real: a statement may have no variable that does.
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

// Of the rows that are neither a ring's nor linear.
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

std::string binders(const std::vector<char>& variables, const Bank& bank,
                    std::span<const Statement> premises) {
  std::string out;
  if (!variables.empty()) out += fmt::format(" ({} : ℝ)", fmt::join(variables, " "));
  std::size_t number = 0;
  for (const Statement premise : premises) {
    out += fmt::format(" (h{} : {})", ++number, text(kLean, bank, premise));
  }
  return out;
}

class Lean : public Exporter {
 public:
  explicit Lean(const Lemmas& lemmas) : lemmas_(lemmas) {}

  std::string_view extension() const override { return ".lean"; }
  std::string library_name() const override { return "Ineq.lean"; }
  std::string load_library() const override { return "import Ineq\n"; }

  std::string library() const override {
    const Bank& patterns = lemmas_.patterns();
    std::string out = "import Mathlib\n\n-- The rows of the axioms.\n";
    for (const Lemma& lemma : lemmas_.all()) {
      const Row& row = *lemma.row;
      std::vector<char> variables;
      for (const std::uint8_t letter : lemma.letters) {
        variables.push_back(static_cast<char>('a' + letter));
      }
      out +=
          fmt::format("theorem {}{} : ", lemma.name(), binders(variables, patterns, row.premises));
      out += row.by ? fmt::format("{} = {}", text(kLean, patterns, row.operands.back()),
                                  text(kLean, patterns, *row.by))
                    : text(kLean, patterns, *row.conclusion);
      out += fmt::format(" := by\n  {}\n", tactics_for(lemma));
    }
    return out;
  }

  std::string theorem(Bank& bank, const ExportTheorem& theorem) const override {
    const auto& [statement, lines] = theorem.derivation;
    std::string out = "\n";
    if (!theorem.comment.empty()) out += fmt::format("-- {}\n", theorem.comment);
    out += fmt::format("theorem {}{} :\n    {} := by\n", theorem.name,
                       binders(variables_of(bank, theorem.derivation), bank, statement.premises),
                       text(kLean, bank, statement.goal));
    LineNames names(theorem.derivation);
    for (const Line& line : lines) {
      const std::string proof = proof_of(bank, names, line);
      names.add(line);
      out += fmt::format("  have {} : {} :=\n    {}\n", *names.find(line.conclusion),
                         text(kLean, bank, line.conclusion), proof);
    }
    return out + fmt::format("  exact {}\n", reference(bank, names, statement.goal));
  }

 private:
  static std::string reference(const Bank& bank, const LineNames& names, Statement statement) {
    if (const std::string* name = names.find(statement)) return *name;
    const Node& node = bank[statement];
    if (!is_trivial(bank, statement)) return "unknown";  // only where something is wrong
    if (node.op == Op::kNonZero) return "one_ne_zero";
    return fmt::format("({} {})", node.op == Op::kEqual ? "Eq.refl" : "le_refl",
                       text(kLean, bank, node.left));
  }

  // A lemma that rewrites, at = by: from the statement with `by` to the one with `at`.
  static std::string proof_of(const Bank& bank, const LineNames& names, const Line& line) {
    std::string out = line.lemma->name();
    for (const std::uint8_t letter : line.lemma->letters) {
      out += " " + text(kLean, bank, *line.bindings[letter]);
    }
    for (std::size_t i = 0; i < line.lemma->row->premises.size(); ++i) {
      out += " " + reference(bank, names, line.assumptions[i]);
    }
    if (!line.lemma->row->by) return out;
    return fmt::format("Eq.mpr (congrArg (fun hole : ℝ => {}) ({})) {}",
                       text(kLean, bank, line.conclusion, line.place, "hole"), out,
                       reference(bank, names, line.assumptions.back()));
  }

  const Lemmas& lemmas_;
};

}  // namespace

std::unique_ptr<Exporter> make_lean(const Lemmas& lemmas) { return std::make_unique<Lean>(lemmas); }

}  // namespace ineq
