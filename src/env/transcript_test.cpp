#include "env/transcript.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

std::string transcript_of(const Record& record, RuleSet rules = RuleSet::kStandard,
                          std::size_t limit = kDefaultStepLimit) {
  std::string out;
  const bool proven = append_transcript(record, rules, limit, out);
  EXPECT_EQ(proven, out.find("\nverdict proven") != std::string::npos);
  return out;
}

Record record_of(const Texts& premises, const std::string& goal, const Texts& proof) {
  return {.id = "x", .rules = {}, .premises = premises, .goal = goal, .proof = proof};
}

// The lines of the transcript from `step n` to the end of the block.
std::string step_of(const std::string& transcript, std::size_t number) {
  const std::size_t begin = transcript.find("\nstep " + std::to_string(number) + "\n");
  if (begin == std::string::npos) return "no such step";
  return transcript.substr(begin + 1, transcript.find("\n\n", begin) - begin);
}

std::string state_of(const std::string& transcript, std::size_t number) {
  const std::string title = "\nstate " + std::to_string(number) + "\n";
  const std::size_t begin = transcript.find(title);
  if (begin == std::string::npos) return "no such state";
  const std::size_t lines = begin + title.size();
  return transcript.substr(lines, transcript.find("\n\n", begin) - lines);
}

TEST(TranscriptTest, OneStep) {
  const std::string text = transcript_of(record_of({"c!=0"}, "a+b=b+a", {"AC | a+b in obj"}));
  EXPECT_EQ(text.substr(0, text.find("  hash ")),
            "episode x\nrules standard, 15 steps at most\ngoal (a+b)=(b+a)\npremise c!=0\n\n"
            "state 0\n  steps 0\n");
  EXPECT_EQ(text.substr(text.find("  text ")),
            R"(  text c!=0 to (a+b)=(b+a)
  pointer #(a+b)=(b+a)&c\neq 0$
  tokens 4 7 14 10 15 8 6 7 15 10 14 8 5 16 68 2
  type 0 3 10 11 3 11 10 2 12
  statement 0 0 0 0 0 0 0 1 1
  edge 0 1 1 2 1 3 0 4 4 5 4 6 7 8
  slot 0 0 1 1 0 1 0
  root 0 7
  is_goal 1 0
  occurrence 0 1 2 3 4 5 6 7 8
  merged type 0 3 10 11 3 2 12
  merged statement 0 0 0 0 0 1 1
  merged edge 0 1 1 2 1 3 0 4 4 3 4 2 5 6
  merged slot 0 0 1 1 0 1 0
  merged root 0 5
  merged is_goal 1 0
  merged occurrence 0 1 2 3 4 3 2 5 6

step 1
  action AC | a+b in obj
  nodes 0 1 0 0
  pointer @A(a+~b)=(b+a)$
  outcome proven
  reward 1
  ended proven

state 1
)" + text.substr(text.find("  steps 1\n")));
  EXPECT_TRUE(text.ends_with("\n\nverdict proven in 1 step\n"));
}

TEST(TranscriptTest, ActionsThatAreNotStepsChangeNothing) {
  const std::string text = transcript_of(record_of(
      {}, "a+b=b+a",
      {"add_magic | a in obj", "mul_one | a in obj", "add_cmmt | (a+b) in obj", "add_magic"}));
  EXPECT_EQ(step_of(text, 1),
            "step 1\n  action add_magic | a in obj\n  outcome unreadable\n"
            "  why column 1: there is no axiom 'add_magic'\n");
  EXPECT_EQ(state_of(text, 1), state_of(text, 0));
  EXPECT_EQ(step_of(text, 2),
            "step 2\n  action mul_one | a in obj\n  nodes 6 2 0 0\n  pointer @G(a~+b)=(b+a)$\n"
            "  outcome no-match\n  reward 0\n"
            "  why MultiplicationOne does not apply: it takes 1*a or a*1\n");
  EXPECT_EQ(step_of(text, 4),
            "step 4\n  action add_magic\n  outcome closed\n  reward 0\n"
            "  why the theorem is proven already\n");
  EXPECT_EQ(state_of(text, 4), state_of(text, 3));
  EXPECT_TRUE(text.ends_with("verdict proven in 2 steps\n"));
}

TEST(TranscriptTest, TheStepLimitEndsIt) {
  const Record record = record_of({}, "a+b=c", {"mul_one | z in obj", "add_cmmt | a+b in obj"});
  const std::string text = transcript_of(record, RuleSet::kStandard, 1);
  EXPECT_NE(text.find("rules standard, 1 step at most\n"), std::string::npos);
  EXPECT_EQ(step_of(text, 1),
            "step 1\n  action mul_one | z in obj\n  outcome no-such-node\n  reward 0\n"
            "  ended step limit\n  why z does not occur in (a+b)=c\n");
  EXPECT_EQ(step_of(text, 2),
            "step 2\n  action add_cmmt | a+b in obj\n  nodes 0 1 0 0\n  pointer @A(a+~b)=c$\n"
            "  outcome closed\n  reward 0\n  why the step limit was reached\n");
  EXPECT_TRUE(text.ends_with("verdict not proven after 1 step\n"));
  EXPECT_TRUE(transcript_of(record, RuleSet::kStandard, 0).ends_with("not proven after 0 steps\n"));
}

TEST(TranscriptTest, OperandsOutsideTheFirstGoalHaveNodesButNoPointers) {
  const std::string text = transcript_of(record_of({"b+c=d"}, "a=d", {"A | b+c in b+c=d"}));
  EXPECT_EQ(step_of(text, 1),
            "step 1\n  action A | b+c in b+c=d\n  nodes 0 4 0 0\n  outcome nothing\n  reward 0\n"
            "  why a valid step that changes nothing\n");
}

TEST(TranscriptTest, ATheoremWithoutAnythingToDo) {
  Record record = record_of({}, "a=a", {});
  record.id.clear();
  const std::string text = transcript_of(record);
  EXPECT_TRUE(text.starts_with("rules standard, 15 steps at most\ngoal a=a\n\nstate 0\n"));
  EXPECT_TRUE(text.ends_with(
      "  merged root\n  merged is_goal\n  merged occurrence\n\nverdict proven in 0 steps\n"));
}

TEST(TranscriptTest, TheRequestedRulesAreUsed) {
  Record record = record_of({}, "1=0*(1/0)", {"mul_simp | (0*(1/0)) in obj"});
  record.rules = RuleSet::kInt2021;
  EXPECT_TRUE(transcript_of(record, RuleSet::kInt2021).ends_with("verdict proven in 1 step\n"));
  EXPECT_TRUE(transcript_of(record).ends_with("verdict not proven after 1 step\n"));
}

TEST(TranscriptTest, NoTextFromOutsideForgesALine) {
  Record record = record_of({}, "a=b", {"@A\nverdict proven$", "add_cmmt\x1b | a in obj"});
  record.id = "x\nverdict proven";
  const std::string text = transcript_of(record);
  EXPECT_TRUE(text.starts_with("episode x\\x0averdict proven\n"));
  EXPECT_EQ(step_of(text, 1),
            "step 1\n  action @A\\x0averdict proven$\n  outcome no-such-node\n  reward 0\n"
            "  why the goal is not \\x0averdict proven\n");
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

// The statements of this episode are too large for a golden file.
TEST(TranscriptTest, AStatementThatWouldBeTooLarge) {
  // The product has 2^15-1 nodes. The step doubles it, which makes the statement too large.
  std::string product = "a";
  for (int i = 0; i < 14; ++i) product = "(" + product + "*" + product + ")";
  const std::string square = "(" + product + "^2)";
  const std::string text =
      transcript_of(record_of({}, square + "=b", {"sqr_def | " + square + " in obj"}));
  EXPECT_NE(step_of(text, 1).find("\n  outcome too-large\n"), std::string::npos);
  const std::string before = state_of(text, 0);
  const std::string after = state_of(text, 1);
  EXPECT_TRUE(after.substr(after.find("  hash ")) == before.substr(before.find("  hash ")));
}

TEST(TranscriptTest, AStateWithVeryManyLegalActions) {
  std::string sum = "a";
  for (int i = 0; i < 400; ++i) sum += "+a";
  const std::string text = transcript_of(record_of({}, sum + "=a", {}));
  EXPECT_NE(text.find("\n  legal about 64321199\n  legal action 0 "), std::string::npos);
}

TEST(TranscriptTest, ATheoremThatCannotBeReadIsAnError) {
  EXPECT_EQ(error_of([] { transcript_of(record_of({}, "a+", {})); }),
            "goal, column 3: expected a variable, 0, 1, '-' or '(', but the text ends");
}

TEST(TranscriptTest, ItIsAppended) {
  std::string out = "before\n";
  append_transcript(record_of({}, "a=a", {}), RuleSet::kStandard, 1, out);
  EXPECT_TRUE(out.starts_with("before\nepisode x\n"));
}

}  // namespace
}  // namespace ineq
