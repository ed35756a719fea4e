#include "search/search_tree.h"

#include <gtest/gtest.h>

#include <string>

#include "search/prove.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class SearchTreeTest : public Fixture {
 protected:
  std::string tree(std::string_view goal, const AgentOptions& options, std::uint64_t nodes,
                   std::size_t lines) {
    Problem problem(RuleSet::kStandard, rules_, bank_, theorem({}, goal));
    Budget budget({.nodes = nodes});
    SearchTree tree(problem);
    prove(problem, options, budget, &tree);
    return tree.print(lines);
  }
};

// The format, in full. The last step of a proof leads to a state that is not expanded.
TEST_F(SearchTreeTest, ShowsTheStatesOfBestFirst) {
  EXPECT_EQ(tree("(a+b)+0=b+a", {}, 100, 100),
            "* 0. prove ((a+b)+0)=(b+a)\n"
            "  * 1. add_cmmt | (a+b) in obj  (steps left 1.0)\n"
            "    * 2. add_zero | ((b+a)+0) in obj  (proven)\n");
  EXPECT_EQ(tree("(a*1)+b>=c", {}, 4, 3),
            "  0. prove ((a*1)+b)>=c\n"
            "    1. mul_one | (a*1) in obj  (steps left 10.0)\n"
            "    1. add_cmmt | ((a*1)+b) in obj  (steps left 10.5)\n"
            "3 of 4 expanded states are shown\n");
}

TEST_F(SearchTreeTest, ShowsTheVisitsOfMcts) {
  const AgentOptions options{.algorithm = Algorithm::kMcts,
                             .mcts = {.simulations = 50, .over = MctsOptions::Over::kAxioms}};
  EXPECT_EQ(
      tree("(a*1)+b>=c", options, 5, 4),
      "  0. prove ((a*1)+b)>=c  (steps left 10.5)\n"
      "    1. mul_one | (a*1) in obj  (visits 33, prior 0.717, mean 0.006, steps left 10.0)\n"
      "      2. add_cmmt | (a+b) in obj  (visits 42, prior 1.000, mean 0.002, steps left 10.0)\n"
      "    1. add_cmmt | ((a*1)+b) in obj  (visits 7, prior 0.142, mean 0.012, steps left 10.5)\n"
      "4 of 5 expanded states are shown\n");
}

TEST_F(SearchTreeTest, SaysThatNothingWasExpanded) {
  EXPECT_EQ(tree("a=a", {}, 100, 100), "no state was expanded\n");
}

}  // namespace
}  // namespace ineq
