#include "search/graph.h"

#include <gtest/gtest.h>

#include "env/legal_actions.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class GraphTest : public Fixture {
 protected:
  const State root_ = state({}, "(a+b)+c=c+(b+a)");

  // The state after the texts, one after the other.
  State after(const Texts& texts) {
    State out = root_;
    for (const std::string& text : texts) apply(out, text);
    return out;
  }
};

TEST_F(GraphTest, EqualStatesAreOne) {
  StateGraph graph(root_);
  EXPECT_EQ(graph.size(), 1u);
  const Action swap = action(root_, "add_cmmt | (a+b) in obj");
  const auto first =
      graph.insert(StateGraph::kRoot, swap, after({"add_cmmt | (a+b) in obj"}).hash());
  EXPECT_TRUE(first.is_new);
  EXPECT_FALSE(first.is_shorter);
  EXPECT_EQ(graph.depth(first.id), 1u);
  const auto again =
      graph.insert(StateGraph::kRoot, swap, after({"add_cmmt | (a+b) in obj"}).hash());
  EXPECT_EQ(again.id, first.id);
  EXPECT_FALSE(again.is_new || again.is_shorter);
  EXPECT_EQ(graph.size(), 2u);
  // And back: the root itself.
  EXPECT_EQ(graph.insert(first.id, swap, root_.hash()).id, StateGraph::kRoot);
  EXPECT_EQ(graph.depth(StateGraph::kRoot), 0u);
}

TEST_F(GraphTest, AShorterPathTakesOver) {
  StateGraph graph(root_);
  const Action swap = action(root_, "add_cmmt | (a+b) in obj");
  const State one = after({"add_cmmt | (a+b) in obj"});
  const Action other = action(one, "add_assc | ((b+a)+c) in obj");
  State two = one;
  ASSERT_EQ(two.apply(bank_, rules_, other), Outcome::kChanged);

  const auto at_one = graph.insert(StateGraph::kRoot, swap, one.hash());
  const auto at_two = graph.insert(at_one.id, other, two.hash());
  EXPECT_EQ(graph.depth(at_two.id), 2u);
  EXPECT_EQ(graph.path_to(at_two.id).size(), 2u);
  EXPECT_EQ(graph.path_to(at_two.id)[1].axiom, other.axiom);
  EXPECT_TRUE(graph.path_to(StateGraph::kRoot).empty());

  const auto shorter = graph.insert(StateGraph::kRoot, other, two.hash());
  EXPECT_EQ(shorter.id, at_two.id);
  EXPECT_TRUE(shorter.is_shorter);
  EXPECT_FALSE(shorter.is_new);
  EXPECT_EQ(graph.depth(at_two.id), 1u);
  EXPECT_EQ(graph.path_to(at_two.id).size(), 1u);
  // A longer one does not.
  EXPECT_FALSE(graph.insert(at_one.id, swap, two.hash()).is_shorter);
  EXPECT_EQ(graph.depth(at_two.id), 1u);
}

TEST_F(GraphTest, ExpandingGivesTheStateThatTheWayLeadsTo) {
  StateGraph graph(root_);
  EXPECT_EQ(graph.expand(bank_, rules_, StateGraph::kRoot).hash(), root_.hash());
  for (const LegalAction& legal : legal_actions(bank_, rules_, root_)) {
    const auto met = graph.insert(StateGraph::kRoot, legal.action, legal.next.hash());
    const std::size_t before = graph.bytes();
    const State state = graph.expand(bank_, rules_, met.id);
    EXPECT_EQ(state.hash(), legal.next.hash());
    EXPECT_EQ(texts(state.goals()), texts(legal.next.goals()));
    if (met.is_new) {
      EXPECT_GT(graph.bytes(), before);
    }
    EXPECT_EQ(graph.expand(bank_, rules_, met.id).hash(), state.hash());
    State replayed = root_;
    for (const Action& action : graph.path_to(met.id)) replayed.apply(bank_, rules_, action);
    EXPECT_EQ(replayed.hash(), state.hash());
  }
}

}  // namespace
}  // namespace ineq
