#pragma once
// States as graphs (paper, Section 3.2): flat arrays with one row per node, for one or more states.
// PyTorch Geometric and similar libraries can use them without a copy.
//
// The statements of a state are its goals followed by its facts. By default each statement is a
// tree, whose nodes are in preorder; the first one is the statement itself. The node numbers of a
// state are therefore those of INT with an additional node for the relation of each statement. With
// `merge`, equal subterms of a state share one node.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernel/kernel.h"

namespace ineq {

struct GraphOptions {
  bool rename = false;  // number variables by first occurrence in the state instead of by letter
  bool merge = false;   // represent equal subterms by one node
};

// Types of nodes: relations, operators and constants, then the variables.
inline constexpr std::int32_t kFirstVariableType = 10;
inline constexpr std::size_t kNodeTypes = kFirstVariableType + 26;
// The order of types is =, >=, !=0, +, -, *, ^2, 1/, 0, 1. `op` must not be a variable.
std::int32_t node_type(Op op);

class GraphBatch {
 public:
  explicit GraphBatch(GraphOptions options = {}) : options_(options) {}

  void clear();  // keeps the allocated memory
  void add(const Bank& bank, const State& state);
  void append(const GraphBatch& other);  // appends all states of `other`

  std::size_t states() const { return node_offset.size() - 1; }

  // Numbers of nodes and statements count from the beginning of the batch.
  // One row per node:
  std::vector<std::int32_t> type;
  std::vector<std::int64_t> statement;  // the statement that contains it; if merged, the first one
  // One row per edge:
  std::vector<std::int64_t> edge;  // two numbers per row: parent and child
  std::vector<std::int32_t> slot;  // 0 for the left or only child, 1 for the right child
  // One row per statement:
  std::vector<std::int64_t> root;     // its node
  std::vector<std::uint8_t> is_goal;  // 1 for a goal, 0 for a fact
  // The node of each occurrence in the trees of a state. Actions refer to occurrences. Without
  // `merge`, occurrences and nodes are the same.
  std::vector<std::int64_t> occurrence;
  // Where the rows of each state begin; the last element is the end of the last state.
  std::vector<std::int64_t> node_offset = {0};
  std::vector<std::int64_t> edge_offset = {0};
  std::vector<std::int64_t> statement_offset = {0};
  std::vector<std::int64_t> occurrence_offset = {0};

 private:
  void add_trees(const Bank& bank, const State& state);
  void add_tree(const Bank& bank, Term term);
  void add_child(const Bank& bank, std::size_t parent, std::int32_t side, Term child);
  void add_merged_state(const Bank& bank, const State& state);
  std::int64_t add_merged(const Bank& bank, Term term);
  void list_occurrences(const Bank& bank, Term term);
  std::int32_t type_of(const Node& node);

  GraphOptions options_;
  std::array<std::uint8_t, 26> renamed_{};  // new number of each letter; 0: not seen yet
  std::uint8_t letters_ = 0;
  std::vector<std::int64_t> node_of_;  // when merging: the node of each term; -1: none yet
  // Where add_tree writes next. The arrays are already large enough.
  std::size_t node_ = 0;
  std::size_t edge_ = 0;
};

// Returns the operand for a node of the state's trees, numbered within the state. Returns nothing
// if there is no such node or if it is a whole statement.
std::optional<Operand> operand_at(const Bank& bank, const State& state, std::uint32_t node);
// The inverse of `operand_at`. Returns nothing if the statement is neither a goal nor a fact.
std::optional<std::uint32_t> node_of(const Bank& bank, const State& state, const Operand& operand);

// Like `operand_at`, but with INT's numbers, which do not count the nodes of whole statements.
std::optional<Operand> entity_at(const Bank& bank, const State& state, std::uint32_t entity);

}  // namespace ineq
