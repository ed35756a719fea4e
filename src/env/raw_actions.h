#pragma once
// The raw action space (paper, Appendix H): an axiom and three of the N nodes of a state, 18 × N³
// actions, most of which do nothing.
//
// Nodes are numbered as in the state's trees (env/graph_view.h). Node 0 is the first goal itself,
// which cannot be an operand, so it stands for none: the operands of a raw action end with the last
// number that is not 0.

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

// Throws Error if an axiom, or one of the nodes that follow it, is out of range for a state of
// `nodes` nodes. Node 0 is always in range, because it stands for none.
void require_in_range(const Rules& rules, std::size_t nodes, std::span<const std::int32_t> numbers);

// Throws Error on a number that is out of range. A node that is a statement is in range; the action
// then does nothing.
Action read_raw(const Bank& bank, const State& state, const Rules& rules, const RawAction& raw);
// Throws Error on an operand that is not in the state.
RawAction write_raw(const Bank& bank, const State& state, const Action& action);

// What a policy that chooses the axiom and then one operand after the other may choose next. It
// may choose whatever can still become a legal action, so it always ends with one and can reach all
// of legal_actions.
class ActionMask {
 public:
  ActionMask(Bank& bank, const Rules& rules)
      : bank_(bank), rules_(rules), finder_(bank, rules, OperandOrder::kSmallFirst) {}

  void reset(const State& state);  // The state must stay alive while its masks are computed.

  // Sets out[axiom] for all axioms.
  void axioms(std::span<std::uint8_t> out);
  // Sets out[node] for all N nodes: whether it can be the next operand after `prefix`, an axiom and
  // its first operands. out[0] says whether the action can end here. Throws Error on an axiom or a
  // node that is out of range.
  void operands(std::span<const std::int32_t> prefix, std::span<std::uint8_t> out);
  // Appends the mask of the operands after `prefix` or, if it is empty, the mask of the axioms.
  // Throws Error as above, and then has appended nothing.
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
