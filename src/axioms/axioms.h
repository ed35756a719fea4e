#pragma once
// The 18 axioms (trusted data; paper, Appendix A). To add an axiom, add a line to the table in
// axioms.cpp: names, letters, arity, operands and docs/axioms.md are all derived from it.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "kernel/kernel.h"

namespace ineq {

enum class RuleSet {
  kStandard,  // sound: a divisor must be non-zero
  kInt2021,   // the original program's rules, which do not check divisors and are not sound
  kFull,      // the standard set and the introductions that the paper's Appendix C needs
};

inline constexpr RuleSet kRuleSets[] = {RuleSet::kStandard, RuleSet::kInt2021, RuleSet::kFull};

struct Axiom {
  char letter;                    // in pointer texts
  std::string_view name;          // as in the paper
  std::string_view text_name;     // in INT's text actions
  std::string_view abbreviation;  // in the paper's tables
  std::string_view rows;          // in the standard set
};

inline constexpr std::size_t kAxiomCount = 18;
// The first 13 are the axioms of a field; all 18 are those of an ordered field.
inline constexpr std::size_t kFieldAxiomCount = 13;

std::span<const Axiom, kAxiomCount> axioms();
std::string_view rows_text(RuleSet set, std::size_t axiom);
Rules make_rules(RuleSet set);
std::size_t arity(const Rules& rules, std::size_t axiom);  // largest number of operands of a row

// Accepts a name, text name, abbreviation or letter.
std::optional<std::size_t> find_axiom(std::string_view name);
std::string_view to_string(RuleSet set);  // standard, int-2021, full
std::optional<RuleSet> find_rule_set(std::string_view name);

}  // namespace ineq
