#include "search/observer.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "generate/generator.h"
#include "search/best_first.h"
#include "search/breadth_first.h"
#include "search/distance_evaluator.h"
#include "search/mcts.h"
#include "support/fixture.h"
#include "support/search_results.h"

namespace ineq {
namespace {

// Replays what it is told: each state must follow from its parent by the action.
class ReplayingObserver : public SearchObserver {
 public:
  ReplayingObserver(Problem& problem, bool is_evaluated)
      : problem_(problem), is_evaluated_(is_evaluated) {}

  void expanded(const Expansion& e) override {
    EXPECT_FALSE(end);
    order.push_back(e.id);
    if (e.id == 0) {
      EXPECT_EQ(e.parent, 0u);
      EXPECT_EQ(e.action, nullptr);
      EXPECT_EQ(e.depth, 0u);
      EXPECT_EQ(e.state.hash(), State(problem_.bank, problem_.theorem).hash());
    } else {
      const auto parent = known_.find(e.parent);
      ASSERT_NE(parent, known_.end());
      State state = parent->second;
      ASSERT_NE(e.action, nullptr);
      EXPECT_TRUE(changes_state(state.apply(problem_.bank, problem_.rules, *e.action)));
      EXPECT_EQ(state.hash(), e.state.hash());
      EXPECT_GT(e.depth, 0u);
      estimates += e.steps_left.has_value();
      if (e.steps_left) {
        EXPECT_GE(*e.steps_left, 0);
      }
    }
    known_.insert_or_assign(e.id, e.state);
  }
  void decided(const Decision& d) override {
    EXPECT_FALSE(end);
    ASSERT_TRUE(known_.contains(d.id));
    EXPECT_EQ(known_.at(d.id).hash(), d.state.hash());
    ASSERT_LT(d.taken, d.moves.size());
    std::vector<std::uint32_t> visits;
    for (const MoveGraph::Edge& edge : d.moves) visits.push_back(edge.visits);
    decisions.push_back(visits);
    taken.push_back(d.moves[d.taken].action);
    depths.push_back(d.depth);
  }
  void ended(const SearchResult& result) override {
    EXPECT_FALSE(end);
    end = result;
  }

  // The events agree with the result.
  void expect_complete(const SearchResult& result) const {
    ASSERT_TRUE(end);
    expect_same(*end, result);
    EXPECT_EQ(order.size(), result.counts.expanded);
    if (is_evaluated_) {
      EXPECT_GE(2 * estimates + 2, order.size());  // none for the theorem and for dead ends
    } else {
      EXPECT_EQ(estimates, 0u);
    }
  }

  std::vector<StateId> order;
  std::size_t estimates = 0;
  std::vector<std::vector<std::uint32_t>> decisions;  // visits by move
  std::vector<Action> taken;
  std::vector<std::size_t> depths;
  std::optional<SearchResult> end;

 private:
  Problem& problem_;
  bool is_evaluated_;
  std::map<StateId, State> known_;
};

class ObserverTest : public Fixture {
 protected:
  Problem generated(std::uint64_t number) {
    const Theorem& from = generator_.generate(number).theorem();
    return Problem(RuleSet::kStandard, rules_, generator_.bank(), from);
  }
  Problem endless() {
    return Problem(RuleSet::kStandard, rules_, bank_, theorem({}, "((a+b)+c)+d>=e"));
  }

  Generator generator_{{.k = 5, .l = 7}};
};

TEST_F(ObserverTest, BestFirstReportsItsExpansions) {
  for (std::uint64_t i = 0; i < 5; ++i) {
    Problem alone = generated(i), observed = generated(i);
    Budget budget({.nodes = 100, .steps = 10});
    DistanceEvaluator one(alone, budget), two(observed, budget);
    ReplayingObserver observer(observed, true);
    const SearchResult expected = best_first(alone, one, {}, budget);
    const SearchResult result = best_first(observed, two, {}, budget, &observer);
    expect_same(result, expected);
    observer.expect_complete(result);
    EXPECT_EQ(observer.order.front(), 0u);
  }
}

TEST_F(ObserverTest, BreadthFirstReportsItsExpansionsLengthByLength) {
  Problem problem(RuleSet::kStandard, rules_, bank_, theorem({}, "(a*1)*(b+0)=b*a"));
  Budget budget({.nodes = 300});
  ReplayingObserver observer(problem, false);
  const SearchResult result = breadth_first(problem, budget, &observer);
  EXPECT_TRUE(result.found());
  observer.expect_complete(result);
  StateId last = 0;
  for (const StateId id : observer.order) {  // in order, and from 0 again
    EXPECT_TRUE(id == 0 || id == last + 1);
    last = id;
  }
}

TEST_F(ObserverTest, MctsReportsExpansionsAndDecisions) {
  for (const std::size_t batch : {1u, 4u}) {
    for (std::uint64_t i = 0; i < 5; ++i) {
      Problem alone = generated(i), observed = generated(i);
      const MctsOptions options{.simulations = 10, .batch = batch};
      Budget budget({.nodes = 100, .steps = 8});
      DistanceEvaluator one(alone, budget), two(observed, budget);
      ReplayingObserver observer(observed, true);
      const SearchResult expected = mcts(alone, one, options, Rng(1), budget);
      const SearchResult result = mcts(observed, two, options, Rng(1), budget, &observer);
      expect_same(result, expected);
      observer.expect_complete(result);
      const std::set<StateId> distinct(observer.order.begin(), observer.order.end());
      EXPECT_EQ(distinct.size(), observer.order.size());  // each state once
    }
  }
}

// What is reported are the visits from which the action is drawn.
TEST_F(ObserverTest, DecisionsCarryTheVisitsOfTheMoves) {
  UniformEvaluator evaluator;
  Problem by_hand = endless(), observed = endless();
  Budget budget({.nodes = 30});
  Mcts simulated(by_hand, {.simulations = 20}, Rng(1), budget);
  simulated.simulate(20, evaluator);
  std::vector<std::uint32_t> visits;
  for (const MoveGraph::Edge& edge : simulated.moves()) visits.push_back(edge.visits);

  ReplayingObserver observer(observed, true);
  const SearchResult result =
      mcts(observed, evaluator, {.simulations = 20}, Rng(1), budget, &observer);
  ASSERT_FALSE(observer.decisions.empty());
  EXPECT_EQ(observer.decisions.front(), visits);
  EXPECT_EQ(keys_of(observer.taken), keys_of(result.reached));  // within the first episode
  for (std::size_t i = 0; i < observer.depths.size(); ++i) EXPECT_EQ(observer.depths[i], i);
}

}  // namespace
}  // namespace ineq
