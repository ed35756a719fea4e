#pragma once
// Makes networks. They are in a module of their own, which is loaded when the first one is made,
// because the tensor library takes half a second to load and is not installed everywhere.

#include <memory>
#include <string>
#include <string_view>

#include "agents/network.h"

namespace ineq {

// Whether this build has networks, and they can be loaded here.
bool has_networks();

// Devices are where networks compute:
//   cpu      the CPU
//   cuda     a GPU, if libtorch was built for it; cuda:1 is the second one
//   plain    the CPU, with everything done as on a GPU: libtorch's operations alone, on copies of
//            the weights; slow, for tests
// The device is not part of a network: its weights are the same on every device.
inline constexpr std::string_view kDeviceNames[] = {"cpu", "cuda", "plain"};
inline constexpr const char* kDefaultDevice = "cpu";
// Whether this is the name of a device, which need not exist here.
bool is_device(std::string_view name);

// A network of this kind and size, whose weights are zero. Throws Error if the options are
// impossible, the module cannot be loaded, or the device cannot be used; the message says what is
// missing.
std::unique_ptr<Network> make_network(const NetworkOptions& options,
                                      const std::string& device = kDefaultDevice);

}  // namespace ineq
