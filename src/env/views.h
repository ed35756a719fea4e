#pragma once
// States in the views that a learner requests, as arrays: graphs, sequences, both or none.

#include <optional>

#include "env/graph_view.h"
#include "env/sequence_view.h"

namespace ineq {

struct ViewOptions {
  bool graph = true;
  GraphOptions graph_options = {};
  std::optional<Sequence> sequence = {};
};

struct Views {
  explicit Views(const ViewOptions& options = {}) {
    if (options.graph) graph.emplace(options.graph_options);
    if (options.sequence) sequence.emplace(*options.sequence);
  }

  void clear() {
    if (graph) graph->clear();
    if (sequence) sequence->clear();
  }
  void add(const Bank& bank, const State& state) {
    if (graph) graph->add(bank, state);
    if (sequence) sequence->add(bank, state);
  }
  void append(const Views& other) {
    if (graph) graph->append(*other.graph);
    if (sequence) sequence->append(*other.sequence);
  }

  std::optional<GraphBatch> graph;
  std::optional<SequenceBatch> sequence;
};

}  // namespace ineq
