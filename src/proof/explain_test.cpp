#include "proof/explain.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

class ExplainTest : public Fixture {
 protected:
  std::string explained(Outcome outcome, std::string_view axiom = "add_cmmt") const {
    return explain(outcome, rules_, {.axiom = static_cast<std::uint8_t>(*find_axiom(axiom))});
  }
};

TEST_F(ExplainTest, EveryOutcomeHasItsWords) {
  const std::pair<Outcome, const char*> kWords[] = {
      {Outcome::kProven, "proven"},
      {Outcome::kChanged, "a valid step that changes the state"},
      {Outcome::kNothing, "a valid step that changes nothing"},
      {Outcome::kNoMatch, "AdditionCommutativity does not apply: it takes b+a"},
      {Outcome::kTooLarge, "a statement of more than 65536 nodes or 1000 levels would result"},
      {Outcome::kNoSuchAxiom, "there is no axiom with that number"},
      {Outcome::kNoSuchNode, "an operand is not a term in a goal or a fact"},
      {Outcome::kClosed, "the theorem is already proven before this step"},
  };
  for (const auto& [outcome, words] : kWords) EXPECT_EQ(explained(outcome), words);
}

TEST_F(ExplainTest, EveryOutcomeHasItsName) {
  const std::pair<Outcome, std::string_view> kNames[] = {
      {Outcome::kProven, "proven"},           {Outcome::kChanged, "changed"},
      {Outcome::kNothing, "nothing"},         {Outcome::kNoMatch, "no-match"},
      {Outcome::kTooLarge, "too-large"},      {Outcome::kNoSuchAxiom, "no-such-axiom"},
      {Outcome::kNoSuchNode, "no-such-node"}, {Outcome::kClosed, "closed"},
  };
  for (const auto& [outcome, name] : kNames) EXPECT_EQ(to_string(outcome), name);
}

TEST_F(ExplainTest, AMismatchNamesWhatTheAxiomTakes) {
  EXPECT_EQ(explained(Outcome::kNoMatch, "add_zero"),
            "AdditionZero does not apply: it takes 0+a or a+0");
  EXPECT_EQ(explained(Outcome::kNoMatch, "equ_prin"),
            "PrincipleOfEquality does not apply: it takes a and then c and then b+d");
  EXPECT_EQ(explained(Outcome::kNoMatch, "ineq_mv_tm"),
            "IneqMoveTerm does not apply: it takes a and then c-b");
}

TEST_F(ExplainTest, AnUnknownAxiomIsExplainedToo) {
  EXPECT_EQ(explain(Outcome::kNoSuchAxiom, rules_, {.axiom = 255}),
            "there is no axiom with that number");
}

TEST_F(ExplainTest, OpenGoalsAreNamed) {
  State now = state({}, "a+b>=c+d");
  EXPECT_EQ(explain_open_goals(bank_, now), "the proof ends before (a+b)>=(c+d) is proven");
  EXPECT_EQ(apply(now, "ineq_prin_one | (a+b) in obj, (c+d) in obj"), Outcome::kChanged);
  EXPECT_EQ(explain_open_goals(bank_, now),
            "the proof ends before a>=c and 1 more goal are proven");
  EXPECT_EQ(explain_open_goals(bank_, state({}, "a=a")), "no goal is left");
}

TEST_F(ExplainTest, SeveralOpenGoalsAreCounted) {
  State now = state({}, "b+d=e");
  EXPECT_EQ(apply(now, "equ_prin | e in obj, b in obj, (b+d) in obj"), Outcome::kChanged);
  EXPECT_EQ(explain_open_goals(bank_, now),
            "the proof ends before e=b and 2 more goals are proven");
}

}  // namespace
}  // namespace ineq
