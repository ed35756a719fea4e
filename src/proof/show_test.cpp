#include "proof/show.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

class ShowTest : public Fixture {
 protected:
  History played(const Texts& premises, std::string_view goal, const Texts& actions) {
    History history(bank_, theorem(premises, goal));
    for (const std::string& text : actions) {
      EXPECT_LE(history.apply(bank_, rules_, action(history.state(), text)), Outcome::kNothing);
    }
    return history;
  }
};

TEST_F(ShowTest, AProofReadsFromTheTheoremToItsEnd) {
  const History history =
      played({"d>=e"}, "a+d>=0+a+e",
             {"ineq_prin_one | (a+d) in obj, ((0+a)+e) in obj",
              "equ_dbl_ineq | a in obj, (0+a) in obj", "add_zero | (0+a) in obj"});
  EXPECT_EQ(show_proof(bank_, history, "title"),
            "title\n"
            "  given  d >= e\n"
            "  prove  a+d >= 0+a+e\n"
            "    1. FirstPrincipleOfInequality on a+d, 0+a+e\n"
            "       a >= 0+a\n"
            "    2. EquivalenceImpliesDoubleInequality on a, 0+a\n"
            "       a = 0+a\n"
            "    3. AdditionZero on 0+a\n"
            "       proven\n");
  EXPECT_EQ(latex_proof(bank_, history),
            "\\paragraph{Theorem.} Given $d \\geq e$, prove $a+d \\geq 0+a+e$.\n"
            "\\begin{enumerate}\n"
            "  \\item FirstPrincipleOfInequality on $a+d$, $0+a+e$: $a \\geq 0+a$.\n"
            "  \\item EquivalenceImpliesDoubleInequality on $a$, $0+a$: $a = 0+a$.\n"
            "  \\item AdditionZero on $0+a$: proven.\n"
            "\\end{enumerate}\n");
}

TEST_F(ShowTest, ADerivedFactIsShownAsTheResultOfItsStep) {
  const History history = played({"a=b"}, "c=d", {"equ_dbl_ineq | a in a=b, b in a=b"});
  EXPECT_EQ(show_proof(bank_, history, "forward"),
            "forward\n"
            "  given  a = b\n"
            "  prove  c = d\n"
            "    1. EquivalenceImpliesDoubleInequality on a, b\n"
            "       now a >= b is a fact\n");
}

TEST_F(ShowTest, ARecordIsShownUpToItsFirstWrongStep) {
  const Record record{.id = "id",
                      .rules = {},
                      .premises = {},
                      .goal = "a+b=b+(a+0)",
                      .proof = {"add_zero | (a+0) in obj", "mul_cmmt | (a+b) in obj", "what"}};
  EXPECT_EQ(show_record(rules_, record),
            "id\n"
            "  prove  a+b = b+(a+0)\n"
            "    1. AdditionZero on a+0\n"
            "       a+b = b+a\n");
}

TEST_F(ShowTest, ATheoremWithoutStepsIsShownAlone) {
  const History history = played({}, "a=a", {});
  EXPECT_EQ(show_proof(bank_, history, "trivial"), "trivial\n  prove  a = a\n");
  EXPECT_EQ(latex_proof(bank_, history), "\\paragraph{Theorem.} Prove $a = a$.\n");
}

}  // namespace
}  // namespace ineq
