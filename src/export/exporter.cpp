#include "export/exporter.h"

#include <algorithm>
#include <iterator>

#include "algebra/letters.h"
#include "base/error.h"
#include "export/notation.h"

namespace ineq {

namespace {

struct Format {
  std::string_view name;
  std::unique_ptr<Exporter> (*make)(const Lemmas& lemmas);
};
constexpr Format kFormats[] = {
    {"coq", make_coq},
    {"hol-light", [](const Lemmas& lemmas) { return make_hol_light(lemmas, false); }},
    {"hol-light-text", [](const Lemmas& lemmas) { return make_hol_light(lemmas, true); }},
    {"metamath", make_metamath},
    {"lean", make_lean},
    {"smtlib", [](const Lemmas&) { return make_smtlib(); }},
    {"tptp", make_tptp},
    {"latex", [](const Lemmas&) { return make_latex(); }},
};

}  // namespace

std::vector<std::string> export_formats() {
  std::vector<std::string> out;
  for (const Format& format : kFormats) out.emplace_back(format.name);
  return out;
}

std::unique_ptr<Exporter> make_exporter(std::string_view format, const Lemmas& lemmas) {
  const auto found = std::ranges::find(kFormats, format, &Format::name);
  INEQ_CHECK(found != std::end(kFormats));
  return found->make(lemmas);
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
