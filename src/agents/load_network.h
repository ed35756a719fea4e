#pragma once
// Makes networks. They are in a module of their own, which is loaded when the first one is made,
// because the tensor library takes half a second to load and is not installed everywhere.

#include <memory>

#include "agents/network.h"

namespace ineq {

// Whether this build has networks, and they can be loaded here.
bool has_networks();

// A network of this kind and size, whose weights are zero. Throws Error if the options are
// impossible or the module cannot be loaded; the message says what is missing.
std::unique_ptr<Network> make_network(const NetworkOptions& options);

}  // namespace ineq
