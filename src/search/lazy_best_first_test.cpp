#include "search/lazy_best_first.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/hash.h"
#include "generate/generator.h"
#include "search/move_finder.h"
#include "search/prove.h"
#include "support/cases.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::uint64_t kLazyTheorems = cases(60, 4);

class LazyBestFirstTest : public Fixture {
 protected:
  ProveResult search(std::uint64_t theorem, const BestFirstOptions& options,
                     const SearchLimits& limits = {}, SearchObserver* observer = nullptr) {
    const Theorem& from = generator_.generate(theorem).theorem();
    Problem problem(RuleSet::kStandard, generator_.rules(), generator_.bank(), from);
    Budget budget(limits);
    return prove(problem, {.best_first = options}, budget, observer);
  }

  Generator generator_{{.k = 3, .l = 5, .seed = 5}};
};

TEST_F(LazyBestFirstTest, ProvesGeneratedTheorems) {
  std::size_t proven = 0;
  for (std::uint64_t i = 0; i < kLazyTheorems; ++i) {
    const ProveResult result = search(i, {.prior_weight = 0.5, .width = 16}, {.nodes = 300});
    proven += result.proven.has_value();
  }
  EXPECT_GE(proven * 10, kLazyTheorems * 9);
}

TEST_F(LazyBestFirstTest, AsksOncePerExpansionAndMakesOnlyTheBestMoves) {
  for (const std::size_t width : {1u, 4u}) {
    for (const std::size_t together : {1u, 3u}) {
      for (std::uint64_t i = 0; i < 10; ++i) {
        const SearchCounts counts =
            search(i, {.width = width, .together = together}, {.nodes = 20}).counts;
        EXPECT_LE(counts.expanded, 20u);
        EXPECT_EQ(counts.evaluated, counts.expanded);
        EXPECT_LE(counts.generated, width * counts.expanded);
        EXPECT_LE(counts.batches * together + together, counts.expanded + 2 * together * together)
            << "batches are not smaller than they need be";
      }
    }
  }
}

// The plain version: a list of open states that is searched for the least rank.
struct OpenState {
  double rank, path_cost;
  std::size_t met;
  State state;
  std::size_t depth;
};

struct PlainSearch {
  const BestFirstOptions& options;
  const SearchLimits& limits;
  std::vector<std::uint64_t> expanded = {};  // hashes
  bool proven = false;

  void run(Problem& problem, Evaluator& evaluator) {
    std::vector<OpenState> open;
    std::set<std::uint64_t> seen;
    open.push_back({0, 0, 0, State(problem.bank, problem.theorem), 0});
    seen.insert(open[0].state.hash());
    std::size_t met = 0;
    while (!open.empty() && expanded.size() < limits.nodes) {
      const auto next = std::ranges::min_element(open, [](const auto& a, const auto& b) {
        return std::pair(a.rank, a.met) < std::pair(b.rank, b.met);
      });
      const OpenState from = *next;
      open.erase(next);
      expanded.push_back(from.state.hash());
      const Query query{.problem = &problem,
                        .state = &from.state,
                        .max_steps = limits.steps - from.depth,
                        .proposals = options.width};
      Evaluation answer;
      evaluator.evaluate({&query, 1}, {&answer, 1});
      for (const auto& [action, log_prior] : answer.proposals) {
        State state = from.state;
        state.apply(problem.bank, problem.rules, action);
        if (state.proven()) {
          proven = true;
          return;
        }
        const std::size_t depth = from.depth + 1;
        if (count_goals(state) > limits.steps - depth) continue;
        if (!seen.insert(state.hash()).second) continue;
        const double cost = from.path_cost - log_prior;
        const double rank = double(depth) + options.weight * std::max(0.0, answer.steps_left - 1) +
                            options.prior_weight * cost / std::pow(double(depth), options.length);
        open.push_back({rank, cost, ++met, state, depth});
      }
    }
  }
};

class ExpandedHashes : public SearchObserver {
 public:
  void expanded(const Expansion& expansion) override { hashes.push_back(expansion.state.hash()); }
  std::vector<std::uint64_t> hashes;
};

// A shorter path to a known state would let the search expand it again, which the plain version
// does not know. With so few nodes and so many steps it does not occur.
TEST_F(LazyBestFirstTest, ExpandsWhatThePlainVersionExpands) {
  const SearchLimits limits{.nodes = 15};
  std::size_t compared = 0;
  for (const BestFirstOptions& options :
       {BestFirstOptions{.prior_weight = 1, .width = 6},
        BestFirstOptions{.weight = 4, .prior_weight = 2, .width = 8},
        BestFirstOptions{.weight = 0, .prior_weight = 5, .width = 5, .length = 1}}) {
    for (std::uint64_t i = 0; i < 12; ++i) {
      ExpandedHashes observer;
      const ProveResult result = search(i, options, limits, &observer);
      const Theorem& from = generator_.generate(i).theorem();
      Problem problem(RuleSet::kStandard, generator_.rules(), generator_.bank(), from);
      Budget budget(limits);
      DistanceEvaluator evaluator(problem, budget);
      PlainSearch plain{.options = options, .limits = limits};
      plain.run(problem, evaluator);
      EXPECT_EQ(result.proven.has_value(), plain.proven);
      EXPECT_EQ(observer.hashes, plain.expanded);
      compared += plain.expanded.size();
    }
  }
  EXPECT_GT(compared, 100u);
}

// Proposes all moves, with priors that have nothing to do with the proof.
class ArbitraryEvaluator : public Evaluator {
 public:
  ArbitraryEvaluator(Problem& problem, Budget& budget) : finder_(problem, budget) {}

  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      out[i] = {.steps_left = 3, .priors = {}};
      finder_.list(*queries[i].state, Scope::kFirstGoal, moves_);
      for (const auto& [action, next] : moves_) {
        out[i].proposals.push_back({action, -double(mix(next.hash()) % 100) / 10});
      }
      std::ranges::stable_sort(out[i].proposals, std::ranges::greater{}, &Proposal::log_prior);
    }
  }

 private:
  MoveFinder finder_;
  std::vector<LegalAction> moves_;
};

// Within one batch, a shorter path to another state of the batch can be found.
TEST_F(LazyBestFirstTest, StatesThatAreExpandedTogetherLoseNothing) {
  std::set<std::set<std::uint64_t>> results;
  for (const std::size_t together : {1u, 2u, 3u, 4u, 7u, 16u}) {
    Problem problem(RuleSet::kStandard, rules_, bank_, theorem({}, "a*b*c*d >= e+f+1*g"));
    Budget budget{SearchLimits{.steps = 6}};
    ArbitraryEvaluator evaluator(problem, budget);
    ExpandedHashes observer;
    LazyBestFirst search(problem, {.prior_weight = 1, .width = 10'000, .together = together},
                         budget, &observer);
    EXPECT_EQ(run(search, evaluator).end, SearchEnd::kExhausted);
    results.insert({observer.hashes.begin(), observer.hashes.end()});
  }
  EXPECT_EQ(results.size(), 1u) << "the same states, whatever is expanded together";
  EXPECT_GT(results.begin()->size(), 1000u);
}

// Says the same about every state, and proposes all moves with the same prior.
class IndifferentEvaluator : public Evaluator {
 public:
  IndifferentEvaluator(Problem& problem, Budget& budget) : finder_(problem, budget) {}

  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      out[i] = {.steps_left = 3, .priors = {}};
      finder_.list(*queries[i].state, Scope::kFirstGoal, moves_);
      for (const LegalAction& move : moves_) {
        out[i].proposals.push_back({move.action, -std::log(double(moves_.size()))});
      }
    }
  }

 private:
  MoveFinder finder_;
  std::vector<LegalAction> moves_;
};

TEST_F(LazyBestFirstTest, TheDistanceGuidesWhereTheGuideKnowsNothing) {
  const auto search_by = [&](std::uint64_t theorem, double distance_weight) {
    const Theorem& from = generator_.generate(theorem).theorem();
    Problem problem(RuleSet::kStandard, generator_.rules(), generator_.bank(), from);
    Budget budget{SearchLimits{.nodes = 100}};
    IndifferentEvaluator evaluator(problem, budget);
    LazyBestFirst search(
        problem, {.weight = 0, .width = 10'000, .distance_weight = distance_weight}, budget);
    return verify(problem, ineq::run(search, evaluator), budget.limits());
  };
  std::size_t with = 0, without = 0;
  for (std::uint64_t i = 0; i < kLazyTheorems; ++i) {
    const ProveResult guided = search_by(i, 1.2), unguided = search_by(i, 0);
    with += guided.proven.has_value();
    without += unguided.proven.has_value();
    EXPECT_EQ(unguided.counts.evaluated, unguided.counts.expanded);
    EXPECT_LE(guided.counts.evaluated, guided.counts.expanded + guided.counts.generated);
    if (guided.counts.expanded > 1) {
      EXPECT_GT(guided.counts.evaluated, guided.counts.expanded);
    }
  }
  EXPECT_GE(with * 10, kLazyTheorems * 9);
  EXPECT_LT(without, with);
}

TEST_F(LazyBestFirstTest, EndsInTimeAmongDistances) {
  Problem problem(RuleSet::kStandard, rules_, bank_, theorem({}, "a*b*c*d*e*f*g >= h+i+j+k*(l+m)"));
  Budget budget{SearchLimits{.nodes = 1'000'000, .seconds = 0.05}};
  IndifferentEvaluator evaluator(problem, budget);
  LazyBestFirst search(problem, {.width = 10'000, .distance_weight = 1}, budget);
  EXPECT_EQ(ineq::run(search, evaluator).end, SearchEnd::kSeconds);
}

TEST_F(LazyBestFirstTest, EndsForItsReasons) {
  const auto end = [&](std::string_view goal, const SearchLimits& limits) {
    Problem problem(RuleSet::kStandard, rules_, bank_, theorem({}, goal));
    Budget budget(limits);
    return prove(problem, {.best_first = {.width = 8}}, budget).end;
  };
  EXPECT_EQ(end("a+b = b+a", {}), SearchEnd::kProven);
  EXPECT_EQ(end("a = a", {}), SearchEnd::kProven);
  EXPECT_EQ(end("a = b", {}), SearchEnd::kRefuted);
  EXPECT_EQ(end("a+(b+c) = c+(b+a)", {.nodes = 1}), SearchEnd::kNodes);
  EXPECT_EQ(end("a+(b+c) = c+(b+a)", {.steps = 1}), SearchEnd::kExhausted);
  EXPECT_EQ(end("a+(b+c) = c+(b+a)", {.memory = 1}), SearchEnd::kMemory);
}

TEST_F(LazyBestFirstTest, RefusesOptionsWithoutMeaning) {
  Problem problem(RuleSet::kStandard, rules_, bank_, theorem({}, "a+b = b+a"));
  Budget budget{SearchLimits{}};
  const auto error = [&](const BestFirstOptions& options) {
    return error_of([&] { LazyBestFirst(problem, options, budget); });
  };
  EXPECT_EQ(error({.width = 1}), "no error");
  EXPECT_NE(error({}), "no error");
  EXPECT_NE(error({.width = 1, .together = 0}), "no error");
  EXPECT_NE(error({.width = 1, .length = -1}), "no error");
  EXPECT_NE(error({.width = 1, .distance_weight = -1}), "no error");
  EXPECT_NE(error({.width = 1, .distance_weight = INFINITY}), "no error");
}

}  // namespace
}  // namespace ineq
