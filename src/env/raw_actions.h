#pragma once
// The raw action space (paper, Appendix H): an axiom and three of the N nodes of a state, 18 × N³
// actions; most of them do nothing.
//
// Nodes are numbered as in the state's trees (env/graph_view.h). Node 0 is the first goal itself,
// which is no operand: it stands for none, so that the operands of a raw action end with the last
// one that is not 0.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "env/action_finder.h"
#include "kernel/kernel.h"

namespace ineq {

using RawAction = std::array<std::int32_t, 1 + kMaxOperands>;  // axiom, nodes

std::size_t count_nodes(const Bank& bank, const State& state);  // N

// Throws Error on a number that is out of range. A node that is a statement is in range; the action
// then does nothing.
Action read_raw(const Bank& bank, const State& state, const Rules& rules, const RawAction& raw);
// Throws Error on an operand that is not in the state.
RawAction write_raw(const Bank& bank, const State& state, const Action& action);

// Tells a policy that chooses the axiom, then one operand after the other, what it may choose next:
// whatever can still become an action that changes the state. Such a policy always ends with a
// legal action, and can reach the effects of all legal actions.
class ActionMask {
 public:
  ActionMask(Bank& bank, const Rules& rules) : bank_(bank), rules_(rules), finder_(bank, rules) {}

  // The state must outlive the calls that follow.
  void reset(const State& state);

  // Fills in out[axiom] for all axioms.
  void axioms(std::span<std::uint8_t> out);
  // Fills in out[node] for all N nodes: whether the node can be the operand after the `earlier`
  // ones. out[0] tells whether the action can end here. Throws Error on an axiom or a node that is
  // out of range.
  void operands(std::int32_t axiom, std::span<const std::int32_t> earlier,
                std::span<std::uint8_t> out);
  // Appends the mask of the axioms if the prefix is empty; otherwise the prefix is an axiom and its
  // first operands, and the mask of the next operand is appended. If it throws, `out` is unchanged.
  void append(std::span<const std::int32_t> prefix, std::vector<std::uint8_t>& out);

 private:
  // Whether there is an action of the axiom that changes the state and begins with these operands.
  bool exists(std::size_t axiom, std::span<const Operand> first);

  Bank& bank_;
  const Rules& rules_;
  const State* state_ = nullptr;
  ActionFinder<> finder_;
};

}  // namespace ineq
