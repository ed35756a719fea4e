#include "search/best_first.h"

#include <cmath>
#include <set>
#include <utility>

#include "generate/generator.h"
#include "search/distance_evaluator.h"
#include "search/prove.h"
#include "support/cases.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::uint64_t kBestFirstTheorems = cases(100, 5);

class BestFirstTest : public Fixture {
 protected:
  ProveResult search(std::string_view goal, const Texts& premises, const SearchLimits& limits,
                     RuleSet set = RuleSet::kStandard) {
    const Rules rules = make_rules(set);
    Problem problem(set, rules, bank_, theorem(premises, goal));
    Budget budget(limits);
    return prove(problem, {}, budget);  // which lets the kernel check what is found
  }

  static std::size_t proven(std::size_t k, std::size_t l, std::uint64_t count,
                            const SearchLimits& limits) {
    Generator generator({.k = k, .l = l, .seed = 5});
    std::size_t out = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Theorem& theorem = generator.generate(i).theorem();
      Problem problem(RuleSet::kStandard, generator.rules(), generator.bank(), theorem);
      Budget budget(limits);
      out += prove(problem, {}, budget).proven.has_value();
    }
    return out;
  }
};

TEST_F(BestFirstTest, ProvesGeneratedTheorems) {
  EXPECT_EQ(proven(3, 3, kBestFirstTheorems, {}), kBestFirstTheorems);
  EXPECT_EQ(proven(3, 7, kBestFirstTheorems, {}), kBestFirstTheorems);
  EXPECT_EQ(proven(5, 7, kBestFirstTheorems, {}), kBestFirstTheorems);
}

TEST_F(BestFirstTest, ProvesMostOfTheLongestTheoremsOfThePaper) {
  SearchLimits limits;
  limits.nodes = 300;
  EXPECT_GE(proven(15, 15, kBestFirstTheorems / 2, limits) * 10, kBestFirstTheorems / 2 * 8);
}

TEST_F(BestFirstTest, ProvesWhatAPersonWouldAsk) {
  EXPECT_TRUE(search("a+b+c = c+a+b", {}, {}).proven);
  EXPECT_TRUE(search("(a+b)*(a+-b) = (a+b)*(a+-b)", {}, {}).proof.empty());
  EXPECT_TRUE(search("a >= c", {"a = b", "b+0 >= c"}, {}).end != SearchEnd::kRefuted);
  EXPECT_TRUE(search("(a+c)*d >= (b+c)*d", {"a >= b", "d >= 0"}, {}).proven);
  EXPECT_TRUE(search("a*(1/a) = 1", {"a != 0"}, {}).proven);
}

TEST_F(BestFirstTest, SeveralGoalsMustAllBeProven) {
  // FirstPrincipleOfInequality leaves two goals, of which each takes a step.
  const ProveResult both = search("a*a+(b+c) >= 0+(c+b)", {}, {});
  ASSERT_TRUE(both.proven);
  EXPECT_GE(both.proof.size(), 3u);
  SearchLimits limits;
  limits.steps = 2;
  EXPECT_EQ(search("a*a+(b+c) >= 0+(c+b)", {}, limits).end, SearchEnd::kExhausted);
}

TEST_F(BestFirstTest, FalseEquationsAreRefutedUnlessTheRulesProveThem) {
  EXPECT_EQ(search("a = b", {}, {}).end, SearchEnd::kRefuted);
  EXPECT_EQ(search("a*(1/b) = 1", {"a = c", "b != 0"}, {}).end, SearchEnd::kRefuted);
  EXPECT_NE(search("0*(1/0) = 1", {}, {}, RuleSet::kInt2021).end, SearchEnd::kRefuted);
  EXPECT_TRUE(search("0*(1/0) = 1", {}, {}, RuleSet::kInt2021).proven);
}

TEST_F(BestFirstTest, EndsAtEachLimitAndSaysWhich) {
  const auto end = [&](const SearchLimits& limits) {
    return search("a*(b*(c*d)) >= d*(c*(b*a))+-e", {"e >= 1"}, limits);
  };
  SearchLimits limits;
  limits.nodes = 7;
  SearchResult result = end(limits);
  EXPECT_EQ(result.end, SearchEnd::kNodes);
  EXPECT_EQ(result.counts.expanded, 7u);
  EXPECT_FALSE(result.reached.empty());

  limits = {.nodes = 1'000'000, .memory = 2'000'000};
  result = end(limits);
  EXPECT_EQ(result.end, SearchEnd::kMemory);
  EXPECT_LT(result.bytes, 4'000'000u);

  limits = {.nodes = 1'000'000'000, .seconds = 0.05};
  EXPECT_EQ(end(limits).end, SearchEnd::kSeconds);

  const std::atomic<bool> asked = true;
  limits = {.interrupt = &asked};
  result = end(limits);
  EXPECT_EQ(result.end, SearchEnd::kInterrupted);
  EXPECT_EQ(result.counts.expanded, 0u);

  limits = {.steps = 0};
  EXPECT_EQ(end(limits).end, SearchEnd::kExhausted);
  EXPECT_TRUE(search("a = a", {}, limits).proven);
}

TEST_F(BestFirstTest, IsDeterministicAndASmallerBudgetOnlyCutsItShort) {
  Generator generator({.k = 10, .l = 10, .seed = 6});
  for (std::uint64_t i = 0; i < kBestFirstTheorems / 5; ++i) {
    const Theorem& theorem = generator.generate(i).theorem();
    const auto run = [&](std::uint64_t nodes) {
      SearchLimits limits;
      limits.nodes = nodes;
      Problem problem(RuleSet::kStandard, generator.rules(), generator.bank(), theorem);
      Budget budget(limits);
      return prove(problem, {}, budget);
    };
    const ProveResult first = run(100), second = run(100);
    ASSERT_EQ(first.end, second.end);
    EXPECT_EQ(first.counts.generated, second.counts.generated);
    EXPECT_EQ(first.counts.evaluated, second.counts.evaluated);
    EXPECT_EQ(first.proof.size(), second.proof.size());
    if (!first.proven) continue;
    EXPECT_TRUE(run(first.counts.expanded).proven);
    EXPECT_FALSE(run(first.counts.expanded - 1).proven);
  }
}

TEST_F(BestFirstTest, WorksWithAnEvaluatorThatKnowsNothing) {
  Problem problem(RuleSet::kStandard, rules_, bank_, theorem({}, "(a+b)+0 = b+a"));
  UniformEvaluator evaluator;
  Budget budget{SearchLimits{}};
  const SearchResult result = best_first(problem, evaluator, {}, budget);
  ASSERT_TRUE(result.found());
  EXPECT_EQ(result.proof.size(), 2u);  // equal values: by depth, so the proof is a shortest one
  EXPECT_TRUE(check(problem.bank, rules_, problem.theorem, result.proof).proven);
}

// Knows a proof: nearly all prior is on the move that follows it. All values are the same.
class KnowingEvaluator : public Evaluator {
 public:
  explicit KnowingEvaluator(std::set<std::uint64_t> on_proof) : on_proof_(std::move(on_proof)) {}
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      out[i].steps_left = 1;
      out[i].priors.clear();
      double sum = 0;
      for (const LegalAction& move : queries[i].moves) {
        out[i].priors.push_back(on_proof_.contains(move.next.hash()) ? 1 : 1e-6);
        sum += out[i].priors.back();
      }
      for (double& prior : out[i].priors) prior /= sum;
      if (!queries[i].moves.empty()) ++with_moves;
    }
  }

  std::size_t with_moves = 0;  // queries

 private:
  std::set<std::uint64_t> on_proof_;  // hashes of its states
};

TEST_F(BestFirstTest, PriorsLeadStraightToTheProof) {
  const Theorem its_theorem = theorem({}, "(a+b)*(a+b)=((a*a)+(b*a))+((a*b)+(b*b))");
  const auto start = [&] { return Problem(RuleSet::kStandard, rules_, bank_, its_theorem); };
  Budget budget({.nodes = 200});
  Problem first = start();
  DistanceEvaluator distance(first, budget);
  const SearchResult known = best_first(first, distance, {}, budget);
  ASSERT_TRUE(known.found());
  ASSERT_GT(known.proof.size(), 2u);
  std::set<std::uint64_t> on_proof;
  State state(first.bank, first.theorem);
  for (const Action& action : known.proof) {
    ASSERT_TRUE(changes_state(state.apply(first.bank, rules_, action)));
    on_proof.insert(state.hash());
  }

  Problem without = start(), with = start();
  KnowingEvaluator unused(on_proof), used(on_proof);
  const SearchResult blind = best_first(without, unused, {}, budget);
  EXPECT_GT(blind.counts.expanded, known.proof.size());
  EXPECT_EQ(unused.with_moves, 0u);

  const SearchResult straight = best_first(with, used, {.prior_weight = 1}, budget);
  ASSERT_TRUE(straight.found());
  EXPECT_EQ(straight.counts.expanded, known.proof.size());
  EXPECT_EQ(straight.proof.size(), known.proof.size());
  EXPECT_EQ(used.with_moves, straight.counts.expanded - 1);  // the last one finds the proof
  EXPECT_TRUE(check(with.bank, rules_, with.theorem, straight.proof).proven);
}

// Under equal values and priors a weight that is next to nothing changes no order, and a large one
// prefers states with few moves on their paths.
TEST_F(BestFirstTest, PriorsAddToTheRank) {
  for (const double prior_weight : {1e-300, 10.0}) {
    Problem with(RuleSet::kStandard, rules_, bank_, theorem({}, "((a+b)+(c*1))*(a+(d*e))>=d"));
    Problem without(RuleSet::kStandard, rules_, bank_, theorem({}, "((a+b)+(c*1))*(a+(d*e))>=d"));
    UniformEvaluator evaluator;
    Budget budget({.nodes = 30});  // far fewer than the states that can be reached
    const SearchResult found = best_first(with, evaluator, {.prior_weight = prior_weight}, budget);
    const SearchResult expected = best_first(without, evaluator, {}, budget);
    EXPECT_EQ(found.counts.expanded, expected.counts.expanded);
    EXPECT_EQ(found.counts.generated == expected.counts.generated, prior_weight < 1);
    EXPECT_EQ(found.states == expected.states, prior_weight < 1);
  }
}

TEST_F(BestFirstTest, RejectsWeightsWithoutAMeaning) {
  const auto complaint = [&](const BestFirstOptions& options) {
    Problem problem(RuleSet::kStandard, rules_, bank_, theorem({}, "a+b=b+a"));
    Budget budget{SearchLimits{}};
    return error_of([&] { BestFirst(problem, options, budget); });
  };
  EXPECT_EQ(complaint({}), "no error");
  for (const double bad : {-1.0, double{INFINITY}, double{NAN}}) {
    EXPECT_EQ(complaint({.weight = bad}),
              "the weights of best-first are finite numbers of at least 0");
    EXPECT_EQ(complaint({.prior_weight = bad}),
              "the weights of best-first are finite numbers of at least 0");
  }
}

}  // namespace
}  // namespace ineq
