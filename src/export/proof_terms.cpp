#include "export/proof_terms.h"

#include <fmt/format.h>

namespace ineq {

std::string ProofTerms::binders(const std::vector<char>& variables, const Bank& bank,
                                std::span<const Statement> premises) const {
  std::string out;
  if (!variables.empty()) out += fmt::format(" ({} : {})", fmt::join(variables, " "), real);
  std::size_t number = 0;
  for (const Statement premise : premises) {
    out += fmt::format(" (h{} : {})", ++number, text(notation, bank, premise));
  }
  return out;
}

std::string ProofTerms::reference(const Bank& bank, const LineNames& names,
                                  Statement statement) const {
  if (const std::string* name = names.find(statement)) return *name;
  const Node& node = bank[statement];
  if (!is_trivial(bank, statement)) return "unknown";  // only if the derivation is wrong
  if (node.op == Op::kNonZero) return std::string(one_non_zero);
  return fmt::format("({} {})", node.op == Op::kEqual ? equal : greater_equal,
                     text(notation, bank, node.left));
}

std::string ProofTerms::use(const Bank& bank, const LineNames& names, const Line& line) const {
  std::string out = line.lemma->name();
  for (const std::uint8_t letter : line.lemma->letters) {
    out += " " + text(notation, bank, *line.bindings[letter]);
  }
  for (std::size_t i = 0; i < line.lemma->row->premises.size(); ++i) {
    out += " " + reference(bank, names, line.assumptions[i]);
  }
  return out;
}

}  // namespace ineq
