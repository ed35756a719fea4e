#include "agents/network_options.h"

#include <fmt/format.h>

#include "agents/dag_input.h"
#include "agents/text_input.h"
#include "agents/tree_input.h"
#include "base/error.h"
#include "base/names.h"

namespace ineq {

std::string_view to_string(NetworkKind kind) {
  return kNetworkNames[static_cast<std::size_t>(kind)];
}

std::optional<NetworkKind> find_network(std::string_view name) {
  return find_name<NetworkKind>(kNetworkNames, name);
}

NetworkOptions small_network(NetworkKind kind) {
  switch (kind) {
    case NetworkKind::kDag:
      return {};
    case NetworkKind::kGin:
    case NetworkKind::kTreeLstm:
    case NetworkKind::kBow:
      return {.network = kind, .width = 128, .layers = 6};
    case NetworkKind::kTransformer:
      return {.network = kind, .width = 128, .layers = 2};
  }
  INEQ_CHECK(false);
}

NetworkOptions paper_network(NetworkKind kind) {
  NetworkOptions out{.network = kind, .width = 512, .layers = 6};
  if (kind == NetworkKind::kTransformer) {
    out.feed_forward = 2048;
    out.dropout = 0.1;
    out.label_smoothing = 0.1;
  }
  return out;
}

void require_possible(const NetworkOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw Error(what);
  };
  require(options.width > 0 && options.width <= 4096, "width: expected a number from 1 to 4096");
  require(options.layers > 0 && options.layers <= 100, "layers: expected a number from 1 to 100");
  require(options.head > 0 && options.head <= 65536, "head: expected a number from 1 to 65536");
  require(options.feed_forward > 0 && options.feed_forward <= 65536,
          "feed_forward: expected a number from 1 to 65536");
  require(options.value_layers <= 100, "value_layers: expected a number from 0 to 100");
  require(options.value_width <= 65536, "value_width: expected a number from 0 to 65536");
  require(options.dropout < 1, "dropout: expected a number below 1");
  require(options.label_smoothing < 1, "label_smoothing: expected a number below 1");
  if (options.network == NetworkKind::kTransformer) {
    require(options.heads > 0 && options.width % options.heads == 0,
            "heads: the width must be a multiple of the number of heads");
  }
}

std::unique_ptr<Input> make_input(const NetworkOptions& options) {
  switch (options.network) {
    case NetworkKind::kDag:
      return std::make_unique<DagInput>(options.features, options.merge);
    case NetworkKind::kGin:
    case NetworkKind::kTreeLstm:
    case NetworkKind::kBow:
      return std::make_unique<TreeInput>();
    case NetworkKind::kTransformer:
      return std::make_unique<TextInput>();
  }
  INEQ_CHECK(false);
}

}  // namespace ineq
