#pragma once
// The kinds of networks and their sizes (paper, Section 4.2).

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "agents/input.h"
#include "files/fields.h"

namespace ineq {

enum class NetworkKind : std::uint8_t {
  kDag,          // ours: message passing over merged terms, a softmax over places and axioms
  kGin,          // the paper's graph network
  kTreeLstm,     // the paper's bidirectional TreeLSTM
  kBow,          // the paper's bag of words: nodes without edges
  kTransformer,  // the paper's sequence-to-sequence transformer on characters
};
inline constexpr std::string_view kNetworkNames[] = {"dag", "gin", "treelstm", "bow",
                                                     "transformer"};
std::string_view to_string(NetworkKind kind);
std::optional<NetworkKind> find_network(std::string_view name);
template <>
inline constexpr std::size_t kEnumerators<NetworkKind> = std::size(kNetworkNames);

struct NetworkOptions {
  NetworkKind network = NetworkKind::kDag;
  std::size_t width = 64;
  std::size_t layers = 8;
  bool features = true;
  bool merge = true;
  bool typed_edges = true;
  bool residual = true;
  bool joint = true;
  std::size_t head = 256;
  std::size_t heads = 8;
  std::size_t feed_forward = 512;
  double dropout = 0;
  double label_smoothing = 0;
  std::size_t value_layers = 1;
  std::size_t value_width = 0;
};

template <typename OptionsOrConst, typename Visit>
requires FieldsOf<OptionsOrConst, NetworkOptions>
void visit_fields(OptionsOrConst& o, const Visit& visit) {
  visit("network", o.network, "The network: dag, gin, treelstm, bow or transformer");
  visit("width", o.width, "Length of the vector of each node or character");
  visit("layers", o.layers,
        "Number of rounds of message passing, or of layers of the encoder and of the decoder");
  visit("features", o.features,
        "dag: whether the network sees what each axiom would do at each place");
  visit("merge", o.merge,
        "dag: whether equal subterms are one node; otherwise, statements are trees");
  visit("typed_edges", o.typed_edges,
        "dag: whether left children, right children and the parents above them have separate "
        "weights");
  visit(
      "residual", o.residual,
      "dag: whether a round normalises its input and adds its result to it; otherwise, the result "
      "replaces the input");
  visit("joint", o.joint,
        "dag: whether place and axiom are chosen together; otherwise, the axiom is chosen first");
  visit("head", o.head, "gin, treelstm, bow: hidden size of the heads");
  visit("heads", o.heads, "transformer: number of attention heads");
  visit("feed_forward", o.feed_forward, "transformer: hidden size of the feed-forward layers");
  visit("dropout", o.dropout, "Probability that a hidden value is dropped in training");
  visit("label_smoothing", o.label_smoothing,
        "transformer: probability that is spread over all characters in training");
  visit("value_layers", o.value_layers, "Number of hidden layers of the value (with --value: 2)");
  visit("value_width", o.value_width,
        "Width of the hidden layers of the value; 0: that of the other heads (with --value: 256)");
}

// `small`, which learns on a CPU, and `paper`, with the sizes of the paper's Section 4.2.
NetworkOptions small_network(NetworkKind kind);
NetworkOptions paper_network(NetworkKind kind);

// Throws Error if a size or a probability is out of range.
void require_possible(const NetworkOptions& options);

// An empty input of the form that a network with these options reads.
std::unique_ptr<Input> make_input(const NetworkOptions& options);

}  // namespace ineq
