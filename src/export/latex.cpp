// A LaTeX document for human readers: each theorem with its proof in the kernel's form, as in the
// paper's Appendix I.

#include <fmt/format.h>

#include "base/error.h"
#include "export/exporter.h"
#include "proof/show.h"

namespace ineq {
namespace {

// Statements are long and can be broken only at operators, so lines must be allowed to be ragged.
constexpr std::string_view kPreamble = R"(\documentclass{article}
\usepackage[margin=2cm]{geometry}
\setlength{\parindent}{0pt}
\sloppy
\raggedright
\begin{document}
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '_' || c == '^') out += '\\';
    out += c;
    if (c == '^') out += "{}";  // otherwise it is an accent on the next letter
  }
  return out;
}

std::string write_library(const Lemmas&) { return std::string(kPreamble); }

std::string write_theorem(const Lemmas&, Bank& bank, const ExportTheorem& theorem) {
  INEQ_CHECK(theorem.history);
  const std::string& title = theorem.comment.empty() ? theorem.name : theorem.comment;
  return fmt::format("\n\\subsection*{{\\texttt{{{}}}}}\n{}", escaped(title),
                     latex_proof(bank, *theorem.history));
}

}  // namespace

const ExportFormat kLatexFormat{.name = "latex",
                                .extension = ".tex",
                                .is_checked = false,  // people read it
                                .end = "\\end{document}\n",
                                .library = write_library,
                                .theorem = write_theorem};

}  // namespace ineq
