#include "support/exported.h"

namespace ineq {
namespace {

class TptpTest : public ExportFixture {
 protected:
  const Exporter exporter_{"tptp", lemmas_};
};

TEST_F(TptpTest, EveryRowIsAnAxiom) {
  const std::string library = exporter_.library();
  EXPECT_TRUE(is_balanced(library));
  EXPECT_EQ(count_of(library, ", axiom, "), lemmas_.all().size() + 2);
  for (const char* line :
       {"fof(add_assc_1, axiom, ![A,B,C]: (add(add(A,B),C) = add(A,add(B,C)))).",
        "fof(mul_simp_2, axiom, ![A,B]: ((A = B & B != zero) => multiply(A,invert(B)) = one)).",
        "fof(ineq_mv_tm_1, axiom, ![A,B,C]: ((geq(add(A,B),C)) => geq(A,add(C,negate(B))))).",
        "fof(geq_reflexive, axiom, ![A]: (geq(A,A))).", "fof(one_not_zero, axiom, one != zero)."}) {
    EXPECT_EQ(count_of(library, line), 1u) << line;
  }
}

TEST_F(TptpTest, StatementsAreAboutConstants) {
  EXPECT_EQ(exporter_.theorem(bank_, only_stated({"a^2>=b", "c!=0"}, "c*(1/c)=1")),
            "\n"
            "fof(h1, hypothesis, geq(square(a),b)).\n"
            "fof(h2, hypothesis, c != zero).\n"
            "fof(it, conjecture, multiply(c,invert(c)) = one).\n");
  EXPECT_FALSE(exporter_.format().takes_many);
}

}  // namespace
}  // namespace ineq
