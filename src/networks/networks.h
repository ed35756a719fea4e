#pragma once
// The networks of this module, one function and one file each.

#include <ATen/ATen.h>

#include <memory>

#include "agents/network.h"

namespace ineq {

std::unique_ptr<Network> make_dag_network(const NetworkOptions& options,
                                          const at::TensorOptions& device);
// gin, treelstm, bow
std::unique_ptr<Network> make_tree_network(const NetworkOptions& options,
                                           const at::TensorOptions& device);
std::unique_ptr<Network> make_transformer(const NetworkOptions& options,
                                          const at::TensorOptions& device);

}  // namespace ineq
