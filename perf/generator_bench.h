#pragma once
// Measures the speed of the generator: by proof length, with and without output, and by number of
// threads.

namespace ineq {

void print_generator_tables();

}  // namespace ineq
