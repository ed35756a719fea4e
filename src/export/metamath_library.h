#pragma once
// The rows of the axioms as theorems over set.mm, Metamath's library, and the text form of such
// theorems.
//
// All theorems are in deduction form: |- ( ph -> A = B ). The letters a … z become the classes
// A … Z, and hypotheses state that they are real numbers.

#include <string>
#include <string_view>
#include <vector>

#include "export/lemmas.h"
#include "export/notation.h"

namespace ineq {

inline constexpr Notation kMetamath{.zero = "0",
                                    .one = "1",
                                    .add = "( L + R )",
                                    .negate = "-u L",
                                    .multiply = "( L x. R )",
                                    .square = "( L ^ 2 )",
                                    .invert = "( 1 / L )",
                                    .equal = "L = R",
                                    .greater_equal = "R <_ L",
                                    .non_zero = "L =/= 0",
                                    .first_variable = 'A'};

// The order in which set.mm declares the classes, which is not alphabetical. The hypotheses of a
// theorem begin with the declarations of its variables in this order.
inline constexpr std::string_view kDeclared = "abcdpqrstuefghijklmnovwxyz";

struct MetamathTheorem {
  struct Hypothesis {
    std::string label;
    std::string text;  // without `ph ->`, like the conclusion
  };
  std::string label;
  std::vector<Hypothesis> hypotheses;
  std::string conclusion;
  std::string proof;
};
std::string to_string(const MetamathTheorem& theorem);

std::string metamath_label(const Lemma& lemma);
// The letters that hypotheses state to be real numbers. The others do not need it.
std::string_view metamath_reals(const Lemma& lemma);
// The lemmas, and ineq-nonzero-negate, -square, -invert and -multiply, which conclude that a term
// is not zero because its operands are not.
std::string metamath_library(const Lemmas& lemmas);

std::string class_label(char letter);  // cA
std::string is_real(char letter);      // A e. RR

}  // namespace ineq
