#include "proof/observation.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

class ObservationTest : public Fixture {
 protected:
  std::string seen(const State& state) const {
    std::string out;
    print_observation(bank_, state, out);
    return out;
  }
};

TEST_F(ObservationTest, ShowsTheFactsAndTheFirstGoal) {
  EXPECT_EQ(seen(state({}, "a+b=c")), "to (a+b)=c");
  EXPECT_EQ(seen(state({"b+f=a*b", "b+f=c", "a>=0", "a!=0"}, "a>=b")),
            "(b+f)=(a*b) & (b+f)=c & a>=0 & a!=0 to a>=b");
}

TEST_F(ObservationTest, ShowsWhatWasDerivedAfterThePremises) {
  State now = state({"a=b", "c=d"}, "e=f");
  EXPECT_EQ(apply(now, "equ_dbl_ineq | a in a=b, b in a=b"), Outcome::kChanged);
  EXPECT_EQ(seen(now), "a=b & c=d & a>=b to e=f");
}

TEST_F(ObservationTest, HidesTheOtherGoals) {
  State now = state({}, "a+b>=c+d");
  EXPECT_EQ(apply(now, "ineq_prin_one | (a+b) in obj, (c+d) in obj"), Outcome::kChanged);
  EXPECT_EQ(seen(now), "to a>=c");
  EXPECT_EQ(first_goal(now), statement("a>=c"));
}

TEST_F(ObservationTest, AProvenStateHasNoGoalToShow) {
  EXPECT_EQ(seen(state({"a=b"}, "a=b")), "a=b to ");
  EXPECT_EQ(seen(state({}, "a=a")), "to ");
  EXPECT_EQ(first_goal(state({}, "a=a")), std::nullopt);
}

TEST_F(ObservationTest, PrintingAppends) {
  std::string out = "> ";
  print_observation(bank_, state({}, "a=b"), out);
  EXPECT_EQ(out, "> to a=b");
}

}  // namespace
}  // namespace ineq
