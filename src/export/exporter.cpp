#include "export/exporter.h"

#include "base/error.h"
#include "export/notation.h"

namespace ineq {

std::vector<std::string> export_formats() {
  return {"coq", "hol-light", "hol-light-text", "metamath", "lean", "smtlib", "tptp", "latex"};
}

std::unique_ptr<Exporter> make_exporter(std::string_view format, const Lemmas& lemmas) {
  if (format == "coq") return make_coq(lemmas);
  if (format == "hol-light") return make_hol_light(lemmas, false);
  if (format == "hol-light-text") return make_hol_light(lemmas, true);
  if (format == "metamath") return make_metamath(lemmas);
  if (format == "lean") return make_lean(lemmas);
  if (format == "smtlib") return make_smtlib();
  if (format == "tptp") return make_tptp(lemmas);
  if (format == "latex") return make_latex();
  INEQ_CHECK(false);
}

LineNames::LineNames(const Derivation& derivation) {
  std::size_t number = 0;
  for (const Statement premise : derivation.theorem.premises) {
    names_.try_emplace(premise, "h" + std::to_string(++number));
  }
}

const std::string* LineNames::find(Statement statement) const {
  const auto found = names_.find(statement);
  return found == names_.end() ? nullptr : &found->second;
}

void LineNames::add(const Line& line) {
  names_.try_emplace(line.conclusion, "s" + std::to_string(++lines_));
}

std::vector<char> variables_of(const Bank& bank, const Derivation& derivation) {
  std::uint32_t letters = letters_in(bank, derivation.theorem.goal);
  for (const Statement premise : derivation.theorem.premises) letters |= letters_in(bank, premise);
  std::vector<char> out;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    if (letters >> (letter - 'a') & 1) out.push_back(letter);
  }
  return out;
}

}  // namespace ineq
