#pragma once
// The networks of this module, one function and one file each.

#include <memory>

#include "agents/network.h"

namespace ineq {

std::unique_ptr<Network> make_dag_network(const NetworkOptions& options);
std::unique_ptr<Network> make_tree_network(const NetworkOptions& options);  // gin, treelstm, bow
std::unique_ptr<Network> make_transformer(const NetworkOptions& options);

}  // namespace ineq
