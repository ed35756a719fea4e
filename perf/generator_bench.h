#pragma once
// The generator's speed: by proof length, with and without its output, by number of threads.

namespace ineq {

void print_generator_tables();

}  // namespace ineq
