#include "agents/policy_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <set>
#include <vector>

#include "agents/dag_input.h"
#include "agents/load_network.h"
#include "base/hash.h"
#include "generate/generator.h"
#include "support/fixture.h"

namespace ineq {
namespace {

// The score of a class at a place, both numbered within their state.
using PairScore = std::function<double(const DagInput&, std::size_t state, std::size_t place,
                                       std::size_t chosen)>;

// In place of a network: what closes a goal is most probable, then what applies. The rest is a
// hash, so probabilities are different and the same in every batch.
double feature_score(const DagInput& input, std::size_t state, std::size_t place,
                     std::size_t chosen) {
  const std::size_t at = static_cast<std::size_t>(input.place_offset[state]) + place;
  const std::uint8_t known = input.feature[at * kActionClasses + chosen];
  Rng rng(mix(place * kActionClasses + chosen + 1));
  return 8.0 * ((known & DagInput::kCloses) != 0) + 4.0 * ((known & DagInput::kApplies) != 0) +
         3 * rng.unit();
}

void add_softmax(Choices& to, const std::vector<double>& scores) {
  double total = 0;
  for (const double score : scores) total += std::exp(score);
  for (const double score : scores) {
    to.log_prob.push_back(static_cast<float>(score - std::log(total)));
  }
  to.offset.push_back(static_cast<std::int64_t>(to.log_prob.size()));
}

class ScoreAnswers : public Answers {
 public:
  ScoreAnswers(const DagInput& input, const PairScore& score) : input_(input) {
    for (std::size_t i = 0; i < input.states(); ++i) {
      const auto places =
          static_cast<std::size_t>(input.place_offset[i + 1] - input.place_offset[i]);
      std::vector<double> scores;
      for (std::size_t place = 0; place < places; ++place) {
        for (std::size_t c = 0; c < kActionClasses; ++c)
          scores.push_back(score(input, i, place, c));
      }
      add_softmax(first_, scores);
      states_.push_back(i);
    }
  }

  std::span<const float> steps_left() const override { return {}; }
  const Choices& first() override { return first_; }
  const Choices& extend(std::span<const Extension> extensions) override {
    next_ = {};
    for (const auto& [prefix, choice] : extensions) {
      const std::size_t state = states_.at(prefix);
      const auto nodes = input_.node_offset[state + 1] - input_.node_offset[state];
      std::vector<double> scores;
      for (std::int64_t n = 0; n < nodes; ++n) {
        Rng rng(mix(static_cast<std::uint64_t>(choice * 1000 + n)));
        scores.push_back(2 * rng.unit());
      }
      add_softmax(next_, scores);
      states_.push_back(state);
    }
    return next_;
  }

 private:
  const DagInput& input_;
  Choices first_, next_;
  std::vector<std::size_t> states_;  // of the prefixes
};

class ScoreNetwork : public Network {
 public:
  explicit ScoreNetwork(PairScore score = feature_score) : score_(std::move(score)) {}

  std::span<const Parameter> parameters() const override { return {}; }
  std::span<float> weights() override { return {}; }
  std::span<float> gradient() override { return {}; }
  void initialize(std::uint64_t) override {}
  Losses learn(const Samples&, std::uint64_t) override { return {}; }
  std::unique_ptr<Answers> read(const Input& input) const override {
    const auto& dag = static_cast<const DagInput&>(input);
    for (std::size_t i = 0; i < dag.states(); ++i) asked_.push_back(graph_of(dag, i));
    return std::make_unique<ScoreAnswers>(dag, score_);
  }

  // The graphs of all states that were asked about.
  const std::vector<std::vector<std::int64_t>>& asked() const { return asked_; }

 private:
  static std::vector<std::int64_t> graph_of(const DagInput& input, std::size_t state) {
    const std::int64_t first = input.node_offset[state];
    std::vector<std::int64_t> out = {input.first_goal[state] - first};
    const auto put_node = [&](std::int64_t node) { out.push_back(node < 0 ? node : node - first); };
    for (std::int64_t i = first; i < input.node_offset[state + 1]; ++i) {
      const auto n = static_cast<std::size_t>(i);
      out.push_back(input.type[n]);
      out.push_back(input.role[n]);
      put_node(input.left[n]);
      put_node(input.right[n]);
    }
    return out;
  }

  PairScore score_;
  mutable std::vector<std::vector<std::int64_t>> asked_;
};

const PolicyOptions kGreedy = policy_of(Protocol::kGreedy);
const PolicyOptions kPaper = policy_of(Protocol::kPaper);

struct PolicyGiven {
  SearchLimits limits = {};
  bool prune = true;
};

class PolicySearch : public Fixture {
 protected:
  void add(const Bank& bank, const Theorem& theorem, const PolicyGiven& given = {}) {
    problems_.emplace_back(RuleSet::kStandard, rules_, bank, theorem, given.prune);
    limits_.push_back(given.limits);
  }
  void add(const Texts& premises, std::string_view goal, const PolicyGiven& given = {}) {
    add(bank_, theorem(premises, goal), given);
  }
  void add_generated(std::size_t count, const PolicyGiven& given = {}) {
    Generator generator({.k = 3, .l = 3, .order_trials = 300});
    for (std::size_t i = 0; i < count; ++i) {
      const Generated& generated = generator.generate(i);
      add(generator.bank(), generated.theorem(), given);
    }
  }

  std::vector<SearchResult> follow(const Network& network, const PolicyOptions& policy,
                                   std::size_t first, std::size_t count,
                                   const NetworkOptions& options = {}) {
    std::deque<Budget> budgets;
    std::vector<PolicyTask> tasks;
    for (std::size_t i = first; i < first + count; ++i) {
      budgets.emplace_back(limits_[i]);
      tasks.push_back({&problems_[i], &budgets.back(), i + 7});
    }
    return follow_policy(network, options, policy, tasks);
  }
  std::vector<SearchResult> follow(const PolicyOptions& policy,
                                   const PairScore& score = feature_score) {
    return follow(ScoreNetwork(score), policy, 0, problems_.size());
  }

  // The states on a path, with the first one. Every action must be a valid step.
  std::vector<State> states_on(std::size_t problem, const std::vector<Action>& path) {
    Problem& p = problems_[problem];
    std::vector<State> out = {State(p.bank, p.theorem)};
    for (const Action& action : path) {
      State next = out.back();
      EXPECT_TRUE(is_valid_step(next.apply(p.bank, p.rules, action)));
      out.push_back(std::move(next));
    }
    return out;
  }

  std::deque<Problem> problems_;
  std::vector<SearchLimits> limits_;
};

const std::vector<PolicyOptions> kPolicies = {
    kGreedy, {.beam = 4},      {.attempts = 4, .temperature = 1},
    kPaper,  {.masks = false}, {.beam = 3, .revisit = true}};

TEST_F(PolicySearch, ProofsPassTheKernel) {
  add_generated(40, {.limits = {.steps = 5}});
  std::vector<std::size_t> found(kPolicies.size());
  for (std::size_t k = 0; k < kPolicies.size(); ++k) {
    const std::vector<SearchResult> results = follow(kPolicies[k]);
    ASSERT_EQ(results.size(), problems_.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      const SearchResult& result = results[i];
      Problem& p = problems_[i];
      EXPECT_EQ(check(p.bank, p.rules, p.theorem, result.proof).proven.has_value(), result.found());
      EXPECT_LE(result.proof.size(), 5u);
      EXPECT_LE(result.reached.size(), 5u);
      EXPECT_FALSE(states_on(i, result.reached).back().proven());
      if (result.found()) {
        EXPECT_TRUE(result.reached.empty());
        ++found[k];
      }
    }
  }
  EXPECT_GT(found[0], 2u);
  EXPECT_LT(found[0], 40u);
  EXPECT_GT(found[1], found[0]) << "a beam proves more";
}

// A protocol of the original begins after the first step of the known proof.
TEST_F(PolicySearch, GivenStepsBeginEveryAttempt) {
  add({}, "(a+b)*c = c*(b+a)");
  const std::vector<Action> proof = follow({.beam = 4})[0].proof;
  ASSERT_GE(proof.size(), 2u);
  const auto try_with = [&](const SearchLimits& limits, std::size_t given) {
    Budget budget(limits);
    const PolicyTask task{.problem = &problems_[0],
                          .budget = &budget,
                          .given = {proof.begin(), proof.begin() + std::ptrdiff_t(given)}};
    return follow_policy(ScoreNetwork(), {}, policy_of(Protocol::kOriginalTransformer), {&task, 1})
        .front();
  };
  const SearchResult result = try_with({}, 1);
  ASSERT_TRUE(result.found());
  EXPECT_EQ(states_on(0, result.proof)[1].hash(), states_on(0, proof)[1].hash());
  EXPECT_EQ(try_with({.steps = 1}, 1).end, SearchEnd::kExhausted) << "given steps are steps";
  EXPECT_TRUE(try_with({}, proof.size()).found()) << "a whole proof is a proof";
}

TEST_F(PolicySearch, TheMostProbableLegalActionIsTaken) {
  add({}, "a+b = b+a", {.limits = {.steps = 1}});
  EXPECT_TRUE(follow(kGreedy)[0].found());
  // If what no axiom allows is most probable, it is passed over.
  const PairScore bad = [](const DagInput& input, std::size_t state, std::size_t place,
                           std::size_t chosen) {
    return -3 * feature_score(input, state, place, chosen);
  };
  limits_[0].steps = 4;
  const SearchResult result = follow(kGreedy, bad)[0];
  EXPECT_GT(result.counts.steps, result.counts.expanded);
  EXPECT_EQ(std::max(result.proof.size(), result.reached.size()), result.counts.expanded)
      << "every step is a legal action";
}

// As in the paper, a choice that is no legal action is a step without an effect.
TEST_F(PolicySearch, WithoutMasksStepsAreWasted) {
  add({}, "a+b = b+a", {.limits = {.steps = 5}});
  const PairScore no_action = [](const DagInput& input, std::size_t state, std::size_t place,
                                 std::size_t chosen) {
    // AdditionCommutativity at the goal itself is no action, and of a variable it is refused.
    return place == 0 && chosen == 0 ? 50 : feature_score(input, state, place, chosen);
  };
  const PairScore refused = [](const DagInput& input, std::size_t state, std::size_t place,
                               std::size_t chosen) {
    return place == 2 && chosen == 0 ? 50 : feature_score(input, state, place, chosen);
  };
  for (const PairScore& score : {no_action, refused}) {
    for (const PolicyOptions& policy : {PolicyOptions{.masks = false}, kPaper}) {
      const SearchResult result = follow(policy, score)[0];
      EXPECT_EQ(result.end, SearchEnd::kExhausted);
      EXPECT_EQ(result.counts.expanded, 5u);
      EXPECT_TRUE(result.reached.empty());
    }
    const SearchResult masked = follow(kGreedy, score)[0];
    EXPECT_TRUE(masked.found());
    EXPECT_EQ(masked.counts.expanded, 1u);
  }
}

TEST_F(PolicySearch, LimitsHold) {
  const SearchLimits limits{.nodes = 6, .steps = 4};
  add_generated(30, {.limits = limits});
  std::set<SearchEnd> ends;
  for (const PolicyOptions& policy : kPolicies) {
    for (const SearchResult& result : follow(policy)) {
      EXPECT_LE(result.counts.expanded, limits.nodes) << "beam " << policy.beam;
      EXPECT_LE(result.proof.size(), limits.steps);
      ends.insert(result.end);
    }
  }
  EXPECT_TRUE(ends.contains(SearchEnd::kNodes));
  EXPECT_TRUE(ends.contains(SearchEnd::kExhausted));
  EXPECT_TRUE(ends.contains(SearchEnd::kProven));
}

TEST_F(PolicySearch, EndsForOtherReasons) {
  const std::atomic<bool> interrupt = true;
  add({}, "a+b = b+a", {.limits = {.interrupt = &interrupt}});
  add({}, "a+b = b+a", {.limits = {.memory = 1}});
  add({}, "a+b = b+a", {.limits = {.seconds = 1e-9}});
  add({}, "a+b = b+a", {.limits = {.steps = 0}});
  add({}, "a+b = b+a", {.limits = {.nodes = 0}});
  add({}, "a = a");
  add({}, "a+b = a");
  const std::vector<SearchEnd> expected = {
      SearchEnd::kInterrupted, SearchEnd::kMemory, SearchEnd::kSeconds, SearchEnd::kExhausted,
      SearchEnd::kNodes,       SearchEnd::kProven, SearchEnd::kRefuted};
  const std::vector<SearchResult> results = follow(kGreedy);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(results[i].end, expected[i]) << i;
    EXPECT_EQ(results[i].counts.expanded, 0u);
  }
  EXPECT_TRUE(follow_policy(ScoreNetwork(), {}, kGreedy, {}).empty());
}

// Facts tell the variables apart, so equal graphs are equal states. The goal is false: the search
// goes on until the limit, unless all draws are refused.
TEST_F(PolicySearch, StatesAreNotVisitedAgain) {
  add({"a>=0", "b>=1", "c!=0"}, "a+(b+c) = b", {.limits = {.steps = 6}, .prune = false});
  const PairScore commute = [](const DagInput& input, std::size_t state, std::size_t place,
                               std::size_t chosen) {
    return feature_score(input, state, place, chosen) + (chosen == 0 ? 6 : 0);
  };
  const auto repeats = [&](const PolicyOptions& policy) {
    const ScoreNetwork network(commute);
    const SearchResult result = follow(network, policy, 0, 1)[0];
    EXPECT_EQ(result.counts.expanded, network.asked().size());
    std::set<std::uint64_t> hashes;
    const std::vector<State> states = states_on(0, result.reached);
    if (policy.temperature == 0) {
      EXPECT_EQ(states.size(), 7u);
    }
    for (const State& state : states) hashes.insert(state.hash());
    if (!policy.revisit) {
      EXPECT_EQ(hashes.size(), states.size());
    }
    const std::set distinct(network.asked().begin(), network.asked().end());
    return network.asked().size() - distinct.size();
  };
  EXPECT_EQ(repeats({}), 0u);
  EXPECT_EQ(repeats({.beam = 5}), 0u);
  EXPECT_EQ(repeats({.beam = 30}), 0u) << "two lines of a round lead to one state";
  EXPECT_EQ(repeats({.temperature = 1}), 0u);
  EXPECT_GT(repeats({.revisit = true}), 0u);
  EXPECT_GT(repeats({.beam = 5, .revisit = true}), 0u);
}

// Attempts after the first one draw other actions, and each begins at the theorem.
TEST_F(PolicySearch, AttemptsHelp) {
  add_generated(40, {.limits = {.steps = 4}});
  const auto count = [&](std::size_t attempts) {
    const auto results = follow({.attempts = attempts, .temperature = 1});
    for (const SearchResult& result : results) {
      EXPECT_LE(result.counts.expanded, 4 * attempts);
    }
    return std::ranges::count_if(results, &SearchResult::found);
  };
  EXPECT_LT(count(1), count(10));
}

void expect_same(const SearchResult& a, const SearchResult& b) {
  EXPECT_EQ(a.end, b.end);
  for (const auto& [one, other] : {std::pair(a.proof, b.proof), std::pair(a.reached, b.reached)}) {
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].axiom, other[i].axiom);
      EXPECT_EQ(one[i].operands[0].node, other[i].operands[0].node);
    }
  }
  EXPECT_EQ(a.counts.expanded, b.counts.expanded);
  EXPECT_EQ(a.counts.steps, b.counts.steps);
  EXPECT_EQ(a.states, b.states);
}

// Drawn actions, too: each problem has its own generator.
TEST_F(PolicySearch, WhatIsTriedTogetherDoesNotMatter) {
  add_generated(25, {.limits = {.steps = 4}});
  const ScoreNetwork network;
  for (const PolicyOptions& policy : kPolicies) {
    const std::vector<SearchResult> together = follow(network, policy, 0, 25);
    for (std::size_t i = 0; i < 25; ++i) {
      expect_same(together[i], follow(network, policy, i, 1)[0]);
    }
  }
}

// The sums of a network can be rounded in another way in another batch, which decides ties only.
TEST_F(PolicySearch, ANetworkGivesTheSameResultsInEveryBatch) {
  if (!has_networks()) GTEST_SKIP() << "this build has no networks";
  add_generated(25, {.limits = {.steps = 4}});
  const NetworkOptions options{.width = 16, .layers = 2};
  const auto network = make_network(options);
  network->initialize(1);
  for (const PolicyOptions& policy : {kGreedy, {.beam = 3}}) {
    const std::vector<SearchResult> together = follow(*network, policy, 0, 25, options);
    std::size_t different = 0;
    for (std::size_t i = 0; i < 25; ++i) {
      const SearchResult alone = follow(*network, policy, i, 1, options)[0];
      different += alone.end != together[i].end || alone.proof.size() != together[i].proof.size();
      if (alone.found()) {
        EXPECT_TRUE(states_on(i, alone.proof).back().proven());
      }
    }
    EXPECT_LE(different, 1u);
  }
}

TEST_F(PolicySearch, RefusesOptionsThatContradictEachOther) {
  const auto error = [](const PolicyOptions& options) {
    return error_of([&] { require_possible(options); });
  };
  for (const PolicyOptions& policy : kPolicies) EXPECT_EQ(error(policy), "no error");
  EXPECT_EQ(error({.beam = 0}), "beam: expected a number of at least 1");
  EXPECT_EQ(error({.attempts = 0}), "attempts: expected a number of at least 1");
  EXPECT_NE(error({.beam = 2, .temperature = 1}), "no error");
  EXPECT_NE(error({.attempts = 2}), "no error");
}

}  // namespace
}  // namespace ineq
