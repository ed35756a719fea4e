#pragma once
// The speed of search: states a second and bytes a state, by size of the theorem and by threads.

namespace ineq {

void print_search_tables();

}  // namespace ineq
