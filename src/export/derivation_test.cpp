#include "export/derivation.h"

#include <algorithm>
#include <set>

#include "export/lemmas.h"
#include "search/prove.h"
#include "support/exported.h"

namespace ineq {
namespace {

class DerivationTest : public ExportFixture {
 protected:
  // The derivation holds, no line concludes what is already known, and every line is used.
  void expect_sound(const Derivation& derivation) {
    EXPECT_TRUE(holds(bank_, lemmas_, derivation));
    const auto& [premises, goal] = derivation.theorem;
    std::set<Statement> known(premises.begin(), premises.end());
    std::set<Statement> used = {goal};
    for (const Line& line : derivation.lines) {
      used.insert(line.assumptions.begin(), line.assumptions.end());
      EXPECT_TRUE(known.insert(line.conclusion).second) << to_string(bank_, line.conclusion);
    }
    for (const Line& line : derivation.lines) EXPECT_TRUE(used.contains(line.conclusion));
  }

  Texts conclusions(const Derivation& derivation) {
    Texts out;
    for (const Line& line : derivation.lines) out.push_back(to_string(bank_, line.conclusion));
    return out;
  }
};

TEST_F(DerivationTest, BackwardStepsAreReversed) {
  const auto [theorem, lines] =
      exported({}, "((a+b)+c)=((c+a)+b)",
               {"add_cmmt | ((a+b)+c) in obj", "add_assc | (c+(a+b)) in obj"})
          .derivation;
  EXPECT_EQ(conclusions({theorem, lines}), (Texts{"(c+(a+b))=((c+a)+b)", "((a+b)+c)=((c+a)+b)"}));
  EXPECT_EQ(lines[0].lemma->name(), "AdditionAssociativity_2");
  EXPECT_TRUE(is_trivial(bank_, lines[0].assumptions[0]));
  expect_sound({theorem, lines});
}

TEST_F(DerivationTest, ForwardStepsKeepTheirOrder) {
  const Derivation derivation = exported({"a>=b", "c>=d", "e>=f"}, "((a+c)+e)>=((b+d)+f)",
                                         {"ineq_prin_one | (a+c) in obj, (b+d) in obj",
                                          "ineq_prin_one | ((a+c)+e) in obj, ((b+d)+f) in obj"})
                                    .derivation;
  EXPECT_EQ(conclusions(derivation), (Texts{"(a+c)>=(b+d)", "((a+c)+e)>=((b+d)+f)"}));
  expect_sound(derivation);
}

TEST_F(DerivationTest, ForwardStepsPrecedeTheGoalsThatNeedThem) {
  const Derivation derivation =
      exported({"a>=b", "c>=d"}, "((a+c)+0)>=(d+b)",
               {"add_cmmt | (d+b) in obj", "ineq_prin_one | (a+c) in obj, (b+d) in obj",
                "add_zero | ((a+c)+0) in obj"})
          .derivation;
  EXPECT_EQ(conclusions(derivation),
            (Texts{"(a+c)>=(b+d)", "((a+c)+0)>=(b+d)", "((a+c)+0)>=(d+b)"}));
  expect_sound(derivation);
}

TEST_F(DerivationTest, LinesThatTheGoalDoesNotNeedAreLeftOut) {
  const Derivation derivation =
      exported({"a>=b", "c>=d", "(b+d)>=e"}, "(a+c)=(c+a)",
               {"ineq_prin_one | (a+c) in obj, (b+d) in (b+d)>=e", "add_cmmt | (a+c) in obj"})
          .derivation;
  EXPECT_EQ(conclusions(derivation), Texts{"(a+c)=(c+a)"});
  expect_sound(derivation);
}

TEST_F(DerivationTest, AGoalThatComesBackIsDerivedOnce) {
  const Derivation derivation =
      exported({"(a+b)=c"}, "((a+b)+0)=c",
               {"add_cmmt | ((a+b)+0) in obj", "add_cmmt | (0+(a+b)) in obj",
                "add_zero | ((a+b)+0) in obj"})
          .derivation;
  EXPECT_EQ(conclusions(derivation), Texts{"((a+b)+0)=c"});
  expect_sound(derivation);
}

TEST_F(DerivationTest, AKnownGoalNeedsNoLines) {
  EXPECT_TRUE(exported({"a>=b"}, "a>=b", {}).derivation.lines.empty());
  EXPECT_TRUE(exported({}, "a>=a", {}).derivation.lines.empty());
}

TEST_F(DerivationTest, GeneratedProofs) {
  const std::pair<std::size_t, std::size_t> kSettings[] = {{3, 3}, {3, 7}, {8, 10}, {15, 15}};
  for (const auto& [k, l] : kSettings) {
    for (const Record& record : generated_records(k, l, 30)) {
      SCOPED_TRACE(record.goal);
      const Derivation derivation = exported(record, rules_).derivation;
      EXPECT_LE(derivation.lines.size(), l);
      expect_sound(derivation);
    }
  }
}

// Random walks go in circles and derive facts that the goal does not need.
TEST_F(DerivationTest, ProofsOfRandomWalks) {
  std::size_t proven = 0, shorter = 0;
  for (const Record& record : generated_records(3, 3, 30)) {
    Bank bank;
    Problem problem(RuleSet::kStandard, rules_, bank, read_theorem(bank, record));
    Budget budget({.nodes = 100, .steps = 12});
    const ProveResult found = prove(problem, {.algorithm = Algorithm::kRandom}, budget);
    if (!found.proven) continue;
    bank_ = problem.bank;
    const Derivation derivation = derive(bank_, *found.proven, lemmas_);
    expect_sound(derivation);
    ++proven;
    shorter += derivation.lines.size() < found.proof.size() ? 1 : 0;
  }
  EXPECT_GT(proven, 10u);
  EXPECT_GT(shorter, 3u);
}

TEST_F(DerivationTest, WhatInt2021DividesByIsMissing) {
  const Rules rules = make_rules(RuleSet::kInt2021);
  const Record record{.id = "it",
                      .rules = RuleSet::kInt2021,
                      .premises = {},
                      .goal = "((a+b)*(1/(b+a)))=1",
                      .proof = {"mul_simp | ((a+b)*(1/(b+a))) in obj", "add_cmmt | (a+b) in obj"}};
  const RecordVerdict verdict = check_record(bank_, rules, record);
  ASSERT_TRUE(verdict.proven) << verdict.reason;
  EXPECT_EQ(error_of([&] { derive(bank_, *verdict.proven, lemmas_); }),
            "step 1 divides without the premise (b+a)!=0");
  const auto missing = missing_premises(bank_, *verdict.proven, lemmas_);
  EXPECT_EQ(texts(std::span(missing)), Texts{"(b+a)!=0"});
  Theorem whole = verdict.proven->theorem();
  whole.premises = missing;
  const Verdict sound = check(bank_, rules_, whole, verdict.proven->proof());
  ASSERT_TRUE(sound.proven);
  expect_sound(derive(bank_, *sound.proven, lemmas_));
  const Verdict unsound = check(bank_, rules, whole, verdict.proven->proof());
  EXPECT_TRUE(missing_premises(bank_, unsound.proven.value(), lemmas_).empty());
}

}  // namespace
}  // namespace ineq
