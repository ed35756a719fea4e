#include "search/move_graph.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

using Way = std::vector<MoveGraph::Move>;

// Commutativity at the root and at the left of (a+b)+c = d: four states in a square.
class MoveGraphTest : public Fixture {
 protected:
  // Expands the state with the actions that the texts name, and returns where the first leads.
  MoveGraph::Id expand(MoveGraph::Id id, const Texts& actions) {
    const State& its_state = graph_.open(bank_, rules_, id);
    graph_.expand(id);
    for (const std::string& text : actions) {
      State next = its_state;
      const Action taken = action(its_state, text);
      EXPECT_EQ(next.apply(bank_, rules_, taken), Outcome::kChanged);
      graph_.add_move(id, taken, next, 0.5);
    }
    return graph_.moves(id)[0].to;
  }
  auto to(MoveGraph::Id wanted) {
    return [wanted](MoveGraph::Id id, std::size_t) { return id == wanted; };
  }

  MoveGraph graph_{state({}, "(a+b)+c=d")};
};

TEST_F(MoveGraphTest, MeetsEqualStatesOnce) {
  const auto root_swapped =
      expand(MoveGraph::kRoot, {"add_cmmt | ((a+b)+c) in obj", "add_cmmt | (a+b) in obj"});
  const auto left_swapped = graph_.moves(MoveGraph::kRoot)[1].to;
  EXPECT_TRUE(graph_.expanded(MoveGraph::kRoot));
  EXPECT_FALSE(graph_.expanded(root_swapped));
  const auto both =
      expand(root_swapped, {"add_cmmt | (a+b) in obj", "add_cmmt | (c+(a+b)) in obj"});
  EXPECT_EQ(graph_.moves(root_swapped)[1].to, MoveGraph::kRoot);
  EXPECT_EQ(expand(left_swapped, {"add_cmmt | ((b+a)+c) in obj"}), both);
  EXPECT_EQ(texts(graph_.open(bank_, rules_, both).goals()), Texts{"(c+(b+a))=d"});
  EXPECT_TRUE(graph_.opened(both));
  EXPECT_FALSE(graph_.expanded(both));
  EXPECT_EQ(graph_.size(), 4u);
}

TEST_F(MoveGraphTest, CountsVisitsOfAMoveAndOfItsState) {
  expand(MoveGraph::kRoot, {"add_cmmt | ((a+b)+c) in obj", "add_cmmt | (a+b) in obj"});
  graph_.count_visit(0);
  graph_.count_visit(1);
  graph_.count_visit(1);
  graph_[1].total = 1;
  EXPECT_EQ(graph_.visits(MoveGraph::kRoot), 3u);
  EXPECT_EQ(graph_[1].mean(), 0.5);
  graph_.take_back_visit(0);
  EXPECT_EQ(graph_.visits(MoveGraph::kRoot), 2u);
  EXPECT_EQ(graph_[0].visits, 0u);
  EXPECT_EQ(graph_[0].mean(), 0);
}

TEST_F(MoveGraphTest, FindsTheShortestWayWithinTheSteps) {
  const auto first = expand(MoveGraph::kRoot, {"add_cmmt | ((a+b)+c) in obj"});
  const auto second = expand(first, {"add_cmmt | (c+(a+b)) in obj", "add_cmmt | (a+b) in obj"});
  EXPECT_EQ(second, MoveGraph::kRoot);
  const auto last = graph_.moves(first)[1].to;
  EXPECT_EQ(graph_.nearest(MoveGraph::kRoot, 0, to(MoveGraph::kRoot)), std::nullopt);  // a goal
  EXPECT_EQ(graph_.nearest(MoveGraph::kRoot, 1, to(MoveGraph::kRoot)), Way{});
  EXPECT_EQ(graph_.nearest(MoveGraph::kRoot, 2, to(last)), std::nullopt);  // none left for its goal
  EXPECT_EQ(graph_.nearest(MoveGraph::kRoot, 3, to(last)), (Way{0, 2}));
  EXPECT_EQ(graph_.nearest(first, 3, to(last)), Way{2});
  EXPECT_EQ(graph_.nearest(last, 9, to(first)), std::nullopt);
}

}  // namespace
}  // namespace ineq
