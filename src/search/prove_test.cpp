#include "search/prove.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "support/fixture.h"

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
  EXPECT_TRUE(prove(with_distance, {}, budget).proven());
  const SearchResult result = prove(without_hope, {.evaluator = hopeless}, budget);
  EXPECT_EQ(result.end, SearchEnd::kExhausted);
  EXPECT_EQ(result.counts.expanded, 1u);
  EXPECT_EQ(made, 1u);

  Problem third = problem("(a+b)+0=b+a");
  prove(third, {.algorithm = Algorithm::kMcts, .evaluator = hopeless}, budget);
  EXPECT_EQ(made, 2u);
}

}  // namespace
}  // namespace ineq
