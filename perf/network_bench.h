#pragma once
// Measures the speed of networks on one core: states per second in training and in evaluation, how
// much of it is matrix products and how fast these are, and the speed of the same training in
// PyTorch.

#include <string>
#include <vector>

namespace ineq {

// Says so if this build has no networks. Without names, all networks are measured.
void print_network_tables(const std::vector<std::string>& names);

}  // namespace ineq
