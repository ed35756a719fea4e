#include "search/judging_evaluator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/fixture.h"

namespace ineq {
namespace {

// The scores of the moves of every state are those given, from the beginning again if they end.
class GivenScores : public JudgingEvaluator {
 public:
  explicit GivenScores(std::vector<double> scores) : scores_(std::move(scores)) {}

  std::vector<std::size_t> listed = {};  // how many moves each query had

 protected:
  void judge(std::span<const Query> queries, std::span<Judgement> out) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      EXPECT_EQ(queries[i].proposals, 0u);
      listed.push_back(queries[i].moves.size());
      out[i].steps_left = static_cast<double>(i);
      for (std::size_t k = 0; k < queries[i].moves.size(); ++k) {
        out[i].scores.push_back(scores_[k % scores_.size()]);
      }
    }
  }

 private:
  const std::vector<double> scores_;
};

class JudgingEvaluatorTest : public Fixture {
 protected:
  JudgingEvaluatorTest() : state_(problem_.bank, problem_.theorem) {
    MoveFinder(problem_, budget_).list(state_, Scope::kFirstGoal, moves_);
  }

  std::vector<Evaluation> ask(GivenScores& evaluator, std::size_t proposals) {
    const Query judging{.problem = &problem_, .state = &state_, .max_steps = 5, .moves = moves_};
    const Query proposing{
        .problem = &problem_, .state = &state_, .max_steps = 5, .proposals = proposals};
    std::vector<Evaluation> out(2);
    evaluator.evaluate(std::vector{judging, proposing}, out);
    return out;
  }

  SearchLimits limits_;
  Budget budget_{limits_};
  Problem problem_{RuleSet::kStandard, rules_, bank_, theorem({}, "(a+b)*c = c*(b+a)")};
  State state_;
  std::vector<LegalAction> moves_;
};

TEST_F(JudgingEvaluatorTest, PriorsAreProportionalToTheExponentialsOfScores) {
  ASSERT_GT(moves_.size(), 3u);
  GivenScores evaluator({1000, 999, -INFINITY});
  const Evaluation answer = ask(evaluator, 3)[0];
  ASSERT_EQ(answer.priors.size(), moves_.size());
  EXPECT_NEAR(std::accumulate(answer.priors.begin(), answer.priors.end(), 0.0), 1, 1e-12);
  EXPECT_NEAR(answer.priors[1] / answer.priors[0], std::exp(-1), 1e-12);
  EXPECT_EQ(answer.priors[2], 0);
  EXPECT_EQ(answer.steps_left, 0);
}

TEST_F(JudgingEvaluatorTest, ProposesTheMovesWithTheGreatestScores) {
  GivenScores evaluator({0, 2, 1});
  const Evaluation answer = ask(evaluator, 3)[1];
  EXPECT_EQ(evaluator.listed, std::vector<std::size_t>(2, moves_.size()));
  EXPECT_EQ(answer.steps_left, 1);
  EXPECT_TRUE(answer.priors.empty());
  ASSERT_EQ(answer.proposals.size(), 3u);
  State best = state_;
  best.apply(problem_.bank, rules_, answer.proposals[0].action);
  EXPECT_EQ(best.hash(), moves_[1].next.hash());
  EXPECT_GE(answer.proposals[0].log_prior, answer.proposals[1].log_prior);
  double sum = 0;
  const Evaluation all = ask(evaluator, 1000)[1];
  for (const Proposal& proposal : all.proposals) sum += std::exp(proposal.log_prior);
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST_F(JudgingEvaluatorTest, ProposesNothingImpossible) {
  GivenScores none({-INFINITY});
  const std::vector<Evaluation> answers = ask(none, 3);
  EXPECT_TRUE(answers[1].proposals.empty());
  EXPECT_NEAR(answers[0].priors[0], 1 / static_cast<double>(moves_.size()), 1e-12);
  GivenScores first({0, -INFINITY});
  EXPECT_EQ(ask(first, 1000)[1].proposals.size(), (moves_.size() + 1) / 2);
}

}  // namespace
}  // namespace ineq
