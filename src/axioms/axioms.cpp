#include "axioms/axioms.h"

#include <algorithm>
#include <array>

#include "axioms/rows.h"

namespace ineq {
namespace {

// clang-format off
constexpr std::array<Axiom, kAxiomCount> kAxioms = {{
    {'A', "AdditionCommutativity", "add_cmmt", "AC", "b+a => a+b"},
    {'B', "AdditionAssociativity", "add_assc", "AA", "(a+b)+c => a+(b+c) ; a+(b+c) => (a+b)+c"},
    {'C', "AdditionZero", "add_zero", "AZ", "0+a => a ; a+0 => a"},
    {'D', "AdditionSimplification", "add_simp", "AS", "a+-b => 0 if a=b"},
    {'E', "MultiplicationCommutativity", "mul_cmmt", "MC", "b*a => a*b"},
    {'F', "MultiplicationAssociativity", "mul_assc", "MA", "(a*b)*c => a*(b*c) ; a*(b*c) => (a*b)*c"},
    {'G', "MultiplicationOne", "mul_one", "MO", "1*a => a ; a*1 => a"},
    {'H', "MultiplicationSimplification", "mul_simp", "MS", "a*(1/b) => 1 if a=b, b!=0"},
    {'I', "AdditionMultiplicationLeftDistribution", "add_mul_l_dist", "AMLD",
     "c*a+d*a => (c+d)*a ; (c+d)*a => c*a+d*a"},
    {'J', "AdditionMultiplicationRightDistribution", "add_mul_r_dist", "AMRD",
     "a*c+a*d => a*(c+d) ; a*(c+d) => a*c+a*d"},
    {'K', "SquareDefinition", "sqr_def", "SD", "a^2 => a*a ; a*a => a^2"},
    {'L', "PrincipleOfEquality", "equ_prin", "POE", "b+d => a+c if a=b, c=d"},
    {'M', "EquMoveTerm", "equ_mv_tm", "EMT", "c+-b => a if a+b=c"},
    {'N', "SquareGEQZero", "sqr_geq_zero", "SGEQZ", "a*b>=0 if a=b"},
    {'O', "EquivalenceImpliesDoubleInequality", "equ_dbl_ineq", "EIDI", "a>=b if a=b"},
    {'P', "FirstPrincipleOfInequality", "ineq_prin_one", "FPI", "a+c>=b+d if a>=b, c>=d"},
    {'Q', "SecondPrincipleOfInequality", "ineq_prin_two", "SPI", "a*c>=b*c if a>=b, c>=0"},
    {'R', "IneqMoveTerm", "ineq_mv_tm", "IMT", "a>=c+-b if a+b>=c"},
}};

// The rows that differ from the standard set. An introduction with an additional operand comes
// first: with one operand the kernel skips it, and with two operands it is the row that was meant.
struct Override {
  RuleSet set;
  char letter;
  std::string_view rows;
};
constexpr Override kOverrides[] = {
    {RuleSet::kInt2021, 'H', "a*(1/b) => 1 if a=b"},
    {RuleSet::kFull, 'C', "0+a => a ; a+0 => a ; a => a+0"},
    {RuleSet::kFull, 'D', "0 => a+-a ; a+-b => 0 if a=b"},
    {RuleSet::kFull, 'G', "1*a => a ; a*1 => a ; a => a*1"},
    {RuleSet::kFull, 'H', "1 => a*(1/a) if a!=0 ; a*(1/b) => 1 if a=b, b!=0"},
};
// clang-format on

constexpr std::string_view kSetNames[] = {"standard", "int-2021", "full"};

}  // namespace

std::span<const Axiom, kAxiomCount> axioms() { return kAxioms; }

std::string_view rows_text(RuleSet set, std::size_t axiom) {
  for (const Override& e : kOverrides) {
    if (e.set == set && e.letter == kAxioms[axiom].letter) return e.rows;
  }
  return kAxioms[axiom].rows;
}

Rules make_rules(RuleSet set) {
  std::array<std::string_view, kAxiomCount> texts;
  for (std::size_t i = 0; i < kAxiomCount; ++i) texts[i] = rows_text(set, i);
  return read_rows(texts);
}

std::size_t arity(const Rules& rules, std::size_t axiom) {
  std::size_t most = 0;
  for (const Row& row : rules.axioms[axiom]) most = std::max(most, row.operands.size());
  return most;
}

std::optional<std::size_t> find_axiom(std::string_view name) {
  for (std::size_t i = 0; i < kAxiomCount; ++i) {
    const Axiom& axiom = kAxioms[i];
    if (name == axiom.text_name || name == axiom.name || name == axiom.abbreviation ||
        name == std::string_view(&axiom.letter, 1)) {
      return i;
    }
  }
  return std::nullopt;
}

std::string_view to_string(RuleSet set) { return kSetNames[static_cast<int>(set)]; }

std::optional<RuleSet> find_rule_set(std::string_view name) {
  const auto found = std::ranges::find(kSetNames, name);
  if (found == std::end(kSetNames)) return std::nullopt;
  return static_cast<RuleSet>(found - std::begin(kSetNames));
}

}  // namespace ineq
