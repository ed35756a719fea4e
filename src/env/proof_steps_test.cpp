#include "env/proof_steps.h"

#include <gtest/gtest.h>

#include "proof/rules_by_set.h"
#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

// Every step of the shipped proofs: played again by its numbers, it leads to the next row's state.
TEST(ProofStepsTest, PlayTheProofsAgain) {
  const RulesBySet rules;
  ProofSteps steps({.sequence = Sequence::kPointer});
  SequenceBatch expected(Sequence::kPointer);
  std::int64_t number = 0;
  for (const Record& record : example_records()) {
    const Rules& set = rules[record.rules.value_or(RuleSet::kStandard)];
    const std::size_t first = steps.action.size();
    steps.add(set, record);
    ASSERT_EQ(steps.action.size(), first + record.proof.size());
    Bank bank;
    State state(bank, read_theorem(bank, record));
    for (std::size_t i = first; i < steps.action.size(); ++i) {
      expected.add(bank, state);
      EXPECT_EQ(steps.record[i], number);
      EXPECT_EQ(steps.step[i], static_cast<std::int32_t>(i - first));
      EXPECT_EQ(steps.left[i], static_cast<std::int32_t>(steps.action.size() - i));
      state.apply(bank, set, read_raw(bank, state, set, steps.action[i]));
    }
    EXPECT_TRUE(state.proven());
    ++number;
  }
  EXPECT_EQ(steps.views.graph->states(), steps.action.size());
  EXPECT_EQ(steps.views.sequence->token, expected.token);
  EXPECT_EQ(steps.views.sequence->offset, expected.offset);
}

TEST(ProofStepsTest, AppendedPartsAreTheWhole) {
  const RulesBySet rules;
  const ViewOptions options{.graph_options = {.merge = true}, .sequence = Sequence::kCharacters};
  ProofSteps whole(options), first(options), second(options);
  const std::vector<Record> records = example_records();
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Rules& set = rules[records[i].rules.value_or(RuleSet::kStandard)];
    whole.add(set, records[i]);
    (i < records.size() / 3 ? first : second).add(set, records[i]);
  }
  first.append(second);
  EXPECT_EQ(first.action, whole.action);
  EXPECT_EQ(first.record, whole.record);
  EXPECT_EQ(first.step, whole.step);
  EXPECT_EQ(first.left, whole.left);
  EXPECT_EQ(first.views.graph->edge, whole.views.graph->edge);
  EXPECT_EQ(first.views.graph->occurrence, whole.views.graph->occurrence);
  EXPECT_EQ(first.views.sequence->token, whole.views.sequence->token);
}

TEST(ProofStepsTest, AProofThatIsNoneIsAnError) {
  ProofSteps steps;
  const Rules rules = make_rules(RuleSet::kStandard);
  const Record record{.id = "x", .rules = {}, .premises = {}, .goal = "a=b", .proof = {}};
  EXPECT_EQ(error_of([&] { steps.add(rules, record); }), "x: the proof ends before a=b is proven");
  EXPECT_TRUE(steps.action.empty());
}

}  // namespace
}  // namespace ineq
