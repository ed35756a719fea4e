#pragma once
// Measures searches that a network guides: expanded states per second, for one problem at a time
// and for 64, the size of the batches that the network reads, where the time goes, and bytes per
// state.

namespace ineq {

// Says so if this build has no networks.
void print_guided_tables();

}  // namespace ineq
