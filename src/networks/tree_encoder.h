#pragma once
// The three encoders of the paper that read trees (paper, Section 4.2): they turn the nodes of a
// batch into vectors of `width` numbers. All of them begin with a learned embedding of what a node
// is: its type, whether it is a variable, its place in its parent, whether its statement is a goal
// or a fact, and the rule set.
//
//   gin       layers of message passing: x <- MLP(x + the sum of x over parent and children), with
//             an MLP of two linear layers. Edges have neither types nor directions; nothing is
//             normalised.
//   bow       the same without the sum: a node sees nothing but itself.
//   treelstm  a child-sum TreeLSTM from the leaves up and another one from the roots down (Tai,
//             Socher and Manning, 2015), side by side and projected. `layers` has no effect.

#include <ATen/ATen.h>

#include <memory>

#include "agents/tree_input.h"
#include "networks/forward_pass.h"
#include "networks/parameters.h"

namespace ineq {

class TreeEncoder {
 public:
  virtual ~TreeEncoder() = default;
  // -> [nodes, width]
  virtual at::Tensor encode(const Parameters& p, const TreeInput& input,
                            ForwardPass& pass) const = 0;
};

// Adds the weights of the encoder to the parameters.
std::unique_ptr<TreeEncoder> make_tree_encoder(const NetworkOptions& options,
                                               Parameters& parameters);

}  // namespace ineq
