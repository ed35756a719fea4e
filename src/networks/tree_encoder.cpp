#include "networks/tree_encoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "networks/kernels.h"

namespace ineq {
namespace {

using at::Tensor;

// The sum of one learned vector per property of a node.
class NodeEmbedding {
 public:
  NodeEmbedding(Parameters& parameters, std::int64_t width)
      : table_(parameters.add("embedding", {kProperties, width}, {.bound = std::sqrt(3.0 / 5)})) {}

  // -> [nodes, width]
  Tensor operator()(const Parameters& p, const TreeInput& input) const {
    return at::mm(properties(input).to(p[table_].options()), p[table_]);
  }

 private:
  static constexpr std::int64_t kPlace = kNodeTypes;
  static constexpr std::int64_t kIsVariable = kPlace + TreeInput::kPlaces;
  static constexpr std::int64_t kIsGoal = kIsVariable + 2;
  static constexpr std::int64_t kRuleSet = kIsGoal + 2;
  static constexpr std::int64_t kProperties = kRuleSet + std::size(kRuleSets);

  // -> [nodes, kProperties]: 1 for each property that the node has, otherwise 0
  static Tensor properties(const TreeInput& input) {
    const GraphBatch& graph = input.graph;
    Tensor out = at::zeros({static_cast<std::int64_t>(input.nodes()), kProperties});
    float* row = out.data_ptr<float>();
    for (std::size_t state = 0; state < input.states(); ++state) {
      const auto end = static_cast<std::size_t>(graph.node_offset[state + 1]);
      for (auto i = static_cast<std::size_t>(graph.node_offset[state]); i < end; ++i) {
        row[graph.type[i]] = 1;
        row[kPlace + input.place[i]] = 1;
        row[kIsVariable + (graph.type[i] >= kFirstVariableType)] = 1;
        row[kIsGoal + graph.is_goal[static_cast<std::size_t>(graph.statement[i])]] = 1;
        row[kRuleSet + static_cast<int>(input.rule_set[state])] = 1;
        row += kProperties;
      }
    }
    return out;
  }

  Parameters::Id table_;
};

// gin and, without edges, bow.
class LayeredEncoder final : public TreeEncoder {
 public:
  LayeredEncoder(Parameters& parameters, std::int64_t width, std::size_t layers, bool edges)
      : embedding_(parameters, width), edges_(edges) {
    const double first = edges ? kReluScale / kGrowth : kReluScale;
    for (std::size_t i = 0; i < layers; ++i) {
      const std::string name = "layer" + std::to_string(i);
      layers_.push_back({Linear::add(parameters, name + ".first", width, width, first),
                         Linear::add(parameters, name + ".second", width, width, kReluScale)});
    }
  }

  Tensor encode(const Parameters& p, const TreeInput& input, ForwardPass& pass) const override {
    Tensor x = pass.drop(embedding_(p, input));
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (i > 0) x = pass.drop(x.relu_());
      if (edges_) x = add_tree_neighbours(x, input.parent);
      x = layers_[i].second(p, layers_[i].first(p, x).relu_());
    }
    return x;
  }

 private:
  struct Layer {
    Linear first, second;
  };
  // By how much the sum over neighbours makes vectors longer at first, measured on generated
  // theorems. It is more than the root of their number, because vectors have similar directions
  // after a ReLU.
  static constexpr double kGrowth = 3.5;

  NodeEmbedding embedding_;
  std::vector<Layer> layers_;
  bool edges_;
};

// Nodes sorted by level, so that the nodes of one level are consecutive rows.
struct Levels {
  Index order;                     // the node of each row
  Index row;                       // the row of each node
  std::vector<std::int64_t> size;  // of each level

  explicit Levels(std::span<const std::int32_t> level) : order(level.size()), row(level.size()) {
    for (const std::int32_t l : level) {
      if (static_cast<std::size_t>(l) >= size.size()) size.resize(static_cast<std::size_t>(l) + 1);
      ++size[static_cast<std::size_t>(l)];
    }
    std::vector<std::int32_t> next(size.size());
    for (std::size_t l = 1; l < size.size(); ++l) {
      next[l] = next[l - 1] + static_cast<std::int32_t>(size[l - 1]);
    }
    for (std::size_t node = 0; node < level.size(); ++node) {
      row[node] = next[static_cast<std::size_t>(level[node])]++;
      order[static_cast<std::size_t>(row[node])] = static_cast<std::int32_t>(node);
    }
  }

  // The rows of nodes that are related to those of `count` rows from `begin` on; -1 stays.
  Index rows_of(std::span<const std::int32_t> related, std::int64_t begin,
                std::int64_t count) const {
    Index out;
    for (std::int64_t i = begin; i < begin + count; ++i) {
      const std::int32_t node =
          related[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
      out.push_back(node < 0 ? -1 : row[static_cast<std::size_t>(node)]);
    }
    return out;
  }
};

// The cell of a TreeLSTM. Hidden values and memory of a node are one row: [h, c].
class Cell {
 public:
  Cell(Parameters& parameters, const std::string& name, std::int64_t width)
      : width_(width),
        gates_(Linear::add(parameters, name + ".gates", 3 * width, width, kLinearScale)),
        forget_{parameters.add_matrix(name + ".forget.weight", width, width, kLinearScale),
                parameters.add_ones(name + ".forget.bias", {width})},
        from_gates_(parameters.add_matrix(name + ".from_gates", 3 * width, width)),
        from_forget_(parameters.add_matrix(name + ".from_forget", width, width)) {}

  // x: [nodes, width] -> [nodes, 4 width]: what the nodes themselves contribute to the gates
  Tensor inputs(const Parameters& p, const Tensor& x) const {
    return at::cat({gates_(p, x), forget_(p, x)}, 1);
  }

  // inputs: [n, 4 width]; each of `from`, the nodes that these n depend on, with zeros where a node
  // has fewer: [n, 2 width] -> [n, 2 width]
  Tensor step(const Parameters& p, const Tensor& inputs, const std::vector<Tensor>& from) const {
    const std::vector<Tensor> own = inputs.split_with_sizes({3 * width_, width_}, 1);
    Tensor gates = own[0];
    Tensor kept;  // the memory that the forget gates let pass
    if (!from.empty()) {
      Tensor total;
      for (const Tensor& row : from) {
        const std::vector<Tensor> part = row.chunk(2, 1);
        const Tensor forget = at::addmm(own[1], part[0], p[from_forget_].t()).sigmoid_();
        kept = kept.defined() ? at::addcmul(kept, forget, part[1]) : forget * part[1];
        total = total.defined() ? total + part[0] : part[0];
      }
      gates = at::addmm(gates, total, p[from_gates_].t());
    }
    const std::vector<Tensor> gate = gates.chunk(3, 1);
    Tensor memory = gate[0].sigmoid() * gate[2].tanh();
    if (kept.defined()) memory = memory + kept;
    return at::cat({gate[1].sigmoid() * memory.tanh(), memory}, 1);
  }

  std::int64_t width() const { return width_; }

 private:
  std::int64_t width_;
  Linear gates_, forget_;  // input, output and candidate; forget
  Parameters::Id from_gates_, from_forget_;
};

class TreeLstmEncoder final : public TreeEncoder {
 public:
  TreeLstmEncoder(Parameters& parameters, std::int64_t width)
      : embedding_(parameters, width),
        up_(parameters, "up", width),
        down_(parameters, "down", width),
        join_(Linear::add(parameters, "join", width, 2 * width, kJoin)) {}

  Tensor encode(const Parameters& p, const TreeInput& input, ForwardPass& pass) const override {
    const Tensor x = pass.drop(embedding_(p, input));
    const Tensor up = run(p, up_, x, input.height, {input.left, input.right}, pass);
    const Tensor down = run(p, down_, x, input.depth, {input.parent}, pass);
    return join_(p, pass.drop(at::cat({up, down}, 1)));
  }

 private:
  // x: [nodes, width] -> [nodes, width]: the hidden values of all nodes. A node depends on the
  // nodes that `related` names, which have lower levels. All nodes of a level are done at once.
  static Tensor run(const Parameters& p, const Cell& cell, const Tensor& x,
                    std::span<const std::int32_t> level,
                    const std::vector<std::span<const std::int32_t>>& related, ForwardPass& pass) {
    Levels levels(level);
    const Tensor inputs = take_rows(cell.inputs(p, x), pass.keep(levels.order));
    const std::vector<Tensor> of_level = inputs.split_with_sizes(levels.size);
    Tensor done = at::empty({0, 2 * cell.width()}, x.options());
    for (std::size_t l = 0; l < of_level.size(); ++l) {
      std::vector<Tensor> from;  // empty at the lowest level
      for (std::size_t i = 0; i < related.size() && l > 0; ++i) {
        Index rows = levels.rows_of(related[i], done.size(0), levels.size[l]);
        from.push_back(take_rows(done, pass.keep(std::move(rows))));
      }
      done = at::cat({done, cell.step(p, of_level[l], from)});
    }
    return take_rows(done.narrow(1, 0, cell.width()), pass.keep(std::move(levels.row)));
  }

  // Hidden values are about 0.3 at first. This scale makes the vectors of nodes as long as those of
  // the other encoders.
  static constexpr double kJoin = 8;

  NodeEmbedding embedding_;
  Cell up_, down_;
  Linear join_;
};

}  // namespace

std::unique_ptr<TreeEncoder> make_tree_encoder(const NetworkOptions& options,
                                               Parameters& parameters) {
  const auto width = static_cast<std::int64_t>(options.width);
  if (options.network == NetworkKind::kTreeLstm) {
    return std::make_unique<TreeLstmEncoder>(parameters, width);
  }
  return std::make_unique<LayeredEncoder>(parameters, width, options.layers,
                                          options.network == NetworkKind::kGin);
}

}  // namespace ineq
