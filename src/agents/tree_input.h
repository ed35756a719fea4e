#pragma once
// States as trees, and actions as a class with tree nodes: the form that the paper's graph networks
// read (paper, Sections 3.2 and 4.2).
//
// Every statement of a state is a tree of its own, and variables are numbered by first occurrence
// in the state, so renaming them changes nothing. The first choice of an action is its class
// (agents/action_class.h), and each further choice is the node of one operand, numbered within the
// state. Statements have node numbers too, but no action has a statement as an operand.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "agents/input.h"
#include "env/graph_view.h"

namespace ineq {

class TreeInput final : public Input {
 public:
  void clear() override;
  void add(Bank& bank, RuleSet set, const Rules& rules, const State& state) override;
  std::size_t states() const override { return graph.states(); }
  bool encode(Bank& bank, const Rules& rules, const State& state, const Action& action,
              std::vector<Choice>& out) const override;
  bool is_complete(std::size_t number, std::span<const Choice> choices) const override;
  std::optional<Action> decode(Bank& bank, const State& state, std::size_t number,
                               std::span<const Choice> choices) const override;

  std::size_t nodes() const { return graph.type.size(); }

  GraphBatch graph{GraphOptions{.rename = true}};
  // One row per node of the graph. Nodes are numbered from the beginning of the batch; -1 stands
  // for none.
  std::vector<std::int32_t> parent, left, right;
  std::vector<std::uint8_t> place;   // in the parent: a value of Place
  std::vector<std::int32_t> height;  // 0 for a leaf
  std::vector<std::int32_t> depth;   // 0 for a statement
  // Two rows per state, for the goals and for the facts: where their nodes begin. The last element
  // is the end of the last state.
  std::vector<std::int64_t> part_offset = {0};
  // One row per state.
  std::vector<RuleSet> rule_set;

  enum Place : std::uint8_t { kLeftOrOnlyChild, kRightChild, kStatement };
  static constexpr std::size_t kPlaces = 3;

 private:
  void add_structure(std::size_t first_node, std::size_t first_edge);
};

}  // namespace ineq
