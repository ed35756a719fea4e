#include "search/mcts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <thread>
#include <tuple>

#include "generate/generator.h"
#include "search/breadth_first.h"
#include "search/distance_evaluator.h"
#include "search/prove.h"
#include "support/cases.h"
#include "support/fixture.h"
#include "support/plain_mcts.h"
#include "support/search_results.h"

namespace ineq {

inline void PrintTo(SearchEnd end, std::ostream* out) { *out << to_string(end); }

namespace {

constexpr std::uint64_t kMctsTheorems = cases(25, 3);
constexpr std::uint64_t kMctsCompared = cases(5, 1);
constexpr std::uint64_t kMctsDraws = cases(1000, 100);

using Over = MctsOptions::Over;
constexpr Over kBoth[] = {Over::kActions, Over::kAxioms};

// All on the first move: an evaluator that is sure, and wrong.
class StubbornEvaluator : public Evaluator {
 public:
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      out[i].steps_left = 0.1;
      out[i].priors.assign(queries[i].moves.size(), 0);
      out[i].priors[0] = 1;
      steps_left.emplace(queries[i].state->hash(), queries[i].max_steps);
    }
  }

  std::map<std::uint64_t, std::size_t> steps_left;  // by state, as it was told
};

class MctsTest : public Fixture {
 protected:
  Problem problem(const Texts& premises, std::string_view goal) {
    return Problem(RuleSet::kStandard, rules_, bank_, theorem(premises, goal));
  }
  Problem generated(Generator& generator, std::uint64_t index) {
    const Theorem& from = generator.generate(index).theorem();
    return Problem(RuleSet::kStandard, rules_, generator.bank(), from);
  }

  ProveResult run(Problem&& problem, const MctsOptions& options, const SearchLimits& limits) {
    Budget budget(limits);
    return prove(problem, {.algorithm = Algorithm::kMcts, .mcts = options}, budget);
  }
  ProveResult run(const Texts& premises, std::string_view goal, const SearchLimits& limits) {
    return run(problem(premises, goal), {}, limits);
  }

  // The states that a search has to expand if it tries everything, with the steps left there.
  std::map<std::uint64_t, std::size_t> all_states(Problem&& problem, std::size_t steps) {
    MoveFinder finder(problem, unlimited_);
    std::vector<LegalAction> moves;
    std::map<std::uint64_t, std::size_t> out;
    std::vector<State> level{State(problem.bank, problem.theorem)}, next;
    for (std::size_t left = steps; left > 0; --left, std::swap(level, next)) {
      next.clear();
      for (const State& state : level) {
        const auto goals = static_cast<std::size_t>(std::ranges::distance(state.goals()));
        if (goals > left || !out.emplace(state.hash(), left).second) continue;
        finder.list(state, Scope::kFirstGoal, moves);
        for (const LegalAction& move : moves) next.push_back(move.next);
      }
    }
    return out;
  }

  // The moves at the theorem after some numbers of simulations, by both.
  void compare(Problem&& mine, Problem&& plain, Evaluator& evaluator, Evaluator& plain_evaluator,
               Over over, std::size_t steps) {
    Budget budget({.steps = steps});
    Mcts mcts(mine, {.over = over}, Rng(0), budget);
    PlainMcts expected(plain, plain_evaluator, over, steps);
    for (std::size_t n = 1; n <= kSimulations && !expected.proven(); ++n) {
      mcts.simulate(1, evaluator);
      expected.simulate();
      if (n > 5 && n % 50 != 0 && !expected.proven()) continue;
      ASSERT_EQ(mcts.end() == SearchEnd::kProven, expected.proven()) << n;
      ASSERT_EQ(mcts.moves().size(), expected.moves().size());
      for (const MoveGraph::Edge& edge : mcts.moves()) {
        const auto same = [&](const PlainMcts::Move& move) {
          return key_of(move.action) == key_of(edge.action);
        };
        const auto found = std::ranges::find_if(expected.moves(), same);
        ASSERT_NE(found, expected.moves().end());
        ASSERT_EQ(edge.prior, found->prior);
        ASSERT_EQ(edge.visits, found->visits) << n;
        ASSERT_EQ(edge.total, found->total) << n;
      }
      if (n == kSimulations) ++compared_;
    }
  }

  static constexpr std::size_t kSimulations = 300;
  std::size_t compared_ = 0;  // problems, to the end
  Budget unlimited_{SearchLimits{}};
};

// Protects the formula, what states are worth, the order among equals, and that equal states are
// one: the visits and values at the theorem are those of a version that is written down plainly.
TEST_F(MctsTest, SimulatesAsAPlainVersionOfTheFormulaDoes) {
  const struct {
    Texts premises;
    const char* goal;
    std::size_t steps;
  } kCases[] = {
      {{}, "(a+b)+c=c+(b+a)", 2},         // it needs more
      {{}, "(a+b)+c>=d", 6},              // not true; many ways lead to each state
      {{"a>=b"}, "(a*c)+b>=a+(c*b)", 3},  // several goals
      {{}, "(a*1)*(b+0)=b*a", 5},
  };
  for (const Over over : kBoth) {
    for (const auto& c : kCases) {
      SCOPED_TRACE(c.goal);
      UniformEvaluator uniform;
      compare(problem(c.premises, c.goal), problem(c.premises, c.goal), uniform, uniform, over,
              c.steps);
    }
    for (const std::size_t length : {3u, 5u, 7u}) {
      Generator generator({.l = length});
      for (std::uint64_t i = 0; i < kMctsCompared; ++i) {
        SCOPED_TRACE(testing::Message() << "theorem " << i << " of " << length << " steps");
        UniformEvaluator uniform;
        Problem one = generated(generator, i), two = generated(generator, i);
        DistanceEvaluator distance(one, unlimited_), plain_distance(two, unlimited_);
        compare(generated(generator, i), generated(generator, i), uniform, uniform, over, 7);
        // With fewer steps than it takes, so that the search goes on.
        compare(std::move(one), std::move(two), distance, plain_distance, over, 2);
      }
    }
  }
  EXPECT_GT(compared_, kMctsCompared * 6);  // about half of them
}

// Each simulation but the first goes through one move of the theorem's, and each value that the
// evaluator gives, but for the theorem's own, is counted there: no visit and no loss is left over
// from a batch, and none is forgotten.
TEST_F(MctsTest, TakesBackAllVirtualLosses) {
  for (const std::size_t batch : {1u, 2u, 8u, 64u}) {
    Problem its_problem = problem({}, "((a+b)+c)+d>=e");
    UniformEvaluator evaluator(1);  // the value 1/2
    Budget budget({.steps = 6});
    Mcts mcts(its_problem, {.batch = batch}, Rng(0), budget);
    for (std::size_t n = 7; n < 700; n += 7) {
      mcts.simulate(7, evaluator);
      ASSERT_FALSE(mcts.end());
      std::size_t visits = 0;
      double total = 0;
      for (const MoveGraph::Edge& edge : mcts.moves()) {
        visits += edge.visits;
        total += edge.total;
      }
      ASSERT_EQ(visits, n - 1) << batch;
      ASSERT_EQ(total, 0.5 * static_cast<double>(mcts.counts().evaluated - 1)) << batch;
    }
    if (batch == 1) {
      EXPECT_EQ(mcts.counts().batches, mcts.counts().evaluated);
    } else {
      EXPECT_LT(mcts.counts().batches, mcts.counts().evaluated);
    }
  }
}

TEST_F(MctsTest, RunsTheSameTwice) {
  Generator generator({.l = 7});
  const SearchLimits limits{.nodes = 1000, .steps = 10};
  for (const Over over : kBoth) {
    for (const std::size_t batch : {1u, 8u}) {
      for (const double tau : {0.0, 0.5, 1.0}) {
        const MctsOptions options{.simulations = 50, .tau = tau, .batch = batch, .over = over};
        for (std::uint64_t i = 0; i < 3; ++i) {
          const SearchResult one = run(generated(generator, i), options, limits);
          const SearchResult two = run(generated(generator, i), options, limits);
          expect_same(one, two);
          EXPECT_EQ(one.bytes, two.bytes);
        }
      }
    }
  }
}

// The first action of an episode is drawn in proportion to N^(1/tau); at 0 it is the one with most
// visits, the first of them.
TEST_F(MctsTest, DrawsAtATemperature) {
  UniformEvaluator evaluator;
  const auto start = [&] { return problem({}, "((a+b)+c)+d>=e"); };
  Problem first = start();
  Mcts once(first, {}, Rng(0), unlimited_);
  once.simulate(20, evaluator);
  const auto moves = once.moves();
  const std::uint64_t nodes = once.counts().expanded + 1;  // the search ends soon after the draw
  for (const double tau : {0.0, 0.5, 1.0}) {
    std::map<std::vector<std::uint32_t>, double> drawn;
    for (std::uint64_t seed = 0; seed < kMctsDraws; ++seed) {
      Problem again = start();
      const MctsOptions options{.simulations = 20, .tau = tau};
      Budget budget({.nodes = nodes});
      const SearchResult result = mcts(again, evaluator, options, Rng(seed), budget);
      ASSERT_FALSE(result.reached.empty());
      ++drawn[key_of(result.reached[0])];
    }
    const auto most = std::ranges::max_element(moves, {}, &MoveGraph::Edge::visits);
    const auto weight = [&](const MoveGraph::Edge& edge) {
      return tau > 0 ? std::pow(edge.visits, 1 / tau) : &edge == &*most ? 1 : 0;
    };
    double sum = 0;
    for (const MoveGraph::Edge& edge : moves) sum += weight(edge);
    for (const MoveGraph::Edge& edge : moves) {
      const double expected = kMctsDraws * weight(edge) / sum;
      // Four standard deviations.
      EXPECT_NEAR(drawn[key_of(edge.action)], expected,
                  4 * std::sqrt(expected * (1 - expected / kMctsDraws)))
          << tau;
    }
  }
}

// `prove` has each checked.
TEST_F(MctsTest, ProvesTheorems) {
  Generator generator({});
  for (const Over over : kBoth) {
    for (const std::size_t batch : {1u, 8u}) {
      std::uint64_t proven = 0;
      for (std::uint64_t i = 0; i < kMctsTheorems; ++i) {
        const MctsOptions options{.batch = batch, .over = over};
        proven += run(generated(generator, i), options, {.nodes = 1000}).proven.has_value();
      }
      EXPECT_GE(proven * 10, kMctsTheorems * 9) << batch;
    }
  }
}

// With as many steps as the shortest proof has it is found, and with fewer none is: neither is the
// limit exceeded nor is a step given away.
TEST_F(MctsTest, KeepsTheLimitOfSteps) {
  Generator generator({});
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < kMctsTheorems; ++i) {
    Problem its_problem = generated(generator, i);
    Budget budget({.nodes = 300});
    const SearchResult shortest = breadth_first(its_problem, budget);
    if (!shortest.found()) continue;
    ++compared;
    const std::size_t steps = shortest.proof.size();
    const SearchResult enough = run(generated(generator, i), {}, {.steps = steps});
    EXPECT_EQ(enough.end, SearchEnd::kProven);
    EXPECT_EQ(enough.proof.size(), steps);
    EXPECT_FALSE(run(generated(generator, i), {}, {.nodes = 300, .steps = steps - 1}).proven);
  }
  EXPECT_GE(compared, kMctsTheorems / 3);
}

TEST_F(MctsTest, EndsAtTheLimits) {
  constexpr const char* kGoal = "((a+b)+c)+d>=e";
  for (const std::size_t batch : {1u, 8u}) {
    for (const std::uint64_t nodes : {0u, 1u, 2u, 3u, 100u}) {
      const SearchResult result = run(problem({}, kGoal), {.batch = batch}, {.nodes = nodes});
      EXPECT_EQ(result.end, SearchEnd::kNodes);
      EXPECT_EQ(result.counts.expanded, nodes);
      EXPECT_EQ(result.counts.evaluated, nodes);
    }
  }
  EXPECT_EQ(run({}, kGoal, {.memory = 1}).end, SearchEnd::kMemory);
  const SearchResult large = run({}, kGoal, {.memory = 100'000});
  EXPECT_EQ(large.end, SearchEnd::kMemory);
  EXPECT_GT(large.counts.expanded, 10u);
  const std::atomic<bool> interrupt = true;
  EXPECT_EQ(run({}, kGoal, {.interrupt = &interrupt}).end, SearchEnd::kInterrupted);
  EXPECT_EQ(run({}, kGoal, {.seconds = 1e-9}).end, SearchEnd::kSeconds);
  EXPECT_EQ(run({}, kGoal, {.steps = 0}).end, SearchEnd::kExhausted);
  EXPECT_EQ(run({}, "a=b", {}).end, SearchEnd::kRefuted);
  EXPECT_TRUE(run({}, "a=a", {.steps = 0}).proven);
  EXPECT_TRUE(run({"a=b"}, "a=b", {.nodes = 0}).proven);
}

// Also where everything is expanded and the simulations go on without expanding anything.
TEST_F(MctsTest, EndsInTimeAmongSimulationsThatExpandNothing) {
  const MctsOptions forever{.simulations = std::size_t{1} << 60};
  EXPECT_EQ(run(problem({}, "a+b>=c"), forever, {.seconds = 0.05}).end, SearchEnd::kSeconds);
  std::atomic<bool> interrupt = false;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    interrupt = true;
  });
  EXPECT_EQ(run(problem({}, "a+b>=c"), forever, {.interrupt = &interrupt}).end,
            SearchEnd::kInterrupted);
}

// It ends by itself when every state within the steps was expanded, not before and each once,
// whatever the evaluator thinks of them: also where a simulation would never go. The evaluator is
// never told of more steps than can be left.
TEST_F(MctsTest, ExhaustsWhatThereIs) {
  for (const char* goal : {"a>=b", "a+b>=c", "(a+b)+c>=d", "(a*b)+b>=c"}) {
    for (const std::size_t steps : {1u, 2u, 3u, 5u}) {
      for (const std::size_t simulations : {1u, 20u}) {
        SCOPED_TRACE(testing::Message() << goal << " in " << steps << " by " << simulations);
        const auto states = all_states(problem({}, goal), steps);
        const MctsOptions options{.simulations = simulations};
        Problem its_problem = problem({}, goal), other = problem({}, goal);
        DistanceEvaluator distance(its_problem, unlimited_);
        StubbornEvaluator stubborn;
        Budget budget({.steps = steps});
        for (const SearchResult& result : {mcts(its_problem, distance, options, Rng(0), budget),
                                           mcts(other, stubborn, options, Rng(0), budget)}) {
          EXPECT_EQ(result.end, SearchEnd::kExhausted);
          EXPECT_EQ(result.counts.expanded, states.size());
          EXPECT_TRUE(result.reached.empty());
        }
        for (const auto& [hash, left] : stubborn.steps_left) {
          EXPECT_LE(left, states.at(hash));
          EXPECT_GE(left, 1u);
        }
      }
    }
  }
}

// With all goals proven, not with some.
TEST_F(MctsTest, ProvesAllGoals) {
  for (const Over over : kBoth) {
    const auto prove_sum = [&](std::string_view goal, std::size_t steps) {
      return run(problem({}, goal), {.over = over}, {.steps = steps});
    };
    EXPECT_EQ(prove_sum("(a*a)+(b*b)>=0+0", 3).proof.size(), 3u);
    EXPECT_EQ(prove_sum("(a*a)+(b*b)>=0+0", 2).end, SearchEnd::kExhausted);
    EXPECT_EQ(prove_sum("(a*a)+(b*c)>=0+0", 3).end, SearchEnd::kExhausted);
    EXPECT_EQ(prove_sum("(b*c)+(a*a)>=0+0", 3).end, SearchEnd::kExhausted);
  }
}

TEST_F(MctsTest, RejectsOptionsWithoutAMeaning) {
  const auto complaint = [&](const MctsOptions& options) {
    return error_of([&] { run(problem({}, "a+b=b+a"), options, {}); });
  };
  EXPECT_EQ(complaint({}), "no error");
  EXPECT_EQ(complaint({.simulations = 0}), "mcts needs at least one simulation");
  EXPECT_EQ(complaint({.batch = 0}), "mcts needs batches of at least one state");
  for (const double bad : {-1.0, double{INFINITY}, double{NAN}}) {
    EXPECT_EQ(complaint({.c_puct = bad}), "c_puct must be a finite number of at least 0");
    EXPECT_EQ(complaint({.tau = bad}), "tau must be a finite number of at least 0");
  }
  for (const double bad : {-0.1, 1.1, double{INFINITY}, double{NAN}}) {
    EXPECT_EQ(complaint({.noise = bad}), "noise must be a number from 0 to 1");
  }
  for (const double bad : {-1.0, 0.0, 1e-4, 1e4, double{INFINITY}, double{NAN}}) {
    EXPECT_EQ(complaint({.noise_alpha = bad}), "noise_alpha must be a number from 0.001 to 1000");
  }
}

// Without noise nothing is drawn for it, so that its parameter makes no difference.
TEST_F(MctsTest, ASearchWithoutNoiseDrawsNone) {
  Generator generator({.l = 7});
  const SearchLimits limits{.nodes = 500, .steps = 10};
  for (std::uint64_t i = 0; i < 5; ++i) {
    const SearchResult one = run(generated(generator, i), {.simulations = 20}, limits);
    const SearchResult two =
        run(generated(generator, i), {.simulations = 20, .noise = 0, .noise_alpha = 7}, limits);
    expect_same(one, two);
    EXPECT_EQ(one.bytes, two.bytes);
  }
}

TEST_F(MctsTest, NoiseDependsOnTheSeedAndProofsAreStillFound) {
  Generator generator({.l = 7});
  const MctsOptions options{.simulations = 20, .noise = 0.25};
  std::uint64_t proven = 0;
  for (std::uint64_t i = 0; i < kMctsTheorems; ++i) {
    const ProveResult one = run(generated(generator, i), options, {.nodes = 1000});
    const ProveResult two = run(generated(generator, i), options, {.nodes = 1000});
    expect_same(one, two);
    proven += one.proven.has_value();
  }
  EXPECT_GE(proven * 10, kMctsTheorems * 9);
}

// The priors that moves are selected by at the theorem, next to those of the evaluator, which stay
// as they are.
TEST_F(MctsTest, NoiseMixesADistributionIntoThePriors) {
  UniformEvaluator evaluator;
  std::set<std::vector<double>> drawn;
  for (const double noise : {0.25, 1.0}) {
    for (const std::uint64_t seed : {1u, 2u}) {
      Problem its_problem = problem({}, "((a+b)+c)+d>=e");
      Mcts mcts(its_problem, {.noise = noise}, Rng(seed), unlimited_);
      mcts.simulate(1, evaluator);  // expands the theorem
      EXPECT_TRUE(mcts.noisy_priors().empty());
      mcts.simulate(200, evaluator);
      const std::vector<double> priors(mcts.noisy_priors().begin(), mcts.noisy_priors().end());
      ASSERT_EQ(priors.size(), mcts.moves().size());
      double sum = 0;
      for (std::size_t i = 0; i < priors.size(); ++i) {
        const double prior = 1 / static_cast<double>(priors.size());
        EXPECT_EQ(mcts.moves()[i].prior, prior);
        EXPECT_GE(priors[i], (1 - noise) * prior);
        sum += priors[i];
      }
      EXPECT_NEAR(sum, 1, 1e-12);
      drawn.insert(priors);
      mcts.simulate(10, evaluator);
      EXPECT_TRUE(std::ranges::equal(mcts.noisy_priors(), priors)) << "once per action";
    }
  }
  EXPECT_EQ(drawn.size(), 4u);
}

}  // namespace
}  // namespace ineq
