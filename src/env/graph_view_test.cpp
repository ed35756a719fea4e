#include "env/graph_view.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using GraphViewTest = Fixture;
using Types = std::vector<std::int32_t>;
using Numbers = std::vector<std::int64_t>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::int32_t kA = kFirstVariableType, kB = kA + 1;

TEST_F(GraphViewTest, AStateIsItsTrees) {
  GraphBatch graph;
  graph.add(bank_, state({"b!=0"}, "a+b = b^2"));
  EXPECT_EQ(graph.type, (Types{node_type(Op::kEqual), node_type(Op::kAdd), kA, kB,
                               node_type(Op::kSquare), kB, node_type(Op::kNonZero), kB}));
  EXPECT_EQ(graph.statement, (Numbers{0, 0, 0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(graph.edge, (Numbers{0, 1, 1, 2, 1, 3, 0, 4, 4, 5, 6, 7}));
  EXPECT_EQ(graph.slot, (Types{0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(graph.occurrence, (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(graph.root, (Numbers{0, 6}));
  EXPECT_EQ(graph.is_goal, (Bytes{1, 0}));
}

TEST_F(GraphViewTest, EqualSubtermsAreMergedOnRequest) {
  GraphBatch graph({.merge = true});
  graph.add(bank_, state({"b!=0"}, "a+b = b^2"));
  EXPECT_EQ(graph.type, (Types{node_type(Op::kEqual), node_type(Op::kAdd), kA, kB,
                               node_type(Op::kSquare), node_type(Op::kNonZero)}));
  EXPECT_EQ(graph.edge, (Numbers{0, 1, 1, 2, 1, 3, 0, 4, 4, 3, 5, 3}));
  EXPECT_EQ(graph.occurrence, (Numbers{0, 1, 2, 3, 4, 3, 5, 3}));
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
  std::set<std::int32_t> types;
  for (int op = static_cast<int>(Op::kZero); op <= static_cast<int>(Op::kNonZero); ++op) {
    types.insert(node_type(static_cast<Op>(op)));
  }
  EXPECT_EQ(types.size(), static_cast<std::size_t>(kFirstVariableType));
  EXPECT_EQ(*types.rbegin() + 1, kFirstVariableType);
}

Numbers shifted(Numbers numbers, std::int64_t by) {
  for (std::int64_t& number : numbers) number += by;
  return numbers;
}

template <typename Numbers>
Numbers slice(const Numbers& numbers, std::int64_t begin, std::int64_t end) {
  return Numbers(numbers.begin() + begin, numbers.begin() + end);
}

// A batch contains its states one after the other, no matter whether they were added individually
// or appended from another batch.
TEST_F(GraphViewTest, ABatchIsItsStates) {
  for (const bool merge : {false, true}) {
    Rng rng(1);
    GraphBatch all({.merge = merge}), joined({.merge = merge});
    for (int i = 0; i < 200; ++i) {
      bank_.reset();
      const State drawn(bank_, random_theorem(bank_, rules_, rng));
      GraphBatch one({.merge = merge});
      one.add(bank_, drawn);
      all.add(bank_, drawn);
      joined.append(one);
      const auto at = all.states() - 1;
      const auto node = all.node_offset[at], nodes = all.node_offset[at + 1];
      const auto edge = all.edge_offset[at], edges = all.edge_offset[at + 1];
      const auto first = all.statement_offset[at], last = all.statement_offset[at + 1];
      ASSERT_EQ(slice(all.type, node, nodes), one.type);
      ASSERT_EQ(slice(all.statement, node, nodes), shifted(one.statement, first));
      ASSERT_EQ(slice(all.edge, 2 * edge, 2 * edges), shifted(one.edge, node));
      ASSERT_EQ(slice(all.slot, edge, edges), one.slot);
      ASSERT_EQ(slice(all.root, first, last), shifted(one.root, node));
      ASSERT_EQ(slice(all.is_goal, first, last), one.is_goal);
      ASSERT_EQ(slice(all.occurrence, all.occurrence_offset[at], all.occurrence_offset[at + 1]),
                shifted(one.occurrence, node));
    }
    const auto arrays = [](const GraphBatch& b) {
      return std::tie(b.type, b.statement, b.edge, b.slot, b.root, b.is_goal, b.occurrence,
                      b.node_offset, b.edge_offset, b.statement_offset, b.occurrence_offset);
    };
    EXPECT_EQ(arrays(all), arrays(joined));
    all.clear();
    EXPECT_EQ(all.states(), 0u);
    EXPECT_TRUE(all.type.empty());
  }
}

// Nodes, operands and INT's entities are three ways to identify the same place.
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
