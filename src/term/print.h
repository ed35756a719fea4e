#pragma once
// The one text syntax, written. What any style but kLatex prints, the parser reads back as the same
// term.

#include <cstdint>
#include <string>
#include <vector>

#include "term/term.h"

namespace ineq {

enum class Style {
  kInt,      // canonical, as INT prints: ((a+b)*(-c))>=0
  kPointer,  // the same with \geq and \neq, as INT's pointer texts have it: ((a+b)*(-c))\geq 0
  kInfix,    // for people: (a+b)*(-c) >= 0
  kLatex,    // (a+b) \cdot (-c) \geq 0
};

void print(const Bank& bank, Term term, Style style, std::string& out);
void print(const Bank& bank, Statement statement, Style style, std::string& out);
std::string to_string(const Bank& bank, Term term, Style style = Style::kInt);
std::string to_string(const Bank& bank, Statement statement, Style style = Style::kInt);

// Pointer style. `anchors[node]` becomes the length of `out` just after the operator (or letter) of
// that occurrence has been written: where the pointer format puts its marker for the node.
void print_anchored(const Bank& bank, Statement statement, std::string& out,
                    std::vector<std::uint32_t>& anchors);

}  // namespace ineq
