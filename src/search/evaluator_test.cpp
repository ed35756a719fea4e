#include "search/evaluator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <type_traits>

#include "search/distance_evaluator.h"
#include "search/last_steps.h"
#include "search/move_finder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

// What keeps a reference to a budget does not accept one that is about to vanish.
static_assert(!std::is_convertible_v<SearchLimits, Budget>);
static_assert(std::is_constructible_v<DistanceEvaluator, Problem&, Budget&>);
static_assert(!std::is_constructible_v<DistanceEvaluator, Problem&, Budget>);
static_assert(!std::is_constructible_v<DistanceEvaluator, Problem&, SearchLimits>);
static_assert(!std::is_constructible_v<MoveFinder, Problem&, Budget>);
static_assert(!std::is_constructible_v<Distance, Problem&, Budget>);
static_assert(!std::is_constructible_v<LastSteps, const Rules&, Budget>);

// Counts what it is asked.
class CountingEvaluator : public Evaluator {
 public:
  explicit CountingEvaluator(Evaluator& inner) : inner_(inner) {}
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
    asked += queries.size();
    ++calls;
    inner_.evaluate(queries, out);
  }
  std::size_t bytes() const override { return inner_.bytes(); }

  std::size_t asked = 0;
  std::size_t calls = 0;

 private:
  Evaluator& inner_;
};

// The theorem's state and some that follow it, with their moves.
class EvaluatorTest : public Fixture {
 protected:
  EvaluatorTest() {
    MoveFinder finder(problem_, budget_);
    states_.emplace_back(problem_.bank, problem_.theorem);
    moves_.emplace_back();
    finder.list(states_[0], Scope::kFirstGoal, moves_[0]);
    for (const LegalAction& move : moves_[0]) {
      if (move.next.proven()) continue;
      states_.push_back(move.next);
      moves_.emplace_back();
      finder.list(move.next, Scope::kFirstGoal, moves_.back());
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
      for (const std::size_t left : {1u, 2u, 7u}) {
        queries_.push_back(
            {.problem = &problem_, .state = &states_[i], .max_steps = left, .moves = moves_[i]});
        queries_.push_back({.problem = &problem_, .state = &states_[i], .max_steps = left});
      }
    }
  }

  std::vector<Evaluation> ask(Evaluator& evaluator, std::span<const Query> queries) {
    std::vector<Evaluation> out(queries.size());
    evaluator.evaluate(queries, out);
    return out;
  }
  std::vector<Evaluation> ask_one_by_one(Evaluator& evaluator) {
    std::vector<Evaluation> out;
    for (const Query& query : queries_) out.push_back(ask(evaluator, {&query, 1})[0]);
    return out;
  }

  void expect_same(const std::vector<Evaluation>& a, const std::vector<Evaluation>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].steps_left, b[i].steps_left);
      EXPECT_EQ(a[i].priors, b[i].priors);
    }
  }

  // What every evaluator promises.
  void expect_contract(Evaluator& evaluator) {
    const std::vector<Evaluation> answers = ask(evaluator, queries_);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      EXPECT_GE(answers[i].steps_left, 0);
      const std::vector<double>& priors = answers[i].priors;
      ASSERT_EQ(priors.size(), queries_[i].moves.size());
      if (priors.empty()) continue;
      EXPECT_NEAR(std::accumulate(priors.begin(), priors.end(), 0.0), 1, 1e-12);
      EXPECT_GE(std::ranges::min(priors), 0);
    }
    expect_same(ask_one_by_one(evaluator), answers);
    std::vector<Evaluation> used = answers;  // answers may be given where others were
    std::ranges::reverse(used);
    evaluator.evaluate(queries_, used);
    expect_same(used, answers);
  }

  Problem problem_{RuleSet::kStandard, rules_, bank_, theorem({"a>=b"}, "(a+c)*1>=c+b")};
  Budget budget_{SearchLimits{}};
  std::vector<State> states_;
  std::vector<std::vector<LegalAction>> moves_;
  std::vector<Query> queries_;
};

TEST_F(EvaluatorTest, EachKeepsItsPromises) {
  ASSERT_GT(states_.size(), 5u);
  UniformEvaluator uniform(3);
  expect_contract(uniform);
  DistanceEvaluator distance(problem_, budget_);
  expect_contract(distance);
  CachingEvaluator caching(distance, 100);
  expect_contract(caching);
}

TEST_F(EvaluatorTest, UniformPrefersNothing) {
  UniformEvaluator uniform(3);
  const Evaluation answer = ask(uniform, {queries_.data(), 1})[0];
  EXPECT_EQ(answer.steps_left, 3);
  ASSERT_GT(answer.priors.size(), 1u);
  for (const double prior : answer.priors) {
    EXPECT_EQ(prior, 1 / static_cast<double>(answer.priors.size()));
  }
}

// Search guided by it goes towards the proof: a state that is further away has more steps left, and
// the move that proves gets the greatest prior.
TEST_F(EvaluatorTest, DistancePrefersWhatIsCloser) {
  DistanceEvaluator distance(problem_, budget_);
  const auto steps_left = [&](std::string_view goal, std::size_t left) {
    const Theorem other{.premises = problem_.theorem.premises,
                        .goal = parse_statement(problem_.bank, goal)};
    const State state(problem_.bank, other);
    const Query query{.problem = &problem_, .state = &state, .max_steps = left};
    return ask(distance, {&query, 1})[0].steps_left;
  };
  EXPECT_EQ(steps_left("a+b=b+a", 5), 1);
  EXPECT_LT(steps_left("a+b=b+a", 5), steps_left("(a+b)*1=b+a", 5));
  EXPECT_LT(steps_left("(a+b)*1=b+a", 5), steps_left("(a+b)*1=b+a", 1));  // it takes two

  const Theorem last{.premises = {}, .goal = parse_statement(problem_.bank, "(a+b)*1=a+b")};
  const State state(problem_.bank, last);
  MoveFinder finder(problem_, budget_);
  std::vector<LegalAction> moves;
  finder.list(state, Scope::kFirstGoal, moves);
  const Query query{.problem = &problem_, .state = &state, .max_steps = 5, .moves = moves};
  const Evaluation answer = ask(distance, {&query, 1})[0];
  ASSERT_GT(moves.size(), 1u);
  const auto best = std::ranges::max_element(answer.priors) - answer.priors.begin();
  EXPECT_TRUE(moves[static_cast<std::size_t>(best)].next.proven());
}

// A cache changes no answer and asks nothing twice, neither in batches nor one by one.
TEST_F(EvaluatorTest, CacheGivesTheSameAnswersAndAsksLess) {
  DistanceEvaluator distance(problem_, budget_);
  const std::vector<Evaluation> expected = ask(distance, queries_);
  CountingEvaluator counting(distance);
  CachingEvaluator caching(counting, queries_.size());
  const std::size_t half = queries_.size() / 2;
  ask(caching, std::span(queries_).first(half));
  EXPECT_EQ(counting.asked, half);
  EXPECT_GT(caching.bytes(), distance.bytes());
  expect_same(ask(caching, queries_), expected);
  expect_same(ask_one_by_one(caching), expected);
  EXPECT_EQ(counting.asked, queries_.size());
  EXPECT_EQ(counting.calls, 2u);
  EXPECT_EQ(caching.misses(), queries_.size());
  EXPECT_EQ(caching.hits(), half + queries_.size());
}

TEST_F(EvaluatorTest, AFullCacheForgetsTheOldestAnswerFirst) {
  DistanceEvaluator distance(problem_, budget_);
  const std::vector<Evaluation> expected = ask(distance, queries_);
  CountingEvaluator counting(distance);
  CachingEvaluator caching(counting, 3);
  const auto asked_for = [&](std::size_t query) {  // not from the cache
    const std::size_t before = counting.asked;
    expect_same(ask(caching, {&queries_[query], 1}), {expected[query]});
    return counting.asked > before;
  };
  for (const std::size_t query : {0, 1, 2}) EXPECT_TRUE(asked_for(query));
  EXPECT_FALSE(asked_for(0));  // a hit does not make it younger
  EXPECT_TRUE(asked_for(3));
  EXPECT_TRUE(asked_for(0));
  EXPECT_FALSE(asked_for(2));
  EXPECT_FALSE(asked_for(3));
  EXPECT_TRUE(asked_for(1));
  EXPECT_EQ(caching.size(), 3u);

  const std::size_t bytes = caching.bytes();
  EXPECT_LE(bytes, distance.bytes() + 3 * CachingEvaluator::kBytesPerAnswer);
  expect_same(ask(caching, queries_), expected);  // a batch larger than the cache
  EXPECT_EQ(caching.size(), 3u);
  EXPECT_LT(caching.bytes(), 2 * bytes);
  EXPECT_EQ(error_of([&] { CachingEvaluator(counting, 0); }),
            "a cache needs a capacity of at least one entry");
}

// The same theorem in a bank in which all terms have other ids: an answer from the cache names the
// actions of this bank.
TEST_F(EvaluatorTest, CachedProposalsServeOtherProblems) {
  const auto effects = [](const Query& query, const Evaluation& answer) {
    std::vector<std::uint64_t> out;
    for (const Proposal& proposal : answer.proposals) {
      State next = *query.state;
      Problem& problem = *query.problem;
      EXPECT_TRUE(changes_state(next.apply(problem.bank, problem.rules, proposal.action)));
      out.push_back(next.hash());
    }
    return out;
  };
  Bank other_bank;
  parse_statement(other_bank, "z*(y+x)=w^2");  // shifts the ids
  const Theorem same{.premises = {parse_statement(other_bank, "a>=b")},
                     .goal = parse_statement(other_bank, "(a+c)*1>=c+b")};
  Problem twin(RuleSet::kStandard, rules_, other_bank, same);
  const State state(problem_.bank, problem_.theorem), twin_state(twin.bank, twin.theorem);
  const Query query{.problem = &problem_, .state = &state, .max_steps = 5, .proposals = 6};
  const Query twin_query{.problem = &twin, .state = &twin_state, .max_steps = 5, .proposals = 6};

  DistanceEvaluator distance(problem_, budget_);
  CountingEvaluator counting(distance);
  CachingEvaluator caching(counting, 10);
  const Evaluation first = ask(caching, {&query, 1})[0];
  ASSERT_GT(first.proposals.size(), 3u);
  for (const Query& again : {query, twin_query}) {
    const Evaluation known = ask(caching, {&again, 1})[0];
    EXPECT_EQ(known.steps_left, first.steps_left);
    EXPECT_EQ(effects(again, known), effects(query, first));
    for (std::size_t i = 0; i < known.proposals.size(); ++i) {
      EXPECT_EQ(known.proposals[i].log_prior, first.proposals[i].log_prior);
    }
  }
  EXPECT_EQ(counting.asked, 1u);

  // What an answer may depend on is part of its key.
  Query fewer = query;
  fewer.proposals = 3;
  EXPECT_EQ(ask(caching, {&fewer, 1})[0].proposals.size(), 3u);
  EXPECT_EQ(counting.asked, 2u);
}

// Such an answer may be anything, and another search could ask for it.
TEST_F(EvaluatorTest, AnswersThatWereGivenWhenTimeWasUpAreForgotten) {
  const std::atomic<bool> interrupt = true;
  Budget over{SearchLimits{.interrupt = &interrupt}};
  while (!over.is_up()) {  // which it notices after some calls
  }
  UniformEvaluator uniform;
  CountingEvaluator counting(uniform);
  CachingEvaluator caching(counting, 10);
  Query query = queries_[0];
  query.budget = &over;
  ask(caching, {&query, 1});
  EXPECT_EQ(caching.size(), 0u);
  query.budget = &budget_;
  ask(caching, {&query, 1});
  ask(caching, {&query, 1});
  EXPECT_EQ(counting.asked, 2u);
  EXPECT_EQ(caching.size(), 1u);
}

}  // namespace
}  // namespace ineq
