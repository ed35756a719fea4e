#include "agents/detours.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/error.h"
#include "search/prove.h"
#include "support/fixture.h"
#include "term/parse.h"

namespace ineq {
namespace {

class DetoursTest : public testing::Test {
 protected:
  explicit DetoursTest(const std::string& goal = "a*(b+c) = c*a+b*a") {
    Bank bank;
    theorem_.goal = parse_statement(bank, goal);
    problem_.emplace(RuleSet::kStandard, rules_[RuleSet::kStandard], bank, theorem_);
  }

  // Looks at all states, nearest first, so that most of them are beside the proof.
  std::vector<Detour> search(std::size_t at_most) {
    DetourFinder finder;
    Budget budget({.nodes = 5000});
    const AgentOptions options{
        .evaluator = [](Problem&, Budget&) { return std::make_unique<UniformEvaluator>(); }};
    result_ = prove(*problem_, options, budget, &finder);
    EXPECT_TRUE(result_.proven);
    return finder.find(result_.proof, at_most);
  }

  const RulesBySet rules_;
  Theorem theorem_;
  std::optional<Problem> problem_;
  ProveResult result_;
};

TEST_F(DetoursTest, AreTheStatesBesideTheProof) {
  const std::vector<Detour> detours = search(1000);
  // All expanded states but those on the proof.
  EXPECT_EQ(detours.size(), result_.counts.expanded - result_.proof.size());
  ASSERT_GT(detours.size(), 2u);
  for (const Detour& detour : detours) {
    // Whoever goes all the way back needs this number; steps in common with the proof save two.
    const std::size_t most = detour.path.size() + result_.proof.size();
    EXPECT_LE(detour.steps_left, most);
    EXPECT_EQ((most - detour.steps_left) % 2, 0u);
    State state(problem_->bank, problem_->theorem);
    for (const Action& action : detour.path) {
      EXPECT_TRUE(changes_state(state.apply(problem_->bank, problem_->rules, action)));
    }
    EXPECT_FALSE(state.proven());
  }
  EXPECT_EQ(search(2).size(), 2u);
}

TEST_F(DetoursTest, AreReadAsTheyWereWritten) {
  const Detour detour = search(1).at(0);
  Bank& bank = problem_->bank;
  const std::string line =
      write_detour(bank, problem_->rule_set, problem_->rules, problem_->theorem, detour);
  Bank other;
  const StoredDetour read = read_detour(other, rules_, line);
  EXPECT_EQ(read.detour.steps_left, detour.steps_left);
  EXPECT_EQ(write_detour(other, read.set, rules_[read.set], read.theorem, read.detour), line);
}

TEST_F(DetoursTest, DamagedLinesAreRefused) {
  Bank bank;
  for (const char* line :
       {R"({"rules":"standard","premises":[],"goal":"a=a","path":["add_zero | a in obj"],)"
        R"("steps_left":1})",
        R"({"rules":"standard","premises":[],"goal":"a=","path":[],"steps_left":1})", "rubbish",
        R"({"rules":5,"premises":[],"goal":"a=a","path":[],"steps_left":1})",
        R"({"rules":"standard","premises":[],"goal":"a=a","path":[],"steps_left":-1})"}) {
    EXPECT_THROW(read_detour(bank, rules_, line), Error) << line;
  }
}

}  // namespace
}  // namespace ineq
