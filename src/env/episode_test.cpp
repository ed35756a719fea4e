#include "env/episode.h"

#include <gtest/gtest.h>

#include "proof/explain.h"
#include "support/cases.h"
#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

Record record_of(const Texts& premises, const std::string& goal) {
  return {.id = {}, .rules = {}, .premises = premises, .goal = goal, .proof = {}};
}

Episode episode_of(const Texts& premises, const std::string& goal, std::size_t limit = 15) {
  Episode episode(RuleSet::kStandard, limit);
  episode.reset(record_of(premises, goal));
  return episode;
}

TEST(EpisodeTest, TheStepThatProvesIsRewarded) {
  Episode episode = episode_of({}, "a+b+c = c+a+b");
  const auto first = episode.step("add_cmmt | ((a+b)+c) in obj");
  EXPECT_EQ(first.outcome, Outcome::kChanged);
  EXPECT_EQ(first.reward, 0);
  EXPECT_FALSE(first.terminated || first.truncated);
  const auto last = episode.step("@B(c+~(a+b))=((c+a)+b)$");
  EXPECT_EQ(last.outcome, Outcome::kProven);
  EXPECT_EQ(last.reward, 1);
  EXPECT_TRUE(last.terminated);
  EXPECT_FALSE(last.truncated);
  EXPECT_TRUE(episode.over());
  EXPECT_EQ(episode.step("add_cmmt | (a+b) in obj").outcome, Outcome::kClosed);
  EXPECT_EQ(episode.steps(), 2u);
}

TEST(EpisodeTest, TheLimitCountsEveryStep) {
  Episode episode = episode_of({}, "a+b = b+a", 3);
  EXPECT_EQ(episode.step("mul_one | a in obj").outcome, Outcome::kNoMatch);
  EXPECT_EQ(episode.why(), "MultiplicationOne does not apply: it takes 1*a or a*1");
  EXPECT_EQ(episode.step("mul_one | z in obj").outcome, Outcome::kNoSuchNode);
  EXPECT_EQ(episode.why(), "z does not occur in (a+b)=(b+a)");
  Episode by_node = episode;  // why() must not repeat the reason of the step before
  const Action nowhere{.axiom = 6, .count = 1, .operands = {Operand{by_node.theorem().goal, 99}}};
  EXPECT_EQ(by_node.step(nowhere).outcome, Outcome::kNoSuchNode);
  EXPECT_EQ(by_node.why(), explain(Outcome::kNoSuchNode, by_node.rules(), nowhere));
  const auto last = episode.step("mul_one | a in obj");
  EXPECT_TRUE(last.truncated);
  EXPECT_FALSE(last.terminated);
  EXPECT_TRUE(episode.over());
  EXPECT_FALSE(episode.proven());
  EXPECT_EQ(episode.step("add_cmmt | (a+b) in obj").outcome, Outcome::kClosed);
}

TEST(EpisodeTest, AnUnreadableTextIsNotAStep) {
  Episode episode = episode_of({}, "a+b = b+a");
  EXPECT_EQ(error_of([&] { episode.step("add_magic | a in obj"); }),
            "column 1: there is no axiom 'add_magic'");
  EXPECT_EQ(error_of([&] { episode.step("@Z$"); }),
            "column 2: expected the letter of an axiom, A to R");
  EXPECT_EQ(episode.steps(), 0u);
}

TEST(EpisodeTest, AnEpisodeIsOverUntilItIsReset) {
  Episode episode(RuleSet::kStandard);
  EXPECT_TRUE(episode.over());
  episode.reset(record_of({}, "a+b = b+a"));
  EXPECT_FALSE(episode.over());
  Record other = record_of({}, "a = a");
  other.rules = RuleSet::kFull;
  EXPECT_EQ(error_of([&] { episode.reset(other); }),
            "the theorem is of the rule set full, the episode of standard");
  EXPECT_NE(error_of([&] { episode.reset(record_of({}, "a+")); }), "no error");
  EXPECT_EQ(to_string(episode.bank(), episode.theorem().goal), "(a+b)=(b+a)");
}

// A theorem copied from another bank is the same as one read from a record.
TEST(EpisodeTest, TheoremsComeFromOtherBanks) {
  for (const Record& record : example_records()) {
    const RuleSet rules = record.rules.value_or(RuleSet::kStandard);
    Bank bank;
    const Theorem theorem = read_theorem(bank, record);
    Episode read(rules, 100), carried(rules, 100);
    read.reset(record);
    carried.reset(bank, theorem);
    for (const std::string& text : record.proof) {
      EXPECT_EQ(read.hash(), carried.hash());
      EXPECT_EQ(read.goal_hash(), carried.goal_hash());
      EXPECT_EQ(read.step(text).outcome, carried.step(text).outcome);
    }
    EXPECT_TRUE(read.proven() && carried.proven());
    EXPECT_EQ(read.record().proof, record.proof);
  }
}

// After random valid and invalid steps, a copy, a restored episode and one that took more steps and
// undid them all continue in the same way.
TEST(EpisodeTest, CopiedSavedAndUndoneEpisodesContinueEqually) {
  Rng rng(1);
  for (const RuleSet rules : kRuleSets) {
    for (std::uint64_t round = 0; round < cases(100, 10); ++round) {
      Episode episode(rules, 12);
      Bank bank;
      episode.reset(bank, random_theorem(bank, make_rules(rules), rng));
      const auto random_action = [&](const Episode& e) {
        std::vector<Statement> known;
        for (const Statement s : e.state().goals()) known.push_back(s);
        for (const Statement s : e.state().facts()) known.push_back(s);
        Action action{.axiom = static_cast<std::uint8_t>(rng.below(kAxiomCount)), .count = 3};
        for (Operand& operand : action.operands) {
          operand.statement = known[rng.below(static_cast<std::uint32_t>(known.size()))];
          operand.node = 1 + rng.below(e.bank()[operand.statement].size - 1);
        }
        return action;
      };
      while (!episode.over()) {
        Episode copy = episode;
        Episode restored = Episode::restore(episode.save());
        EXPECT_EQ(restored.save(), episode.save());
        Episode there_and_back = episode;
        there_and_back.step(random_action(there_and_back));
        EXPECT_TRUE(there_and_back.undo());
        const Action action = random_action(episode);
        const std::string text = print_action(episode.bank(), episode.state(), action);
        const auto result = episode.step(action);
        for (Episode* other : {&copy, &restored, &there_and_back}) {
          const auto same = other->step(text);
          EXPECT_EQ(same.outcome, result.outcome);
          EXPECT_EQ(same.truncated, result.truncated);
          EXPECT_EQ(other->save(), episode.save());
          EXPECT_EQ(other->hash(), episode.hash());
        }
      }
      while (episode.undo()) {
      }
      EXPECT_EQ(episode.steps(), 0u);
    }
  }
}

TEST(EpisodeTest, GarbageIsNotRestored) {
  Episode episode = episode_of({}, "a+b+c = c+a+b");
  episode.step("add_cmmt | ((a+b)+c) in obj");
  const std::string good = episode.save();
  EXPECT_EQ(Episode::restore(good).save(), good);
  for (const std::string bad : {"", "{}", "[]", "null"}) {
    EXPECT_NE(error_of([&] { Episode::restore(bad); }), "no error") << bad;
  }
  const auto with = [&](const std::string& what, const std::string& by) {
    std::string text = good;
    return text.replace(text.find(what), what.size(), by);
  };
  EXPECT_EQ(error_of([&] { Episode::restore(with("valid_steps", "steps")); }),
            "this is not a saved episode");
  EXPECT_EQ(error_of([&] { Episode::restore(with("[true]", "[true,true]")); }),
            "the saved episode has a step that is not valid");
  EXPECT_EQ(error_of([&] { Episode::restore(with("[true]", "[false]")); }),
            "the steps of the saved episode are inconsistent");
  EXPECT_EQ(error_of([&] { Episode::restore(with("add_cmmt", "mul_cmmt")); }),
            "the saved episode has a step that is not valid");
}

}  // namespace
}  // namespace ineq
