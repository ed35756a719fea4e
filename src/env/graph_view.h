#pragma once
// States as graphs (paper, Section 3.2): flat arrays with one row per node, for one state or many,
// as PyTorch Geometric and the like take them without a copy.
//
// The statements of a state are its goals and then its facts. As trees, each statement is its nodes
// in preorder, the statement itself first, so that node numbers of a state are INT's with a node
// for the relation before each statement. With `merge`, equal subterms of a state are one node.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernel/kernel.h"

namespace ineq {

struct GraphOptions {
  bool rename = false;  // variables by their first occurrence in the state, not by their letters
  bool merge = false;   // equal subterms once
};

// What a node is: relations, operators and constants, then the variables.
inline constexpr std::int32_t kFirstVariableType = 10;
inline constexpr std::size_t kNodeTypes = kFirstVariableType + 26;
std::int32_t node_type(Op op);  // =, >=, !=0, +, -, *, ^2, 1/, 0, 1 in this order; not a variable

class GraphBatch {
 public:
  explicit GraphBatch(GraphOptions options = {}) : options_(options) {}

  void clear();  // Keeps the capacity.
  void add(const Bank& bank, const State& state);
  void append(const GraphBatch& other);  // all its states

  std::size_t states() const { return node_offset.size() - 1; }

  // One row per node.
  std::vector<std::int32_t> type;
  std::vector<std::int64_t> statement;  // index in the batch; of a merged node the first it is in
  // One row per edge.
  std::vector<std::int64_t> edge;  // two numbers per row: parent and child, counted in the batch
  std::vector<std::int32_t> slot;  // 0: the left or only child, 1: the right one
  // One row per statement.
  std::vector<std::int64_t> root;     // its node, counted in the batch
  std::vector<std::uint8_t> is_goal;  // or else a fact
  // One row per occurrence in the trees of a state, which actions refer to: its node, counted in
  // the batch. Without `merge` these are the nodes themselves.
  std::vector<std::int64_t> occurrence;
  // One row per state and one more: where each begins, and the end.
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
  std::array<std::uint8_t, 26> renamed_{};  // by letter: its number, 0 if it did not occur yet
  std::uint8_t letters_ = 0;
  std::vector<std::int64_t> node_of_;  // by term, when merging: its node, -1 if it has none
  // Where add_tree writes next, in arrays that are large enough.
  std::size_t node_ = 0;
  std::size_t edge_ = 0;
};

// The operand that a node of a state's tree means, counted within the state; nothing if there is no
// such node or it is a statement.
std::optional<Operand> operand_at(const Bank& bank, const State& state, std::uint32_t node);
// And the other way round; nothing if the statement is neither a goal nor a fact.
std::optional<std::uint32_t> node_of(const Bank& bank, const State& state, const Operand& operand);

// INT's numbers: as above, without the nodes of the statements.
std::optional<Operand> entity_at(const Bank& bank, const State& state, std::uint32_t entity);

}  // namespace ineq
