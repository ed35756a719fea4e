#include "env/graph_view.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using GraphViewTest = Fixture;
using Numbers = std::vector<std::int32_t>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t kA = kFirstVariableType, kB = kA + 1;

TEST_F(GraphViewTest, AStateIsItsTrees) {
  GraphBatch graph;
  graph.add(bank_, state({"b!=0"}, "a+b = b^2"));
  EXPECT_EQ(graph.type, (Bytes{node_type(Op::kEqual), node_type(Op::kAdd), kA, kB,
                               node_type(Op::kSquare), kB, node_type(Op::kNonZero), kB}));
  EXPECT_EQ(graph.statement, (Numbers{0, 0, 0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(graph.parent, (Numbers{0, 1, 1, 0, 4, 6}));
  EXPECT_EQ(graph.child, (Numbers{1, 2, 3, 4, 5, 7}));
  EXPECT_EQ(graph.slot, (Bytes{0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(graph.root, (Numbers{0, 6}));
  EXPECT_EQ(graph.is_goal, (Bytes{1, 0}));
}

TEST_F(GraphViewTest, EqualSubtermsAreMergedOnRequest) {
  GraphBatch graph({.merge = true});
  graph.add(bank_, state({"b!=0"}, "a+b = b^2"));
  EXPECT_EQ(graph.type, (Bytes{node_type(Op::kEqual), node_type(Op::kAdd), kA, kB,
                               node_type(Op::kSquare), node_type(Op::kNonZero)}));
  EXPECT_EQ(graph.child, (Numbers{1, 2, 3, 4, 3, 3}));
  EXPECT_EQ(graph.root, (Numbers{0, 5}));
}

TEST_F(GraphViewTest, VariablesAreRenamedOnRequest) {
  GraphBatch letters, renamed({.rename = true}), other({.rename = true});
  letters.add(bank_, state({"z>=q"}, "q*q = z"));
  renamed.add(bank_, state({"z>=q"}, "q*q = z"));
  other.add(bank_, state({"m>=b"}, "b*b = m"));
  EXPECT_NE(letters.type, renamed.type);
  EXPECT_EQ(renamed.type, other.type);
  EXPECT_EQ(renamed.type[2], kA);
}

TEST_F(GraphViewTest, EveryTypeHasItsNumber) {
  std::set<std::uint8_t> types;
  for (int op = static_cast<int>(Op::kZero); op <= static_cast<int>(Op::kNonZero); ++op) {
    types.insert(node_type(static_cast<Op>(op)));
  }
  EXPECT_EQ(types.size(), kFirstVariableType);
  EXPECT_EQ(*types.rbegin() + 1, kFirstVariableType);
}

// A batch is its states one after the other.
TEST_F(GraphViewTest, ABatchIsItsStates) {
  Rng rng(1);
  GraphBatch all;
  for (int i = 0; i < 200; ++i) {
    bank_.reset();
    const State drawn(bank_, random_theorem(bank_, rules_, rng));
    GraphBatch one;
    one.add(bank_, drawn);
    all.add(bank_, drawn);
    const auto at = all.states() - 1;
    const auto begin = all.node_offset[at];
    ASSERT_EQ(all.node_offset[at + 1] - begin, one.node_offset[1]);
    ASSERT_EQ(all.edge_offset[at + 1] - all.edge_offset[at], one.edge_offset[1]);
    for (std::size_t n = 0; n < one.type.size(); ++n) {
      ASSERT_EQ(all.type[static_cast<std::size_t>(begin) + n], one.type[n]);
    }
    for (std::size_t e = 0; e < one.parent.size(); ++e) {
      const auto edge = static_cast<std::size_t>(all.edge_offset[at]) + e;
      ASSERT_EQ(all.child[edge] - begin, one.child[e]);
      ASSERT_EQ(all.parent[edge] - begin, one.parent[e]);
    }
  }
  all.clear();
  EXPECT_EQ(all.states(), 0u);
  EXPECT_TRUE(all.type.empty());
}

// Nodes, operands and INT's entities are the same places under three numbers.
TEST_F(GraphViewTest, NodesAreOperands) {
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    bank_.reset();
    const State drawn(bank_, random_theorem(bank_, rules_, rng));
    GraphBatch graph;
    graph.add(bank_, drawn);
    std::uint32_t entity = 0;
    for (std::uint32_t node = 0; node < graph.type.size(); ++node) {
      const auto operand = operand_at(bank_, drawn, node);
      const bool is_statement = graph.type[node] < node_type(Op::kAdd);
      ASSERT_EQ(operand.has_value(), !is_statement);
      if (!operand) continue;
      EXPECT_EQ(node_of(bank_, drawn, *operand), node);
      EXPECT_EQ(entity_at(bank_, drawn, entity++), operand);
      const Op op = bank_[subterm(bank_, operand->statement, operand->node)].op;
      EXPECT_TRUE(op == Op::kVariable || graph.type[node] == node_type(op));
    }
    EXPECT_EQ(entity_at(bank_, drawn, entity), std::nullopt);
    EXPECT_EQ(operand_at(bank_, drawn, static_cast<std::uint32_t>(graph.type.size())),
              std::nullopt);
  }
}

}  // namespace
}  // namespace ineq
