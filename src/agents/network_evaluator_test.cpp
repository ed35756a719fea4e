// Networks as guides of searches.

#include "agents/network_evaluator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#include "agents/load_network.h"
#include "generate/generator.h"
#include "search/move_finder.h"
#include "search/prove.h"
#include "support/fixture.h"

namespace ineq {
namespace {

NetworkOptions tiny_network(NetworkKind kind) {
  NetworkOptions out = small_network(kind);
  out.width = 16;
  out.layers = 2;
  out.head = 16;
  out.feed_forward = 32;
  out.heads = 2;
  return out;
}

class NetworkEvaluatorTest : public testing::TestWithParam<NetworkKind> {
 protected:
  void SetUp() override {
    if (!has_networks()) GTEST_SKIP() << "this build has no networks";
    network_ = make_network(options_);
    network_->initialize(1);
    Generator generator({.k = 3, .l = 3});
    for (std::uint64_t i = 0; i < 6; ++i) {
      const Theorem& theorem = generator.generate(i).theorem();
      problems_.emplace_back(RuleSet::kStandard, rules_, generator.bank(), theorem);
      Problem& problem = problems_.back();
      states_.emplace_back(problem.bank, problem.theorem);
      Budget budget{SearchLimits{}};
      moves_.emplace_back();
      MoveFinder(problem, budget).list(states_.back(), Scope::kFirstGoal, moves_.back());
    }
  }

  std::vector<Query> queries(std::size_t proposals) {
    std::vector<Query> out;
    for (std::size_t i = 0; i < problems_.size(); ++i) {
      out.push_back({.problem = &problems_[i], .state = &states_[i], .max_steps = 15});
      if (proposals == 0) out.back().moves = moves_[i];
      out.back().proposals = proposals;
    }
    return out;
  }

  std::vector<Evaluation> ask(const std::vector<Query>& queries) const {
    std::vector<Evaluation> out(queries.size());
    NetworkEvaluator(*network_, options_).evaluate(queries, out);
    return out;
  }

  std::uint64_t effect(std::size_t i, const Action& action) {
    State next = states_[i];
    EXPECT_TRUE(changes_state(next.apply(problems_[i].bank, rules_, action)));
    return next.hash();
  }

  const NetworkOptions options_ = tiny_network(GetParam());
  const Rules rules_ = make_rules(RuleSet::kStandard);
  std::unique_ptr<Network> network_;
  std::deque<Problem> problems_;
  std::deque<State> states_;
  std::deque<std::vector<LegalAction>> moves_;
};

TEST_P(NetworkEvaluatorTest, PriorsAreADistribution) {
  const std::vector<Evaluation> answers = ask(queries(0));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::vector<double>& priors = answers[i].priors;
    ASSERT_EQ(priors.size(), moves_[i].size());
    EXPECT_NEAR(std::accumulate(priors.begin(), priors.end(), 0.0), 1, 1e-9);
    EXPECT_GT(*std::ranges::min_element(priors), 0);
    EXPECT_GE(answers[i].steps_left, 0);
    EXPECT_TRUE(answers[i].proposals.empty());
  }
}

TEST_P(NetworkEvaluatorTest, ProposalsAreLegalDifferentAndInOrder) {
  const std::vector<Evaluation> answers = ask(queries(5));
  std::size_t proposals = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_LE(answers[i].proposals.size(), 5u);
    proposals += answers[i].proposals.size();
    std::set<std::uint64_t> effects;
    double last = 0;
    for (const auto& [action, log_prior] : answers[i].proposals) {
      EXPECT_TRUE(effects.insert(effect(i, action)).second);
      EXPECT_LE(log_prior, last);
      last = log_prior;
    }
  }
  EXPECT_GT(proposals, 0u);
}

// Priors and proposals are computed in different ways.
TEST_P(NetworkEvaluatorTest, PriorsAndProposalsAgree) {
  const std::vector<Evaluation> judged = ask(queries(0));
  const std::vector<Evaluation> proposed = ask(queries(40));
  std::size_t compared = 0;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    EXPECT_NEAR(judged[i].steps_left, proposed[i].steps_left, 1e-5);
    // By the name, for actions with the same effect have probabilities of their own.
    std::map<std::vector<std::uint32_t>, double> prior;
    const auto name = [](const Action& action) {
      std::vector<std::uint32_t> out = {action.axiom, action.count};
      for (const Operand& operand : action.operands) out.push_back(operand.node);
      return out;
    };
    for (std::size_t k = 0; k < moves_[i].size(); ++k) {
      prior[name(moves_[i][k].action)] = judged[i].priors[k];
    }
    std::vector<std::pair<double, double>> both;
    for (const Proposal& proposal : proposed[i].proposals) {
      const auto found = prior.find(name(proposal.action));
      if (found != prior.end()) both.emplace_back(std::log(found->second), proposal.log_prior);
    }
    for (const auto& [judgement, proposal] : both) {
      EXPECT_NEAR(judgement - both[0].first, proposal - both[0].second, 1e-3);
    }
    compared += both.size();
  }
  EXPECT_GT(compared, 6u);
}

TEST_P(NetworkEvaluatorTest, TheBatchDoesNotMatter) {
  for (const std::size_t proposals : {0u, 4u}) {
    std::vector<Query> all = queries(proposals);
    if (proposals > 0)
      all.push_back({.problem = &problems_[0], .state = &states_[0], .max_steps = 1});
    const std::vector<Evaluation> together = ask(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Evaluation alone = ask({all[i]})[0];
      EXPECT_NEAR(alone.steps_left, together[i].steps_left, 1e-4);
      ASSERT_EQ(alone.priors.size(), together[i].priors.size());
      for (std::size_t k = 0; k < alone.priors.size(); ++k) {
        EXPECT_NEAR(alone.priors[k], together[i].priors[k], 1e-5);
      }
      EXPECT_EQ(alone.proposals.size(), together[i].proposals.size());
    }
  }
}

TEST_P(NetworkEvaluatorTest, GivesUpOnceTimeIsUp) {
  const std::atomic<bool> interrupt = true;
  Budget budget{SearchLimits{.interrupt = &interrupt}};
  while (!budget.is_up()) {  // which it notices after some calls
  }
  for (const std::size_t proposals : {0u, 40u}) {
    std::vector<Query> all = queries(proposals);
    for (Query& query : all) query.budget = &budget;
    for (const Evaluation& answer : ask(all)) EXPECT_TRUE(answer.proposals.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, NetworkEvaluatorTest,
                         testing::Values(NetworkKind::kDag, NetworkKind::kGin,
                                         NetworkKind::kTreeLstm, NetworkKind::kBow,
                                         NetworkKind::kTransformer),
                         [](const auto& test) { return std::string(to_string(test.param)); });

}  // namespace
}  // namespace ineq
