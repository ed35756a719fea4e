#pragma once
// The 18 axioms (trusted data; paper, Appendix A). Adding an axiom is adding a line to the table in
// axioms.cpp; names, letters, arity, operands and docs/axioms.md all come from there.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "kernel/kernel.h"

namespace ineq {

enum class RuleSet {
  kStandard,  // sound: division needs a non-zero divisor
  kInt2021,   // what the original program does: division is not checked
  kFull,      // standard, and the introductions that the paper's Appendix C needs
};

inline constexpr RuleSet kRuleSets[] = {RuleSet::kStandard, RuleSet::kInt2021, RuleSet::kFull};

struct Axiom {
  char letter;                    // in pointer texts
  std::string_view name;          // as in the paper
  std::string_view text_name;     // in INT's text actions
  std::string_view abbreviation;  // in the paper's tables
  std::string_view rows;          // of the standard set
};

inline constexpr std::size_t kAxiomCount = 18;
inline constexpr std::size_t kFieldAxiomCount = 13;  // the first ones; all are the ordered field's

std::span<const Axiom, kAxiomCount> axioms();
std::string_view rows_text(RuleSet set, std::size_t axiom);
Rules make_rules(RuleSet set);
std::size_t arity(const Rules& rules, std::size_t axiom);  // the operands its longest row takes

// By name, text name, abbreviation or letter.
std::optional<std::size_t> find_axiom(std::string_view name);
std::string_view to_string(RuleSet set);  // standard, int-2021, full
std::optional<RuleSet> find_rule_set(std::string_view name);

}  // namespace ineq
