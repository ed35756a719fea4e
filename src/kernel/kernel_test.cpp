#include "kernel/kernel.h"

#include <gtest/gtest.h>

#include "proof/observation.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using enum Outcome;

class KernelTest : public Fixture {
 protected:
  struct Move {
    std::string text;
    Outcome outcome;
  };
  // A theorem, a sequence of actions with their outcomes, and the resulting goals and facts.
  struct Story {
    std::string what;
    Texts premises;
    std::string goal;
    std::vector<Move> moves;
    Texts goals, facts;
  };

  void expect_story(const Story& story) {
    SCOPED_TRACE(story.what);
    State now = state(story.premises, story.goal);
    for (const Move& move : story.moves) {
      EXPECT_EQ(apply(now, move.text), move.outcome) << move.text;
    }
    EXPECT_EQ(texts(now.goals()), story.goals);
    EXPECT_EQ(texts(now.facts()), story.facts);
    EXPECT_EQ(now.proven(), story.goals.empty());
  }

  // Applies an action that must not change the state.
  void expect_refused(State& now, const Action& action, Outcome outcome) {
    const State before = now;
    EXPECT_EQ(now.apply(bank_, rules_, action), outcome);
    EXPECT_EQ(texts(now.goals()), texts(before.goals()));
    EXPECT_EQ(texts(now.facts()), texts(before.facts()));
    EXPECT_EQ(now.hash(), before.hash());
  }

  Action raw(std::string_view axiom, std::vector<Operand> operands) {
    Action out{.axiom = static_cast<std::uint8_t>(*find_axiom(axiom)),
               .count = static_cast<std::uint8_t>(operands.size())};
    std::ranges::copy(operands, out.operands.begin());
    return out;
  }

  // The proof as actions. Each text is read in the state after the previous ones.
  std::vector<Action> proof_of(const Theorem& theorem, const Texts& texts) {
    State now(bank_, theorem);
    std::vector<Action> out;
    for (const std::string& text : texts) {
      out.push_back(action(now, text));
      now.apply(bank_, rules_, out.back());
    }
    return out;
  }
};

TEST_F(KernelTest, AStepBackwardPutsTheAssumptionInPlaceOfTheGoal) {
  expect_story({.what = "only the addressed occurrence is rewritten",
                .premises = {},
                .goal = "a+b=(a+b)*c",
                .moves = {{"add_cmmt | (a+b) in obj 1", kChanged}},
                .goals = {"(a+b)=((b+a)*c)"},
                .facts = {}});
  expect_story({.what = "a rewritten goal that is trivial is closed",
                .premises = {},
                .goal = "a+b=b+a",
                .moves = {{"add_cmmt | (a+b) in obj", kProven}},
                .goals = {},
                .facts = {}});
  expect_story({.what = "a goal rewritten to a premise is closed, and a fact",
                .premises = {"(b+a)=c"},
                .goal = "a+b=c",
                .moves = {{"add_cmmt | (a+b) in obj", kProven}},
                .goals = {},
                .facts = {"(b+a)=c", "(a+b)=c"}});
  expect_story({.what = "premises discharge by identity: an equation is not symmetric",
                .premises = {"c=(b+a)"},
                .goal = "a+b=c",
                .moves = {{"add_cmmt | (a+b) in obj", kChanged}},
                .goals = {"(b+a)=c"},
                .facts = {"c=(b+a)"}});
  expect_story({.what = "the first row that fits is used",
                .premises = {},
                .goal = "(a+b)+(c+d)=0",
                .moves = {{"add_assc | ((a+b)+(c+d)) in obj", kChanged}},
                .goals = {"(a+(b+(c+d)))=0"},
                .facts = {}});
  expect_story({.what = "the second row is used where the first does not fit",
                .premises = {},
                .goal = "a+(b+c)=0",
                .moves = {{"add_assc | (a+(b+c)) in obj", kChanged}},
                .goals = {"((a+b)+c)=0"},
                .facts = {}});
  expect_story({.what = "operands that the row does not take are ignored",
                .premises = {},
                .goal = "a+b=c",
                .moves = {{"add_cmmt | (a+b) in obj, c in obj, a in obj", kChanged}},
                .goals = {"(b+a)=c"},
                .facts = {}});
}

TEST_F(KernelTest, PremisesOfARowBecomeGoalsUnlessTheyAreFactsOrTrivial) {
  expect_story({.what = "both open",
                .premises = {},
                .goal = "a+b>=c+d",
                .moves = {{"ineq_prin_one | (a+b) in obj, (c+d) in obj", kChanged}},
                .goals = {"a>=c", "b>=d"},
                .facts = {}});
  expect_story({.what = "one is a premise",
                .premises = {"a>=c"},
                .goal = "a+b>=c+d",
                .moves = {{"ineq_prin_one | (a+b) in obj, (c+d) in obj", kChanged}},
                .goals = {"b>=d"},
                .facts = {"a>=c"}});
  expect_story({.what = "one is trivial, which makes it no fact",
                .premises = {},
                .goal = "a+b>=a+d",
                .moves = {{"ineq_prin_one | (a+b) in obj, (a+d) in obj", kChanged}},
                .goals = {"b>=d"},
                .facts = {}});
  expect_story({.what = "both are premises: the goal becomes a fact",
                .premises = {"a>=c", "b>=d"},
                .goal = "a+b>=c+d",
                .moves = {{"ineq_prin_one | (a+b) in obj, (c+d) in obj", kProven}},
                .goals = {},
                .facts = {"a>=c", "b>=d", "(a+b)>=(c+d)"}});
  expect_story({.what = "both are the same",
                .premises = {},
                .goal = "a+a>=b+b",
                .moves = {{"ineq_prin_one | (a+a) in obj, (b+b) in obj", kChanged}},
                .goals = {"a>=b"},
                .facts = {}});
  expect_story({.what = "a premise of the row comes before the rewritten goal",
                .premises = {},
                .goal = "c-b=d",
                .moves = {{"equ_mv_tm | d in obj, (c+(-b)) in obj", kChanged}},
                .goals = {"(d+b)=c"},
                .facts = {}});
  expect_story({.what = "three assumptions, in the order of the row",
                .premises = {},
                .goal = "b+d=e",
                .moves = {{"equ_prin | e in obj, b in obj, (b+d) in obj", kChanged}},
                .goals = {"e=b", "b=d", "(e+b)=e"},
                .facts = {}});
}

TEST_F(KernelTest, DivisionNeedsADivisorThatIsNotZero) {
  expect_story({.what = "the condition is left as a goal",
                .premises = {},
                .goal = "a*(1/a)=1",
                .moves = {{"mul_simp | (a*(1/a)) in obj", kChanged}},
                .goals = {"a!=0"},
                .facts = {}});
  expect_story({.what = "the condition is a premise",
                .premises = {"a!=0"},
                .goal = "a*(1/a)=1",
                .moves = {{"mul_simp | (a*(1/a)) in obj", kProven}},
                .goals = {},
                .facts = {"a!=0"}});
  expect_story({.what = "one is not zero",
                .premises = {},
                .goal = "1*(1/1)=1",
                .moves = {{"mul_simp | (1*(1/1)) in obj", kProven}},
                .goals = {},
                .facts = {}});
  expect_story({.what = "such a goal can be rewritten",
                .premises = {"b!=0"},
                .goal = "b*(1/(b+0))=1",
                .moves = {{"mul_simp | (b*(1/(b+0))) in obj", kChanged},
                          {"add_zero | (b+0) in (b+0)!=0", kChanged},
                          {"add_zero | (b+0) in obj", kProven}},
                .goals = {},
                .facts = {"b!=0", "(b+0)!=0"}});
}

TEST_F(KernelTest, FactsAreDerivedFromFactsWhateverTheGoal) {
  expect_story({.what = "from a premise",
                .premises = {"a=b"},
                .goal = "c=d",
                .moves = {{"equ_dbl_ineq | a in a=b, b in a=b", kChanged}},
                .goals = {"c=d"},
                .facts = {"a=b", "a>=b"}});
  expect_story({.what = "only once",
                .premises = {"a=b"},
                .goal = "c=d",
                .moves = {{"equ_dbl_ineq | a in a=b, b in a=b", kChanged},
                          {"equ_dbl_ineq | a in a=b, b in a=b", kNothing}},
                .goals = {"c=d"},
                .facts = {"a=b", "a>=b"}});
  expect_story({.what = "from a derived fact",
                .premises = {"a+b=c"},
                .goal = "d>=c+-b",
                .moves = {{"equ_dbl_ineq | (a+b) in (a+b)=c, c in (a+b)=c", kChanged},
                          {"ineq_mv_tm | a in (a+b)=c, (c+(-b)) in obj", kChanged}},
                .goals = {"d>=(c+(-b))"},
                .facts = {"(a+b)=c", "(a+b)>=c", "a>=(c+(-b))"}});
  expect_story({.what = "a derived fact closes the goal",
                .premises = {"a=b"},
                .goal = "a>=b",
                .moves = {{"equ_dbl_ineq | a in a=b, b in a=b", kProven}},
                .goals = {},
                .facts = {"a=b", "a>=b"}});
  expect_story({.what = "not from what is neither a fact nor for a goal",
                .premises = {"a=b"},
                .goal = "c=d",
                .moves = {{"equ_dbl_ineq | b in a=b, a in a=b", kNothing}},
                .goals = {"c=d"},
                .facts = {"a=b"}});
  expect_story({.what = "not from what is trivial but no fact",
                .premises = {},
                .goal = "a*a=b",
                .moves = {{"sqr_geq_zero | (a*a) in obj", kNothing}},
                .goals = {"(a*a)=b"},
                .facts = {}});
  expect_story({.what = "from what is trivial and a fact",
                .premises = {"a=a"},
                .goal = "a*a=b",
                .moves = {{"sqr_geq_zero | (a*a) in obj", kChanged}},
                .goals = {"(a*a)=b"},
                .facts = {"a=a", "(a*a)>=0"}});
  expect_story({.what = "a rewritten premise would only prove the premise",
                .premises = {"a+b=c"},
                .goal = "c=d",
                .moves = {{"add_cmmt | (a+b) in (a+b)=c", kNothing}},
                .goals = {"c=d"},
                .facts = {"(a+b)=c"}});
}

TEST_F(KernelTest, GoalsAreInTheOrderOfTheirFirstMention) {
  const Move split{"ineq_prin_one | ((a+b)+e) in obj, (c+d) in obj", kChanged};
  const Move swap{"add_cmmt | (a+b) in (a+b)>=c", kChanged};
  const Move back{"add_cmmt | (b+a) in (b+a)>=c", kChanged};
  expect_story({.what = "a new goal goes last",
                .premises = {},
                .goal = "(a+b)+e>=c+d",
                .moves = {split, swap},
                .goals = {"e>=d", "(b+a)>=c"},
                .facts = {}});
  expect_story({.what = "a goal that comes back takes its old place",
                .premises = {},
                .goal = "(a+b)+e>=c+d",
                .moves = {split, swap, back},
                .goals = {"(a+b)>=c", "e>=d"},
                .facts = {}});
  expect_story({.what = "and so does the new one",
                .premises = {},
                .goal = "(a+b)+e>=c+d",
                .moves = {split, swap, back, swap},
                .goals = {"e>=d", "(b+a)>=c"},
                .facts = {}});
  expect_story({.what = "a valid step that changes nothing mentions its statements, too",
                .premises = {},
                .goal = "(a+b)+e>=c+d",
                .moves = {{"equ_dbl_ineq | e in obj, d in obj", kNothing}, split},
                .goals = {"e>=d", "(a+b)>=c"},
                .facts = {}});
  expect_story({.what = "an assumption that is a goal already stays where it is",
                .premises = {},
                .goal = "(a+b)+(b+a)>=c+c",
                .moves = {{"ineq_prin_one | ((a+b)+(b+a)) in obj, (c+c) in obj", kChanged},
                          {"add_cmmt | (b+a) in (b+a)>=c", kChanged}},
                .goals = {"(a+b)>=c"},
                .facts = {}});
  expect_story({.what = "goals other than the first can be closed first",
                .premises = {"d=e"},
                .goal = "a+d>=b+e",
                .moves = {{"ineq_prin_one | (a+d) in obj, (b+e) in obj", kChanged},
                          {"equ_dbl_ineq | d in d>=e, e in d>=e", kChanged}},
                .goals = {"a>=b"},
                .facts = {"d=e", "d>=e"}});
}

TEST_F(KernelTest, AValidStepThatChangesNothingSaysSo) {
  expect_story({.what = "the conclusion is among the assumptions",
                .premises = {},
                .goal = "a+a=b",
                .moves = {{"add_cmmt | (a+a) in obj", kNothing}},
                .goals = {"(a+a)=b"},
                .facts = {}});
  expect_story({.what = "even if the other assumptions are facts",
                .premises = {"a=a"},
                .goal = "a+a=b",
                .moves = {{"equ_prin | a in obj, a in obj, (a+a) in obj", kNothing}},
                .goals = {"(a+a)=b"},
                .facts = {"a=a"}});
}

TEST_F(KernelTest, ATheoremCanBeClosedFromTheStart) {
  for (const auto& [premises, goal] : std::vector<std::pair<Texts, std::string>>{
           {{}, "a=a"}, {{}, "a>=a"}, {{"a+b=c"}, "a+b=c"}, {{}, "1!=0"}}) {
    State now = state(premises, goal);
    EXPECT_TRUE(now.proven()) << goal;
    EXPECT_EQ(texts(now.goals()), Texts{}) << goal;
    expect_refused(now, raw("add_cmmt", {{statement(goal), 1}}), kClosed);
    expect_refused(now, {.axiom = 255}, kClosed);
  }
}

TEST_F(KernelTest, APremiseGivenTwiceIsOneFact) {
  EXPECT_EQ(texts(state({"a=b", "c=d", "a=b"}, "a=d").facts()), (Texts{"a=b", "c=d"}));
  EXPECT_EQ(state({"a=b", "c=d", "a=b"}, "a=d").hash(), state({"c=d", "a=b"}, "a=d").hash());
}

TEST_F(KernelTest, RefusesUnknownAxiomsAndNodes) {
  State now = state({"a>=0"}, "a+b=c+d");
  const Statement goal = statement("a+b=c+d");
  const Statement premise = statement("a>=0");
  const Statement foreign = statement("a+b=c");
  const std::uint32_t size = bank_[goal].size;
  expect_refused(now, raw("add_cmmt", {{goal, 0}}), kNoSuchNode);
  expect_refused(now, raw("add_cmmt", {{goal, size}}), kNoSuchNode);
  expect_refused(now, raw("add_cmmt", {{goal, UINT32_MAX}}), kNoSuchNode);
  expect_refused(now, raw("add_cmmt", {{premise, 3}}), kNoSuchNode);
  expect_refused(now, raw("add_cmmt", {{foreign, 1}}), kNoSuchNode);
  expect_refused(now, raw("add_cmmt", {{Statement{UINT32_MAX}, 1}}), kNoSuchNode);
  // An unused operand must exist as well: operands are looked up before a row is chosen.
  expect_refused(now, raw("add_cmmt", {{goal, 1}, {foreign, 1}}), kNoSuchNode);

  Action four = raw("add_cmmt", {{goal, 1}});
  four.count = 4;
  expect_refused(now, four, kNoSuchNode);
  Action unknown = raw("add_cmmt", {{goal, 1}});
  for (const std::uint8_t axiom : std::initializer_list<std::uint8_t>{18, 255}) {
    unknown.axiom = axiom;
    expect_refused(now, unknown, kNoSuchAxiom);
  }
}

TEST_F(KernelTest, AReplacedGoalCannotBeAnOperand) {
  State now = state({}, "a+b=c");
  EXPECT_EQ(apply(now, "add_cmmt | (a+b) in obj"), kChanged);
  expect_refused(now, raw("add_cmmt", {{statement("a+b=c"), 1}}), kNoSuchNode);
}

TEST_F(KernelTest, RefusesOperandsThatNoRowFits) {
  State now = state({}, "a+b=c*d");
  const Statement goal = statement("a+b=c*d");
  expect_refused(now, raw("add_cmmt", {}), kNoMatch);
  expect_refused(now, raw("add_cmmt", {{goal, 2}}), kNoMatch);
  expect_refused(now, raw("mul_cmmt", {{goal, 1}}), kNoMatch);
  expect_refused(now, raw("equ_prin", {{goal, 2}, {goal, 1}}), kNoMatch);
  expect_refused(now, raw("equ_prin", {{goal, 2}, {goal, 1}, {goal, 4}}), kNoMatch);
  expect_refused(now, raw("ineq_prin_one", {{goal, 1}, {goal, 4}}), kNoMatch);
}

// Two operands of one row must agree on the variables they share.
TEST_F(KernelTest, RefusesOperandsThatBindAVariableTwice) {
  State now = state({}, "a*c>=b*d");
  const Statement goal = statement("a*c>=b*d");
  expect_refused(now, raw("ineq_prin_two", {{goal, 1}, {goal, 4}}), kNoMatch);
}

// The step W=c, W=V+V --> (W+W)=c doubles the goal.
TEST_F(KernelTest, RefusesToMakeATooLargeStatementAndStaysUnchanged) {
  State now = state({}, "a+b=c");
  Statement goal = statement("a+b=c");
  const auto doubling = [&] { return raw("equ_prin", {{goal, 1}, {goal, 1}, {goal, 1}}); };
  int steps = 0;
  while (bank_[goal].size <= kMaxSize / 2) {
    Step step;
    ASSERT_EQ(now.instantiate(bank_, rules_, doubling(), step), std::nullopt);
    ASSERT_EQ(now.apply(bank_, rules_, doubling()), kChanged);
    goal = step.assumption[2];
    ++steps;
  }
  EXPECT_EQ(steps, 13);
  EXPECT_EQ(bank_[goal].size, kMaxSize / 2 + 1);
  expect_refused(now, doubling(), kTooLarge);
  EXPECT_EQ(apply(now, "add_cmmt | (a+b) in (a+b)=a"), kChanged);
}

TEST_F(KernelTest, RefusesToMakeATooHighStatement) {
  const std::string tall = repeat("(", kMaxHeight - 2) + "a" + repeat("+b)", kMaxHeight - 2);
  State now = state({}, tall + "^2=c");
  const Statement goal = *first_goal(now);
  ASSERT_EQ(bank_[goal].height, kMaxHeight);
  Step step;
  EXPECT_EQ(now.instantiate(bank_, rules_, raw("sqr_def", {{goal, 1}}), step), std::nullopt);
  rules_ = make_rules(RuleSet::kFull);
  expect_refused(now, raw("mul_one", {{goal, 1}}), kTooLarge);
}

TEST_F(KernelTest, AnActionMeansAssumptionsAndAConclusion) {
  const State now = state({"c=d"}, "b+d=e");
  const struct {
    const char* action;
    Texts assumptions;
    const char* conclusion;
  } kCases[] = {
      {"add_cmmt | (b+d) in obj", {"(d+b)=e"}, "(b+d)=e"},
      {"equ_prin | e in obj, c in c=d, (b+d) in obj", {"e=b", "c=d", "(e+c)=e"}, "(b+d)=e"},
      {"equ_dbl_ineq | (b+d) in obj, c in c=d", {"(b+d)=c"}, "(b+d)>=c"},
      {"ineq_prin_one | (b+d) in obj, (b+d) in obj", {"b>=b", "d>=d"}, "(b+d)>=(b+d)"},
  };
  for (const auto& c : kCases) {
    Step step;
    ASSERT_EQ(now.instantiate(bank_, rules_, action(now, c.action), step), std::nullopt)
        << c.action;
    EXPECT_EQ(texts(step.assumptions()), c.assumptions);
    EXPECT_EQ(to_string(bank_, step.conclusion), c.conclusion);
  }
  EXPECT_EQ(texts(now.goals()), Texts{"(b+d)=e"});
}

TEST_F(KernelTest, StatusTellsGoalsFactsAndTheRestApart) {
  State now = state({"c=d"}, "a+b=c");
  EXPECT_EQ(apply(now, "add_cmmt | (a+b) in obj"), kChanged);
  EXPECT_EQ(now.status(statement("c=d")), State::Status::kFact);
  EXPECT_EQ(now.status(statement("b+a=c")), State::Status::kGoal);
  EXPECT_EQ(now.status(statement("a+b=c")), State::Status::kMentioned);
  EXPECT_EQ(now.status(statement("a=z")), State::Status::kUnknown);
}

TEST_F(KernelTest, ACopyOfAStateIsIndependent) {
  const State before = state({}, "a+b=c");
  State after = before;
  EXPECT_EQ(apply(after, "add_cmmt | (a+b) in obj"), kChanged);
  EXPECT_EQ(texts(before.goals()), Texts{"(a+b)=c"});
  EXPECT_NE(before.hash(), after.hash());
}

TEST_F(KernelTest, TheHashIsThatOfTheGoalsAndFactsAsSets) {
  const auto hash_after = [&](const Texts& premises, const Texts& actions) {
    State now = state(premises, "(a+b)+(c+d)>=e+e");
    for (const std::string& text : actions) {
      EXPECT_EQ(apply(now, text), kChanged) << text;
    }
    return now.hash();
  };
  const std::string split = "ineq_prin_one | ((a+b)+(c+d)) in obj, (e+e) in obj";
  const std::string left = "add_cmmt | (a+b) in (a+b)>=e";
  const std::string right = "add_cmmt | (c+d) in (c+d)>=e";
  const std::string undo = "add_cmmt | (b+a) in (b+a)>=e";

  EXPECT_EQ(hash_after({}, {split, left, right}), hash_after({}, {split, right, left}));
  EXPECT_EQ(hash_after({}, {split, left, undo}), hash_after({}, {split}));
  EXPECT_EQ(hash_after({"a=b", "c=d"}, {}), hash_after({"c=d", "a=b"}, {}));
  EXPECT_EQ(hash_after({"a=b"}, {"equ_dbl_ineq | a in a=b, b in a=b"}),
            hash_after({"a=b", "a>=b"}, {}));

  EXPECT_NE(hash_after({}, {split}), hash_after({}, {}));
  EXPECT_NE(hash_after({}, {split, left}), hash_after({}, {split, right}));
  EXPECT_NE(hash_after({"a=b"}, {}), hash_after({"b=a"}, {}));
  EXPECT_NE(hash_after({"a=b"}, {}), hash_after({}, {}));
}

TEST_F(KernelTest, TheHashTellsAGoalFromAFact) {
  EXPECT_NE(state({"a=b"}, "c=d").hash(), state({"c=d"}, "a=b").hash());
}

TEST_F(KernelTest, TheHashIsTheSameInEveryBank) {
  const std::uint64_t here = state({"a*b>=c"}, "a+b=c").hash();
  Bank other;
  parse_statement(other, "z=(y+x)*w");
  const Statement goal = parse_statement(other, "a+b=c");
  const Theorem theorem{.premises = {parse_statement(other, "a*b>=c")}, .goal = goal};
  EXPECT_EQ(State(other, theorem).hash(), here);
}

TEST_F(KernelTest, CheckAcceptsAProofToItsEnd) {
  const Theorem t = theorem({"b+d>=0"}, "b*(b+d)>=(b*1)*(b+d)");
  const auto proof =
      proof_of(t, {"ineq_prin_two | (b*(b+d)) in obj, ((b*1)*(b+d)) in obj",
                   "equ_dbl_ineq | b in obj, (b*1) in obj", "mul_one | (b*1) in obj"});
  EXPECT_TRUE(check(bank_, rules_, t, proof).proven);

  for (std::size_t length = 0; length < proof.size(); ++length) {
    const Verdict verdict = check(bank_, rules_, t, std::span(proof).first(length));
    EXPECT_FALSE(verdict.proven);
    EXPECT_EQ(verdict.step, length);
    EXPECT_EQ(verdict.reason, kNothing);
  }
}

TEST_F(KernelTest, CheckAcceptsStepsThatChangeNothing) {
  const Theorem t = theorem({}, "(a+a)+b=b+(a+a)");
  const auto proof = proof_of(t, {"add_cmmt | (a+a) in obj", "equ_dbl_ineq | a in obj, b in obj",
                                  "add_cmmt | ((a+a)+b) in obj"});
  EXPECT_TRUE(check(bank_, rules_, t, proof).proven);
}

TEST_F(KernelTest, CheckAcceptsTheEmptyProofOfAClosedTheoremOnly) {
  EXPECT_TRUE(check(bank_, rules_, theorem({}, "a=a"), {}).proven);
  EXPECT_TRUE(check(bank_, rules_, theorem({"a=b"}, "a=b"), {}).proven);
  EXPECT_FALSE(check(bank_, rules_, theorem({"a=b"}, "b=a"), {}).proven);
}

TEST_F(KernelTest, CheckNamesTheStepAtFaultAndWhy) {
  const Theorem t = theorem({}, "a+b=b+a");
  const Statement goal = t.goal;
  const Action good = raw("add_cmmt", {{goal, 1}});
  const Action nothing = raw("equ_dbl_ineq", {{goal, 2}, {goal, 3}});
  Action unknown = good;
  unknown.axiom = 99;
  const struct {
    std::vector<Action> proof;
    std::size_t step;
    Outcome reason;
  } kCases[] = {
      {{good, good}, 1, kClosed},
      {{good, nothing}, 1, kClosed},
      {{nothing, unknown, good}, 1, kNoSuchAxiom},
      {{raw("mul_cmmt", {{goal, 1}}), good}, 0, kNoMatch},
      {{nothing, nothing, raw("add_cmmt", {{goal, 0}})}, 2, kNoSuchNode},
      {{nothing, nothing}, 2, kNothing},
  };
  for (const auto& c : kCases) {
    const Verdict verdict = check(bank_, rules_, t, c.proof);
    EXPECT_FALSE(verdict.proven);
    EXPECT_EQ(verdict.step, c.step);
    EXPECT_EQ(verdict.reason, c.reason);
  }
  EXPECT_TRUE(check(bank_, rules_, t, std::vector{nothing, good}).proven);
}

// Two goals that follow from each other are not thereby proven.
TEST_F(KernelTest, AGoalDoesNotProveItself) {
  const Theorem t = theorem({}, "a+b=c");
  const auto there_and_back = proof_of(t, {"add_cmmt | (a+b) in obj", "add_cmmt | (b+a) in obj"});
  const Verdict verdict = check(bank_, rules_, t, there_and_back);
  EXPECT_FALSE(verdict.proven);
  EXPECT_EQ(verdict.step, 2u);
}

}  // namespace
}  // namespace ineq
