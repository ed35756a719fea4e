#pragma once
// Measures the speed of the environment: steps of a pool by view, batch size and number of threads;
// legal actions, masks, save and undo.

namespace ineq {

void print_environment_tables();

}  // namespace ineq
