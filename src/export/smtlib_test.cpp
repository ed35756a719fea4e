#include "support/exported.h"

namespace ineq {
namespace {

class SmtlibTest : public ExportFixture {
 protected:
  std::string text_of(const Texts& premises, std::string_view goal) {
    return exporter_.theorem(bank_, only_stated(premises, goal));
  }

  const Exporter exporter_{"smtlib", lemmas_};
};

TEST_F(SmtlibTest, PremisesAndTheNegatedGoal) {
  EXPECT_EQ(text_of({"d>=0"}, "d*a^2>=-0"),
            "(echo \"it\")\n"
            "(set-logic QF_NRA)\n"
            "(declare-const a Real)\n"
            "(declare-const d Real)\n"
            "(assert (>= d 0))\n"
            "(assert (not (>= (* d (let ((square a)) (* square square))) (- 0))))\n"
            "(check-sat)\n");
}

// Otherwise 1=0*(1/0) would follow.
TEST_F(SmtlibTest, OnlyPremisesSayWhatIsNotZero) {
  const std::string text = text_of({"b!=0", "1/(a+c)>=c"}, "1/(1/b)+1/(a+c)=1/d");
  EXPECT_EQ(count_of(text, "(assert (not (= b 0)))\n"), 1u);
  EXPECT_EQ(count_of(text, "(assert"), 3u);
}

TEST_F(SmtlibTest, GeneratedStatements) {
  for (const Record& record : generated_records(8, 10, 20)) {
    const std::string text = exporter_.theorem(bank_, exported(record, rules_));
    EXPECT_TRUE(is_balanced(text)) << text;
    EXPECT_EQ(count_of(text, "(check-sat)"), 1u);
    EXPECT_EQ(count_of(text, "(assert"), record.premises.size() + 1);
  }
}

}  // namespace
}  // namespace ineq
