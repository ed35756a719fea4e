#include "benchmark/process.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "support/exported.h"

namespace ineq {
namespace {

class LatexTest : public ExportFixture {
 protected:
  std::string document(const std::vector<Record>& records) {
    std::string out = exporter_.library();
    for (const Record& record : records) out += exporter_.theorem(bank_, exported(record, rules_));
    return out + std::string(exporter_.format().end);
  }

  const Exporter exporter_{"latex", lemmas_};
};

TEST_F(LatexTest, TheoremsAndProofs) {
  const std::string text = exporter_.theorem(
      bank_, exported({"a>=b"}, "(a+1)>=(b+1)", {"ineq_prin_one | (a+1) in obj, (b+1) in obj"}));
  EXPECT_EQ(text,
            "\n\\subsection*{\\texttt{it}}\n"
            "\\paragraph{Theorem.} Given $a \\geq b$, prove $a+1 \\geq b+1$.\n"
            "\\begin{enumerate}\n"
            "  \\item FirstPrincipleOfInequality on $a+1$, $b+1$: proven.\n"
            "\\end{enumerate}\n");
}

// Outside of formulas LaTeX rejects a bare ^.
TEST_F(LatexTest, PowersInTitlesAreEscaped) {
  ExportTheorem theorem = exported({}, "a=a", {});
  theorem.comment = "it; added: (a^2)!=0";
  EXPECT_TRUE(exporter_.theorem(bank_, theorem)
                  .starts_with("\n\\subsection*{\\texttt{it; added: (a\\^{}2)!=0}}\n"));
}

TEST_F(LatexTest, PdflatexCompilesIt) {
  const auto pdflatex = find_program("pdflatex");
  if (!pdflatex) GTEST_SKIP() << "there is no pdflatex";
  std::vector<Record> records = generated_records(3, 3, 5);
  for (Record& record : generated_records(15, 15, 3)) records.push_back(std::move(record));
  records[0].id = "has_underscores";
  const TemporaryFolder folder;
  write_file(folder.path("it.tex"), document(records));
  const ProcessResult result =
      run_process({*pdflatex, "-halt-on-error", "-interaction=nonstopmode",
                   "-output-directory=" + folder.path(), folder.path("it.tex")},
                  "", {.seconds = 60});
  EXPECT_NE(result.output.find("Output written on"), std::string::npos) << result.output;
}

}  // namespace
}  // namespace ineq
