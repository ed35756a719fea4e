#pragma once
// What the program and the module of networks agree on.

#include <string_view>

#include "agents/network.h"

namespace ineq {

inline constexpr const char* kNetworkModule = "ineq_networks.so";
// Raised when anything changes that both sides use.
inline constexpr std::string_view kModuleVersion = "2";

inline constexpr const char* kModuleVersionSymbol = "ineq_networks_version";
inline constexpr const char* kMakeNetworkSymbol = "ineq_make_network";
// Throws Error if the device cannot be used.
using MakeNetwork = Network*(const NetworkOptions&, std::string_view device);

}  // namespace ineq
