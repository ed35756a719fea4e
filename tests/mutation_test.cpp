// Damaged proofs. `check` and the naive version must give the same verdict on each of them,
// including step and reason. A theorem that is accepted under a sound rule set must be true.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "axioms/axioms.h"
#include "base/error.h"
#include "proof/action_text.h"
#include "support/draw.h"
#include "support/naive.h"
#include "support/rational.h"
#include "support/repository.h"
#include "term/print.h"

namespace ineq {
namespace {

struct Mutant {
  const char* kind;
  std::vector<Action> proof;
};

// All mutants of a proof. Only the replacements are random, not the places.
std::vector<Mutant> mutants(const Bank& bank, const std::vector<Action>& proof, Rng& rng) {
  std::vector<Mutant> out;
  const auto add = [&](const char* kind, auto change) {
    out.push_back({kind, proof});
    change(out.back().proof);
  };
  using Proof = std::vector<Action>;
  for (std::size_t i = 0; i < proof.size(); ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    add("dropped", [&](Proof& p) { p.erase(p.begin() + at); });
    add("duplicated", [&](Proof& p) { p.insert(p.begin() + at, proof[i]); });
    add("truncated", [&](Proof& p) { p.resize(i); });
    add("another axiom", [&](Proof& p) {
      p[i].axiom = static_cast<std::uint8_t>((p[i].axiom + 1 + rng.below(17)) % kAxiomCount);
    });
    if (i + 1 < proof.size()) add("swapped", [&](Proof& p) { std::swap(p[i], p[i + 1]); });
    for (std::size_t k = 0; k < proof[i].count; ++k) {
      add("another node", [&](Proof& p) {
        Operand& operand = p[i].operands[k];
        operand.node = 1 + rng.below(bank[operand.statement].size);  // may be one too large
      });
      if (k > 0) {
        add("operands swapped",
            [&](Proof& p) { std::swap(p[i].operands[k], p[i].operands[k - 1]); });
      }
    }
  }
  add("extra step",
      [&](Proof& p) { p.push_back(p[rng.below(static_cast<std::uint32_t>(p.size()))]); });
  return out;
}

class MutationTest : public testing::Test {
 protected:
  struct Count {
    std::size_t accepted = 0, rejected = 0;
  };

  std::string text(Statement statement) const { return to_string(bank_, statement); }

  struct PlainVerdict {
    bool accepted;
    std::size_t step;
    Outcome reason;
  };

  // The naive version of `check`.
  PlainVerdict plain_check(RuleSet set, const Theorem& theorem,
                           const std::vector<Action>& proof) const {
    std::vector<std::string> premises;
    for (const Statement premise : theorem.premises) premises.push_back(text(premise));
    naive::State state(static_cast<naive::RuleSet>(set), premises, text(theorem.goal));
    for (std::size_t i = 0; i < proof.size(); ++i) {
      std::vector<naive::Place> places;
      for (std::size_t k = 0; k < proof[i].count; ++k) {
        places.push_back({text(proof[i].operands[k].statement), proof[i].operands[k].node});
      }
      const auto outcome = static_cast<Outcome>(state.apply(proof[i].axiom, places));
      if (!is_valid_step(outcome)) return {.accepted = false, .step = i, .reason = outcome};
    }
    return {.accepted = state.proven(), .step = proof.size(), .reason = Outcome::kNothing};
  }

  // Checks a proof by both versions and returns whether it is accepted.
  bool judge(RuleSet set, const Theorem& theorem, const std::vector<Action>& proof) {
    const Verdict verdict = check(bank_, rules(set), theorem, proof);
    const PlainVerdict expected = plain_check(set, theorem, proof);
    EXPECT_EQ(verdict.proven.has_value(), expected.accepted);
    EXPECT_EQ(verdict.step, expected.step);
    EXPECT_EQ(verdict.reason, expected.reason);
    if (verdict.proven && set != RuleSet::kInt2021) {
      EXPECT_TRUE(survives(bank_, theorem, rng_, 10));
    }
    return verdict.proven.has_value();
  }

  // Reads each action of the proof in the state that it is applied to.
  std::vector<Action> actions_of(RuleSet set, const Theorem& theorem,
                                 const std::vector<std::string>& texts) {
    State state(bank_, theorem);
    std::vector<Action> actions;
    for (const std::string& line : texts) {
      const Reading reading = read_action(bank_, state, line);
      if (!reading.action) return {};
      actions.push_back(*reading.action);
      state.apply(bank_, rules(set), *reading.action);
    }
    return actions;
  }

  // The same for damaged lists of text actions, in which `obj` is the first goal at that point.
  void judge_texts(RuleSet set, const Theorem& theorem, const Record& record) {
    for (std::size_t i = 0; i < record.proof.size(); ++i) {
      for (const bool swap : {false, true}) {
        Record mutant = record;
        const auto at = mutant.proof.begin() + static_cast<std::ptrdiff_t>(i);
        if (swap && i + 1 == record.proof.size()) continue;
        if (swap) {
          std::iter_swap(at, at + 1);
        } else {
          mutant.proof.erase(at);
        }
        const RecordVerdict verdict = check_record(bank_, rules(set), mutant);
        Count& count = counts_[swap ? "text swapped" : "text dropped"];
        ++(verdict.proven ? count.accepted : count.rejected);
        EXPECT_EQ(verdict.proven.has_value(), verdict.reason.empty());
        if (!verdict.proven) continue;
        EXPECT_TRUE(judge(set, theorem, actions_of(set, theorem, mutant.proof)));
      }
    }
  }

  void damage(const Record& record) {
    SCOPED_TRACE(record.id);
    bank_.reset();
    const RuleSet set = record.rules.value_or(RuleSet::kStandard);
    const Theorem theorem = read_theorem(bank_, record);
    const std::vector<Action> proof = actions_of(set, theorem, record.proof);
    ASSERT_EQ(proof.size(), record.proof.size());
    ASSERT_TRUE(judge(set, theorem, proof)) << "the undamaged proof";
    for (const Mutant& mutant : mutants(bank_, proof, rng_)) {
      SCOPED_TRACE(mutant.kind);
      Count& count = counts_[mutant.kind];
      ++(judge(set, theorem, mutant.proof) ? count.accepted : count.rejected);
    }
    judge_texts(set, theorem, record);
    ++records_;
  }

  void expect_all_kinds_rejected() const {
    EXPECT_EQ(counts_.size(), 10u);
    std::printf("%zu records\n", records_);
    for (const auto& [kind, count] : counts_) {
      std::printf("%-18s %6zu rejected %6zu accepted\n", kind.c_str(), count.rejected,
                  count.accepted);
      EXPECT_GT(count.rejected, 0u) << kind;
    }
    EXPECT_EQ(counts_.at("truncated").accepted, 0u);
    EXPECT_EQ(counts_.at("extra step").accepted, 0u);
  }

  const Rules& rules(RuleSet set) const { return rules_[static_cast<std::size_t>(set)]; }

  Bank bank_;
  Rng rng_{1};
  const std::array<Rules, 3> rules_ = {make_rules(RuleSet::kStandard),
                                       make_rules(RuleSet::kInt2021), make_rules(RuleSet::kFull)};
  std::map<std::string, Count> counts_;
  std::size_t records_ = 0;
};

TEST_F(MutationTest, Examples) {
  for (const Record& record : example_records()) damage(record);
  expect_all_kinds_rejected();
}

TEST_F(MutationTest, RecordsOfTheOriginal) {
  const std::filesystem::path folder = in_reference();
  if (!std::filesystem::is_directory(folder)) {
    GTEST_SKIP() << folder << " is not there: proofs of the original are not damaged";
  }
  for (const char* name : {"ordered_field.jsonl", "field.jsonl"}) {
    for (const std::string& line : lines_of(folder / name)) {
      damage(read_record(line));
      if (HasFailure()) return;
    }
  }
  expect_all_kinds_rejected();
}

}  // namespace
}  // namespace ineq
