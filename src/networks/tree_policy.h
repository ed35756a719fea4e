#pragma once
// The policy and the value that the paper's graph networks have on top of their encoders (paper,
// Section 4.2).
//
// The vector of a state is the sum of the vectors of its nodes, those of goals and those of facts
// side by side: `state_width` numbers. The class is chosen by an MLP of it. Then operands are
// chosen one after the other: each choice changes the vector of the state, a key is computed from
// it, and the score of a node is the product of the key with a projection of the node. The value is
// an MLP of the vector of the state before any choice.

#include <ATen/ATen.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "agents/tree_input.h"
#include "networks/forward_pass.h"
#include "networks/parameters.h"
#include "networks/value_head.h"

namespace ineq {

class TreePolicy {
 public:
  // Adds its weights to the parameters.
  TreePolicy(const NetworkOptions& options, Parameters& parameters);

  std::int64_t state_width() const { return state_width_; }

  // nodes: [nodes, width] -> [states, state_width]
  at::Tensor pool(const at::Tensor& nodes, const TreeInput& input) const;
  // state: [n, state_width] -> [n, kActionClasses]
  at::Tensor class_logits(const Parameters& p, const at::Tensor& state, ForwardPass& pass) const;
  const ValueHead& value() const { return value_; }  // of the vectors of states

  // state: [n, state_width] -> [n, state_width], after a class has been chosen for each
  at::Tensor choose_class(const Parameters& p, const at::Tensor& state,
                          std::span<const std::int32_t> classes) const;
  // state: [n, state_width], chosen: [n, width] -> [n, state_width], after the nodes `chosen` have
  // been chosen as the operands of that number, from 0
  at::Tensor choose_operand(const Parameters& p, const at::Tensor& state, const at::Tensor& chosen,
                            std::size_t operand) const;

  // nodes: [nodes, width] -> [nodes, head]: what keys are multiplied with
  at::Tensor project(const Parameters& p, const at::Tensor& nodes) const;
  // state: [n, state_width] -> [n, head]: the keys of operands of that number
  at::Tensor keys(const Parameters& p, const at::Tensor& state, std::size_t operand,
                  ForwardPass& pass) const;

 private:
  std::int64_t state_width_;
  std::int64_t head_;
  Linear class_hidden_, class_;
  ValueHead value_;
  Parameters::Id class_table_;  // one vector per class
  std::array<Linear, kMaxOperands - 1> chosen_;
  std::array<Linear, kMaxOperands> key_;
  Parameters::Id projection_;
};

}  // namespace ineq
