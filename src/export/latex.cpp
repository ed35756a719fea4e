// A LaTeX document, for people: each theorem and its proof as the kernel has it, after the paper's
// Appendix I.

#include <fmt/format.h>

#include "base/error.h"
#include "export/exporter.h"
#include "proof/show.h"

namespace ineq {
namespace {

// Statements are long, and break only at their operators.
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
    if (c == '_') out += '\\';
    out += c;
  }
  return out;
}

class Latex : public Exporter {
 public:
  std::string_view extension() const override { return ".tex"; }
  bool is_checked() const override { return false; }  // people read it
  std::string library() const override { return std::string(kPreamble); }
  std::string end() const override { return "\\end{document}\n"; }

  std::string theorem(Bank& bank, const ExportTheorem& theorem) const override {
    INEQ_CHECK(theorem.history);
    const std::string& title = theorem.comment.empty() ? theorem.name : theorem.comment;
    return fmt::format("\n\\subsection*{{\\texttt{{{}}}}}\n{}", escaped(title),
                       latex_proof(bank, *theorem.history));
  }
};

}  // namespace

std::unique_ptr<Exporter> make_latex() { return std::make_unique<Latex>(); }

}  // namespace ineq
