#pragma once
// Measures the speed of search: states per second and bytes per state, by size of the theorem and
// number of threads.

namespace ineq {

void print_search_tables();

}  // namespace ineq
