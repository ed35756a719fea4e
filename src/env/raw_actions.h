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

// What a policy that chooses the axiom, then one operand after the other, may choose next. It may
// choose what can still become an action that changes the state; so it always ends with one, and
// reaches all of legal_actions.
class ActionMask {
 public:
  ActionMask(Bank& bank, const Rules& rules) : bank_(bank), rules_(rules), finder_(bank, rules) {}

  void reset(const State& state);  // which must outlive what is asked about it

  // out[axiom], for all axioms.
  void axioms(std::span<std::uint8_t> out);
  // out[node], for all N nodes: as the operand after the `earlier` ones. out[0]: the action can end
  // here. Throws Error on an axiom or a node that is out of range.
  void operands(std::int32_t axiom, std::span<const std::int32_t> earlier,
                std::span<std::uint8_t> out);
  // Either of them: after an axiom and its first operands, or, with an empty prefix, of the axioms.
  // Appends; what is refused appends nothing.
  void append(std::span<const std::int32_t> prefix, std::vector<std::uint8_t>& out);

 private:
  Bank& bank_;
  const Rules& rules_;
  const State* state_ = nullptr;
  ActionFinder finder_;
};

}  // namespace ineq
