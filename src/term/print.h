#pragma once
// Prints terms and statements. The parser reads the output of every style except kLatex back as the
// same term or statement.

#include <cstdint>
#include <string>
#include <vector>

#include "term/term.h"

namespace ineq {

enum class Style {
  kInt,      // INT's canonical form: ((a+b)*(-c))>=0
  kPointer,  // the same with \geq and \neq, as in INT's pointer texts: ((a+b)*(-c))\geq 0
  kInfix,    // for human readers: (a+b)*(-c) >= 0
  kLatex,    // (a+b) \cdot (-c) \geq 0
};

void print(const Bank& bank, Term term, Style style, std::string& out);
void print(const Bank& bank, Statement statement, Style style, std::string& out);
std::string to_string(const Bank& bank, Term term, Style style = Style::kInt);
std::string to_string(const Bank& bank, Statement statement, Style style = Style::kInt);

// Prints in pointer style and records, for each node, where the pointer format puts its marker:
// `anchors[node]` is the length of `out` just after the node's operator or letter is written.
void print_anchored(const Bank& bank, Statement statement, std::string& out,
                    std::vector<std::uint32_t>& anchors);

}  // namespace ineq
