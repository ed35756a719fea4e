// The entry points of the module of networks.

#include "agents/module.h"

#include "base/error.h"
#include "networks/device.h"
#include "networks/networks.h"

#define INEQ_EXPORT __attribute__((visibility("default")))

extern "C" {
INEQ_EXPORT extern const char* const ineq_networks_version;
const char* const ineq_networks_version = ineq::kModuleVersion.data();

INEQ_EXPORT ineq::Network* ineq_make_network(const ineq::NetworkOptions& options,
                                             std::string_view device_name) {
  using ineq::NetworkKind;
  const at::TensorOptions device = ineq::find_device(device_name);
  switch (options.network) {
    case NetworkKind::kDag:
      return ineq::make_dag_network(options, device).release();
    case NetworkKind::kGin:
    case NetworkKind::kTreeLstm:
    case NetworkKind::kBow:
      return ineq::make_tree_network(options, device).release();
    case NetworkKind::kTransformer:
      return ineq::make_transformer(options, device).release();
  }
  INEQ_CHECK(false);
}
}
