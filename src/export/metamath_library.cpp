#include "export/metamath_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "base/error.h"

namespace ineq {
namespace {

constexpr std::size_t kWidth = 77;

// Proofs of the lemmas from theorems of set.mm. A label that begins with a dot is a hypothesis of
// the lemma: .a states that a is a real number, and .1 is the first premise.
struct LemmaProof {
  std::string_view name;
  std::string_view reals;
  std::string_view steps;
};
// clang-format off
constexpr LemmaProof kProofs[] = {
    {"AdditionCommutativity_1", "ab",
     "wph cB cA wph cB .b recnd wph cA .a recnd addcomd"},
    {"AdditionAssociativity_1", "abc",
     "wph cA cB cC wph cA .a recnd wph cB .b recnd wph cC .c recnd addassd"},
    {"AdditionAssociativity_2", "abc",
     "wph cA cB caddc co cC caddc co cA cB cC caddc co caddc co wph cA cB cC wph cA .a recnd "
     "wph cB .b recnd wph cC .c recnd addassd eqcomd"},
    {"AdditionZero_1", "a",
     "wph cA wph cA .a recnd addid2d"},
    {"AdditionZero_2", "a",
     "wph cA wph cA .a recnd addid1d"},
    {"AdditionZero_3", "a",
     "wph cA cc0 caddc co cA wph cA wph cA .a recnd addid1d eqcomd"},
    {"AdditionSimplification_1", "a",
     "wph cA cA cneg caddc co cc0 wph cA wph cA .a recnd negidd eqcomd"},
    {"AdditionSimplification_2", "b",
     "wph cA cB cneg caddc co cB cB cneg caddc co cc0 wph cA cB cB cneg caddc .1 oveq1d wph cB "
     "wph cB .b recnd negidd eqtrd"},
    {"MultiplicationCommutativity_1", "ab",
     "wph cB cA wph cB .b recnd wph cA .a recnd mulcomd"},
    {"MultiplicationAssociativity_1", "abc",
     "wph cA cB cC wph cA .a recnd wph cB .b recnd wph cC .c recnd mulassd"},
    {"MultiplicationAssociativity_2", "abc",
     "wph cA cB cmul co cC cmul co cA cB cC cmul co cmul co wph cA cB cC wph cA .a recnd wph "
     "cB .b recnd wph cC .c recnd mulassd eqcomd"},
    {"MultiplicationOne_1", "a",
     "wph cA wph cA .a recnd mulid2d"},
    {"MultiplicationOne_2", "a",
     "wph cA wph cA .a recnd mulid1d"},
    {"MultiplicationOne_3", "a",
     "wph cA c1 cmul co cA wph cA wph cA .a recnd mulid1d eqcomd"},
    {"MultiplicationSimplification_1", "a",
     "wph cA c1 cA cdiv co cmul co c1 wph cA wph cA .a recnd .1 recidd eqcomd"},
    {"MultiplicationSimplification_2", "b",
     "wph cA c1 cB cdiv co cmul co cB c1 cB cdiv co cmul co c1 wph cA cB c1 cB cdiv co cmul .1 "
     "oveq1d wph cB wph cB .b recnd .2 recidd eqtrd"},
    {"AdditionMultiplicationLeftDistribution_1", "acd",
     "wph cC cD caddc co cA cmul co cC cA cmul co cD cA cmul co caddc co wph cC cD cA wph cC "
     ".c recnd wph cD .d recnd wph cA .a recnd adddird eqcomd"},
    {"AdditionMultiplicationLeftDistribution_2", "acd",
     "wph cC cD cA wph cC .c recnd wph cD .d recnd wph cA .a recnd adddird"},
    {"AdditionMultiplicationRightDistribution_1", "acd",
     "wph cA cC cD caddc co cmul co cA cC cmul co cA cD cmul co caddc co wph cA cC cD wph cA "
     ".a recnd wph cC .c recnd wph cD .d recnd adddid eqcomd"},
    {"AdditionMultiplicationRightDistribution_2", "acd",
     "wph cA cC cD wph cA .a recnd wph cC .c recnd wph cD .d recnd adddid"},
    {"SquareDefinition_1", "a",
     "wph cA wph cA .a recnd sqvald"},
    {"SquareDefinition_2", "a",
     "wph cA c2 cexp co cA cA cmul co wph cA wph cA .a recnd sqvald eqcomd"},
    {"PrincipleOfEquality_1", "",
     "wph cB cA cD cC caddc wph cA cB .1 eqcomd wph cC cD .2 eqcomd oveq12d"},
    {"EquMoveTerm_1", "ab",
     "wph cA cB caddc co cB cneg caddc co cC cB cneg caddc co cA wph cA cB caddc co cC cB cneg "
     "caddc .1 oveq1d wph cA cB caddc co cB cneg caddc co cA cB caddc co cB cmin co cA wph cA "
     "cB caddc co cB wph cA cB wph cA .a recnd wph cB .b recnd addcld wph cB .b recnd negsubd "
     "wph cA cB wph cA .a recnd wph cB .b recnd pncand eqtrd eqtr3d"},
    {"SquareGEQZero_1", "a",
     "wph cc0 cA cA cmul co cA cB cmul co cle wph cA .a msqge0d wph cA cB cA cmul .1 oveq2d "
     "breqtrd"},
    {"EquivalenceImpliesDoubleInequality_1", "b",
     "wph cB cA .b wph cA cB .1 eqcomd eqled"},
    {"FirstPrincipleOfInequality_1", "abcd",
     "wph cB cD cA cC .b .d .a .c .1 .2 le2addd"},
    {"SecondPrincipleOfInequality_1", "abc",
     "wph cB cA cC .b .a .c .2 .1 lemul1ad"},
    {"IneqMoveTerm_1", "abc",
     "wph cC cB cneg caddc co cC cB cmin co cA cle wph cC cB wph cC .c recnd wph cB .b recnd "
     "negsubd wph cC cB cmin co cA cle wbr cC cA cB caddc co cle wbr .1 wph cC cB cA .c .b .a "
     "lesubaddd mpbird eqbrtrd"},
};
// clang-format on

// x!=0 --> -x!=0, and similarly for the other operators.
struct NonZeroProof {
  std::string_view name;
  std::string_view letters;
  std::string_view conclusion;
  std::string_view steps;
};
constexpr NonZeroProof kNonZeroProofs[] = {
    {"negate", "a", "-u A =/= 0", "wph cA wph cA .a recnd .1 negne0d"},
    {"square", "a", "( A ^ 2 ) =/= 0",
     "wph cA c2 cexp co cA cA cmul co cc0 wph cA wph cA .a recnd sqvald "
     "wph cA cA wph cA .a recnd wph cA .a recnd .1 .1 mulne0d eqnetrd"},
    {"invert", "a", "( 1 / A ) =/= 0", "wph cA wph cA .a recnd .1 recne0d"},
    {"multiply", "ab", "( A x. B ) =/= 0",
     "wph cA cB wph cA .a recnd wph cB .b recnd .1 .2 mulne0d"},
};

const LemmaProof& proof_of(const Lemma& lemma) {
  const auto found = std::ranges::find(kProofs, lemma.name(), &LemmaProof::name);
  INEQ_CHECK(found != std::end(kProofs));
  return *found;
}

std::string class_name(char letter) {
  return variable_name(kMetamath, static_cast<std::uint32_t>(letter - 'a'));
}

// Breaks the text into lines of at most kWidth characters. The first line is indented by two
// blanks, the others by four.
std::string wrapped(std::string_view text) {
  std::string out = " ";
  std::size_t column = 1;
  for (const auto part : std::views::split(text, ' ')) {
    const std::string_view word(part.begin(), part.end());
    if (column > 1 && column + 1 + word.size() > kWidth) {
      out += "\n   ";
      column = 3;
    }
    out += ' ';
    out += word;
    column += 1 + word.size();
  }
  return out + "\n";
}

// A theorem whose first hypotheses state that `reals` are real numbers.
class LibraryTheorem {
 public:
  LibraryTheorem(std::string label, std::string_view reals) {
    out_.label = std::move(label);
    for (const char letter : reals) assume(letter, is_real(letter));
  }

  void premise(std::string text) { assume(++premises_, std::move(text)); }

  std::string write(std::string_view conclusion, std::string_view steps) {
    out_.conclusion = conclusion;
    for (const char c : steps) {
      if (c == '.') out_.proof += out_.label;
      out_.proof += c;
    }
    return to_string(out_);
  }

 private:
  void assume(char name, std::string text) {
    out_.hypotheses.push_back({fmt::format("{}.{}", out_.label, name), std::move(text)});
  }

  MetamathTheorem out_;
  char premises_ = '0';
};

constexpr std::string_view kHead =
    "$( Theorems of ineq.  They rest on set.mm alone: there is no axiom in this file.\n"
    "   The path is that of Debian's package metamath-databases.  Check with\n"
    "   metamath 'read \"FILE\"' 'verify proof ineq-*,ineq_*' exit $)\n"
    "$[ /usr/share/metamath/databases/set.mm $]\n\n"
    "$( The rows of the axioms. $)\n";

}  // namespace

std::string metamath_label(const Lemma& lemma) { return "ineq-" + lemma.name(); }

std::string_view metamath_reals(const Lemma& lemma) { return proof_of(lemma).reals; }

std::string metamath_library(const Lemmas& lemmas) {
  const Bank& patterns = lemmas.patterns();
  std::string out(kHead);
  for (const Lemma& lemma : lemmas.all()) {
    LibraryTheorem theorem(metamath_label(lemma), metamath_reals(lemma));
    for (const Statement premise : lemma.row->premises) {
      theorem.premise(text(kMetamath, patterns, premise));
    }
    out += theorem.write(text(kMetamath, patterns, lemma.conclusion), proof_of(lemma).steps);
  }
  out += "\n$( What is not zero. $)\n";
  for (const auto& [name, letters, conclusion, steps] : kNonZeroProofs) {
    LibraryTheorem theorem(fmt::format("ineq-nonzero-{}", name), letters);
    for (const char letter : letters) {
      theorem.premise(fmt::format("{} =/= 0", class_name(letter)));
    }
    out += theorem.write(conclusion, steps);
  }
  return out;
}

std::string to_string(const MetamathTheorem& theorem) {
  std::string out = "${\n";
  for (const auto& [label, text] : theorem.hypotheses) {
    out += wrapped(fmt::format("{} $e |- ( ph -> {} ) $.", label, text));
  }
  out += wrapped(fmt::format("{} $p |- ( ph -> {} ) $=", theorem.label, theorem.conclusion));
  return out + "  " + wrapped(theorem.proof + " $.") + "$}\n";
}

std::string class_label(char letter) { return fmt::format("c{}", class_name(letter)); }

std::string is_real(char letter) { return fmt::format("{} e. RR", class_name(letter)); }

}  // namespace ineq
