#include "env/legal_actions.h"

#include <gtest/gtest.h>

#include "axioms/rows.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class LegalActionsTest : public Fixture {
 protected:
  Texts legal(const State& now) {
    Texts out;
    for (const LegalAction& legal : legal_actions(bank_, rules_, now)) {
      out.push_back(print_action(bank_, now, legal.action));
    }
    return out;
  }
  Texts legal(const Texts& premises, std::string_view goal) { return legal(state(premises, goal)); }

  static std::string sum(std::size_t terms) {
    std::string out = "a";
    for (std::size_t i = 1; i < terms; ++i) out += "+a";
    return out;
  }

  // Takes the axiom away: some fit nearly everywhere and make long lists.
  void drop(std::string_view axiom) { rules_.axioms[*find_axiom(axiom)].clear(); }
};

TEST_F(LegalActionsTest, ListsWhatChangesTheStateAndNothingElse) {
  const struct {
    Texts premises;
    const char* goal;
    Texts actions;
  } kCases[] = {
      {{}, "a=b", {}},
      {{}, "a=a", {}},
      {{"a=b"}, "a=b", {}},
      {{"a+b>=c"}, "a=b", {}},
      {{},
       "a*a>=0",
       {"sqr_def | (a*a) in obj", "sqr_geq_zero | (a*a) in obj",
        "equ_dbl_ineq | (a*a) in obj, 0 in obj"}},
      {{}, "b*(1/b)=1", {"mul_cmmt | (b*(1/b)) in obj", "mul_simp | (b*(1/b)) in obj"}},
      {{"a=b", "c>=0"},
       "a*c>=b*c",
       {"mul_cmmt | (a*c) in obj", "mul_cmmt | (b*c) in obj",
        "equ_dbl_ineq | (a*c) in obj, (b*c) in obj", "equ_dbl_ineq | a in obj, b in obj",
        "ineq_prin_two | (a*c) in obj, (b*c) in obj"}},
  };
  for (const auto& c : kCases) EXPECT_EQ(legal(c.premises, c.goal), c.actions) << c.goal;
}

// The further operands of a row run over the distinct terms of the state, in goals and facts. Of
// those here a+b as the first one would assume the goal itself.
TEST_F(LegalActionsTest, TriesEveryTermForAnOperandThatTheNodeDoesNotFix) {
  EXPECT_EQ(legal({"d!=0"}, "a+b=a"),
            (Texts{"add_cmmt | (a+b) in obj", "equ_prin | a in obj, (a+b) in obj, (a+b) in obj",
                   "equ_prin | a in obj, a in obj, (a+b) in obj",
                   "equ_prin | a in obj, d in d!=0, (a+b) in obj",
                   "equ_prin | b in obj, (a+b) in obj, (a+b) in obj",
                   "equ_prin | b in obj, a in obj, (a+b) in obj",
                   "equ_prin | b in obj, b in obj, (a+b) in obj",
                   "equ_prin | b in obj, d in d!=0, (a+b) in obj",
                   "equ_prin | d in d!=0, (a+b) in obj, (a+b) in obj",
                   "equ_prin | d in d!=0, a in obj, (a+b) in obj",
                   "equ_prin | d in d!=0, b in obj, (a+b) in obj",
                   "equ_prin | d in d!=0, d in d!=0, (a+b) in obj"}));
  drop("PrincipleOfEquality");
  EXPECT_EQ(
      legal({"a+b>=c"}, "a>=c-b"),
      (Texts{"add_cmmt | (c+(-b)) in obj", "add_simp | (c+(-b)) in obj",
             "equ_mv_tm | a in obj, (c+(-b)) in obj", "equ_mv_tm | c in obj, (c+(-b)) in obj",
             "equ_mv_tm | (-b) in obj, (c+(-b)) in obj", "equ_mv_tm | b in obj, (c+(-b)) in obj",
             "equ_mv_tm | (a+b) in (a+b)>=c, (c+(-b)) in obj",
             "equ_dbl_ineq | a in obj, (c+(-b)) in obj",
             "ineq_mv_tm | a in obj, (c+(-b)) in obj"}));
}

// Both rows of AdditionZero fit 0+0 and do the same.
TEST_F(LegalActionsTest, ListsEachEffectOfAnAxiomOnce) {
  drop("PrincipleOfEquality");
  EXPECT_EQ(legal({}, "0+0=a"), Texts{"add_zero | (0+0) in obj"});
  EXPECT_EQ(legal({}, "a+a=b"), Texts{});
}

TEST_F(LegalActionsTest, ListsBothAxiomsThatHaveTheSameEffect) {
  EXPECT_EQ(legal({}, "(a*a)*a=b"),
            (Texts{"mul_cmmt | ((a*a)*a) in obj", "mul_assc | ((a*a)*a) in obj",
                   "sqr_def | (a*a) in obj"}));
}

TEST_F(LegalActionsTest, GoesRowByRowAndThenByOperands) {
  drop("PrincipleOfEquality");
  EXPECT_EQ(legal({}, "a+(b+c)=(a+b)+d"),
            (Texts{"add_cmmt | (a+(b+c)) in obj", "add_cmmt | (b+c) in obj",
                   "add_cmmt | ((a+b)+d) in obj", "add_cmmt | (a+b) in obj",
                   "add_assc | ((a+b)+d) in obj", "add_assc | (a+(b+c)) in obj"}));
}

TEST_F(LegalActionsTest, ListsActionsOnEveryGoal) {
  State now = state({}, "a*b+c>=d+e*f");
  EXPECT_EQ(apply(now, "ineq_prin_one | ((a*b)+c) in obj, (d+(e*f)) in obj"), Outcome::kChanged);
  EXPECT_EQ(legal(now), (Texts{"mul_cmmt | (a*b) in obj", "mul_cmmt | (e*f) in c>=(e*f)",
                               "equ_dbl_ineq | (a*b) in obj, d in obj",
                               "equ_dbl_ineq | c in c>=(e*f), (e*f) in c>=(e*f)"}));
}

TEST_F(LegalActionsTest, DerivesFactsFromFactsWhereTheStateHasTheOperands) {
  EXPECT_EQ(legal({"a=b"}, "a*b=c"),
            (Texts{"mul_cmmt | (a*b) in obj", "sqr_geq_zero | (a*b) in obj",
                   "equ_dbl_ineq | a in obj, b in obj"}));
  EXPECT_EQ(legal({"a>=b", "c>=0"}, "a*c=b*c"),
            (Texts{"mul_cmmt | (a*c) in obj", "mul_cmmt | (b*c) in obj",
                   "ineq_prin_two | (a*c) in obj, (b*c) in obj"}));
  EXPECT_EQ(legal({"a>=b", "c>=0"}, "a*c=b*d"),
            (Texts{"mul_cmmt | (a*c) in obj", "mul_cmmt | (b*d) in obj"}));
}

TEST_F(LegalActionsTest, FindsTheIntroductionsOfTheFullSet) {
  rules_ = make_rules(RuleSet::kFull);
  EXPECT_EQ(legal({}, "0=b"),
            (Texts{"add_zero | 0 in obj", "add_zero | b in obj", "add_simp | 0 in obj, 0 in obj",
                   "add_simp | b in obj, 0 in obj", "mul_one | 0 in obj", "mul_one | b in obj"}));
  EXPECT_EQ(legal({}, "a=1"),
            (Texts{"add_zero | a in obj", "add_zero | 1 in obj", "mul_one | a in obj",
                   "mul_one | 1 in obj", "mul_simp | a in obj, 1 in obj",
                   "mul_simp | 1 in obj, 1 in obj"}));
}

// No premise binds the letter of such a row: it is tried with every square there is.
TEST_F(LegalActionsTest, UsesARowWithoutPremises) {
  const std::string_view rows[] = {"a^2>=0"};
  rules_ = read_rows(rows);
  EXPECT_EQ(legal({}, "(a+b)^2>=c^2"),
            (Texts{"add_cmmt | ((a+b)^2) in obj", "add_cmmt | (c^2) in obj"}));
}

TEST_F(LegalActionsTest, ComesWithTheStateThatEachActionLeadsTo) {
  const State now = state({"a=b", "c>=0"}, "(a+b)*c>=b*c+c^2");
  const auto list = legal_actions(bank_, rules_, now);
  EXPECT_GT(list.size(), 20u);
  for (const LegalAction& legal : list) {
    State next = now;
    EXPECT_LE(next.apply(bank_, rules_, legal.action), Outcome::kChanged);
    EXPECT_EQ(next.hash(), legal.next.hash());
    EXPECT_EQ(texts(next.goals()), texts(legal.next.goals()));
  }
}

TEST_F(LegalActionsTest, CanBeEstimated) {
  for (const std::size_t terms : {2u, 3u, 5u, 10u}) {
    const State now = state({"a=b"}, sum(terms) + "=b");
    const auto count = legal_actions(bank_, rules_, now).size();
    const auto estimate = estimate_legal_actions(bank_, rules_, now);
    EXPECT_GE(estimate, count);
    EXPECT_LE(estimate, 2 * count + 5);
    const std::size_t commutativity = *find_axiom("AC");
    EXPECT_EQ(estimate_legal_actions(bank_, rules_, now, commutativity), terms - 1);
  }
  EXPECT_GT(estimate_legal_actions(bank_, rules_, state({}, sum(1000) + "=a")), 900'000'000u);
}

TEST_F(LegalActionsTest, ListsTheFirstOfVeryMany) {
  const State short_sum = state({}, sum(6) + "=a");
  const auto all = legal_actions(bank_, rules_, short_sum);
  for (const std::size_t at_most : {std::size_t{0}, std::size_t{1}, all.size(), all.size() + 1}) {
    const auto first = legal_actions(bank_, rules_, short_sum, {}, at_most);
    ASSERT_EQ(first.size(), std::min(at_most, all.size()));
    for (std::size_t i = 0; i < first.size(); ++i) {
      EXPECT_EQ(first[i].next.hash(), all[i].next.hash());
    }
  }
  // All of them would take half an hour.
  EXPECT_EQ(legal_actions(bank_, rules_, state({}, sum(400) + "=a"), {}, 1000).size(), 1000u);
}

}  // namespace
}  // namespace ineq
