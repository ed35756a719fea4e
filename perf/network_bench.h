#pragma once
// Measures the speed of networks on one core: states per second in training and in evaluation.

namespace ineq {

void print_network_tables();  // says so if this build has no networks

}  // namespace ineq
