#include "search/prove.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "support/fixture.h"
#include "support/search_results.h"

namespace ineq {
namespace {

class ProveTest : public Fixture {
 protected:
  Problem problem(std::string_view goal) {
    return Problem(RuleSet::kStandard, rules_, bank_, theorem({}, goal));
  }
};

TEST_F(ProveTest, AlgorithmsHaveNames) {
  for (const std::string_view name : kAlgorithmNames) {
    ASSERT_TRUE(find_algorithm(name));
    EXPECT_EQ(to_string(*find_algorithm(name)), name);
  }
  EXPECT_FALSE(find_algorithm("depth-first"));
}

// An evaluator without hope, which leaves a search nothing to do after the first expansion.
TEST_F(ProveTest, TheEvaluatorCanBeReplaced) {
  std::size_t made = 0;
  const auto hopeless = [&](Problem&, Budget&) {
    ++made;
    return std::make_unique<UniformEvaluator>(std::numeric_limits<double>::infinity());
  };
  Problem with_distance = problem("(a+b)+0=b+a"), without_hope = problem("(a+b)+0=b+a");
  Budget budget{SearchLimits{}};
  EXPECT_TRUE(prove(with_distance, {}, budget).proven);
  const SearchResult result = prove(without_hope, {.evaluator = hopeless}, budget);
  EXPECT_EQ(result.end, SearchEnd::kExhausted);
  EXPECT_EQ(result.counts.expanded, 1u);
  EXPECT_EQ(made, 1u);

  Problem third = problem("(a+b)+0=b+a");
  prove(third, {.algorithm = Algorithm::kMcts, .evaluator = hopeless}, budget);
  EXPECT_EQ(made, 2u);
}

TEST_F(ProveTest, WhatIsProvenCarriesItsProof) {
  for (const std::string_view name : kAlgorithmNames) {
    SCOPED_TRACE(name);
    Problem easy = problem("a+b=b+a"), wrong = problem("a=b");
    Budget budget{SearchLimits{}};
    const AgentOptions options{.algorithm = *find_algorithm(name)};
    const ProveResult result = prove(easy, options, budget);
    EXPECT_TRUE(result.found());
    ASSERT_TRUE(result.proven);
    EXPECT_EQ(result.proven->theorem().goal, easy.theorem.goal);
    EXPECT_EQ(&result.proven->rules(), &easy.rules);
    EXPECT_EQ(result.proven->proof().size(), result.proof.size());

    const ProveResult refuted = prove(wrong, options, budget);
    EXPECT_EQ(refuted.end, SearchEnd::kRefuted);
    EXPECT_FALSE(refuted.found());
    EXPECT_FALSE(refuted.proven);
  }
}

TEST_F(ProveTest, ADriverGetsTheSameFromTheParts) {
  for (const std::string_view name : kAlgorithmNames) {
    SCOPED_TRACE(name);
    Problem whole = problem("(a+b)+0=b+a"), parts = problem("(a+b)+0=b+a");
    Budget budget{SearchLimits{}};
    const AgentOptions options{.algorithm = *find_algorithm(name), .seed = 5};
    const auto search = make_search(parts, options, budget);
    const bool is_guided =
        options.algorithm == Algorithm::kBestFirst || options.algorithm == Algorithm::kMcts;
    ASSERT_EQ(search != nullptr, is_guided);
    if (search == nullptr) continue;
    const auto evaluator = options.evaluator(parts, budget);
    const ProveResult result = verify(parts, run(*search, *evaluator), budget.limits());
    expect_same(result, prove(whole, options, budget));
    EXPECT_TRUE(result.proven);
  }
}

// A search that claims too much is stopped here.
TEST_F(ProveTest, AWrongProofAborts) {
  Problem easy = problem("a+b=b+a");
  SearchResult claim;
  claim.end = SearchEnd::kProven;
  EXPECT_DEATH(verify(easy, claim, {}), "proven");
}

}  // namespace
}  // namespace ineq
