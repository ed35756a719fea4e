#include "export/lemmas.h"

#include "algebra/letters.h"
#include "term/print.h"

namespace ineq {
namespace {

std::vector<std::uint8_t> letters_of(const Bank& bank, const Row& row) {
  Letters letters = 0;
  for (const Term operand : row.operands) letters |= letters_in(bank, operand);
  std::vector<std::uint8_t> out;
  for (std::uint8_t letter = 0; letter < 26; ++letter) {
    if (letters >> letter & 1) out.push_back(letter);
  }
  return out;
}

std::string text_of(const Bank& bank, const Row& row) {
  std::string out;
  if (row.by) {
    out += to_string(bank, row.operands.back()) + " => " + to_string(bank, *row.by);
  } else {
    out += to_string(bank, *row.conclusion);
  }
  for (const Statement premise : row.premises) out += "," + to_string(bank, premise);
  return out;
}

}  // namespace

std::string Lemma::name() const {
  return std::string(axioms()[axiom].name) + "_" + std::to_string(number);
}

Lemmas::Lemmas() : rules_(make_rules(RuleSet::kFull)) {
  for (std::size_t axiom = 0; axiom < rules_.axioms.size(); ++axiom) {
    std::size_t number = 0;
    for (const Row& row : rules_.axioms[axiom]) {
      const auto equation = [&](Term at, Term by) {
        return rules_.patterns.statement(Op::kEqual, at, by);
      };
      all_.push_back(
          {.row = &row,
           .axiom = axiom,
           .number = ++number,
           .conclusion = row.by ? equation(row.operands.back(), *row.by) : *row.conclusion,
           .letters = letters_of(rules_.patterns, row)});
      texts_.push_back(text_of(rules_.patterns, row));
    }
  }
}

const Lemma* Lemmas::find(const Rules& rules, std::size_t axiom, const Row& row) const {
  const std::string text = text_of(rules.patterns, row);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].axiom == axiom && texts_[i] == text) return &all_[i];
  }
  return nullptr;
}

}  // namespace ineq
