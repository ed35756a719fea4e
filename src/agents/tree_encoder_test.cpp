// The encoders of gin, treelstm and bow against a plain version, which computes the value of a
// state node by node and number by number.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "agents/load_network.h"
#include "agents/tree_input.h"
#include "base/rng.h"
#include "generate/generator.h"

namespace ineq {
namespace {

using PlainVector = std::vector<double>;

double plain_sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

void add_plain(PlainVector& to, const PlainVector& x) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += x[i];
}

PlainVector plain_relu(PlainVector x) {
  for (double& value : x) value = std::max(value, 0.0);
  return x;
}

class PlainTreeNetwork {
 public:
  PlainTreeNetwork(Network& network, const NetworkOptions& options, const TreeInput& input)
      : options_(options), input_(input), weights_(network.weights()) {
    for (const Parameter& parameter : network.parameters()) parameters_[parameter.name] = parameter;
  }

  double steps_left(std::size_t state) const {
    const auto offset = [&](std::size_t part) {
      return static_cast<std::size_t>(input_.part_offset[2 * state + part]);
    };
    const std::vector<PlainVector> nodes =
        options_.network == NetworkKind::kTreeLstm ? run_lstm(state) : run_layers(state);
    PlainVector sums(2 * options_.width);
    for (std::size_t node = offset(0); node < offset(2); ++node) {
      const std::size_t begin = node < offset(1) ? 0 : options_.width;
      for (std::size_t i = 0; i < options_.width; ++i) sums[begin + i] += nodes[node][i] / 16;
    }
    const PlainVector logits = linear("value.out", plain_relu(linear("value.hidden0", sums)));
    double total = 0, steps = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
      total += std::exp(logits[i]);
      steps += std::exp(logits[i]) * static_cast<double>(i);
    }
    return steps / total;
  }

 private:
  // Row `row` of a matrix, or a vector.
  std::span<const float> row(const std::string& name, std::size_t row = 0) const {
    const Parameter& parameter = parameters_.at(name);
    const auto width = static_cast<std::size_t>(parameter.shape.back());
    return weights_.subspan(parameter.offset + row * width, width);
  }
  PlainVector multiply(const std::string& name, const PlainVector& x) const {
    PlainVector out(static_cast<std::size_t>(parameters_.at(name).shape[0]));
    for (std::size_t i = 0; i < out.size(); ++i) {
      for (std::size_t j = 0; j < x.size(); ++j) out[i] += row(name, i)[j] * x[j];
    }
    return out;
  }
  PlainVector linear(const std::string& name, const PlainVector& x) const {
    PlainVector out = multiply(name + ".weight", x);
    const std::span<const float> bias = row(name + ".bias");
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += bias[i];
    return out;
  }

  std::vector<PlainVector> embed(std::size_t state) const {
    std::vector<PlainVector> out(input_.nodes(), PlainVector(options_.width));
    for (std::size_t node = 0; node < input_.nodes(); ++node) {
      const GraphBatch& graph = input_.graph;
      const auto type = static_cast<std::size_t>(graph.type[node]);
      const std::size_t is_variable = graph.type[node] >= kFirstVariableType;
      const std::size_t is_goal = graph.is_goal[static_cast<std::size_t>(graph.statement[node])];
      const auto rules = static_cast<std::size_t>(input_.rule_set[state]);
      for (const std::size_t property :
           {type, kNodeTypes + input_.place[node], kNodeTypes + 3 + is_variable,
            kNodeTypes + 5 + is_goal, kNodeTypes + 7 + rules}) {
        for (std::size_t i = 0; i < options_.width; ++i) {
          out[node][i] += row("embedding", property)[i];
        }
      }
    }
    return out;
  }

  std::vector<PlainVector> run_layers(std::size_t state) const {
    std::vector<PlainVector> x = embed(state);
    for (std::size_t layer = 0; layer < options_.layers; ++layer) {
      const std::vector<PlainVector> before = x;
      const std::string name = "layer" + std::to_string(layer);
      for (std::size_t node = 0; node < x.size(); ++node) {
        for (const std::int32_t other :
             {input_.parent[node], input_.left[node], input_.right[node]}) {
          if (options_.network == NetworkKind::kBow || other < 0) continue;
          add_plain(x[node], before[static_cast<std::size_t>(other)]);
        }
        x[node] = linear(name + ".second", plain_relu(linear(name + ".first", x[node])));
        if (layer + 1 < options_.layers) x[node] = plain_relu(x[node]);
      }
    }
    return x;
  }

  struct Memory {
    PlainVector hidden, cell;
  };
  // Tai, Socher and Manning (2015), equations 2 to 8.
  Memory step(const std::string& name, const PlainVector& x,
              const std::vector<Memory>& children) const {
    const std::size_t width = options_.width;
    PlainVector sum(width);
    for (const Memory& child : children) add_plain(sum, child.hidden);
    PlainVector gates = linear(name + ".gates", x);
    add_plain(gates, multiply(name + ".from_gates", sum));
    Memory out{PlainVector(width), PlainVector(width)};
    for (std::size_t i = 0; i < width; ++i) {
      out.cell[i] = plain_sigmoid(gates[i]) * std::tanh(gates[2 * width + i]);
    }
    for (const Memory& child : children) {
      PlainVector forget = linear(name + ".forget", x);
      add_plain(forget, multiply(name + ".from_forget", child.hidden));
      for (std::size_t i = 0; i < width; ++i) {
        out.cell[i] += plain_sigmoid(forget[i]) * child.cell[i];
      }
    }
    for (std::size_t i = 0; i < width; ++i) {
      out.hidden[i] = plain_sigmoid(gates[width + i]) * std::tanh(out.cell[i]);
    }
    return out;
  }

  std::vector<PlainVector> run_lstm(std::size_t state) const {
    const std::vector<PlainVector> x = embed(state);
    std::vector<Memory> up(x.size()), down(x.size());
    for (std::size_t node = x.size(); node-- > 0;) {
      std::vector<Memory> children;
      for (const std::int32_t child : {input_.left[node], input_.right[node]}) {
        if (child >= 0) children.push_back(up[static_cast<std::size_t>(child)]);
      }
      up[node] = step("up", x[node], children);
    }
    std::vector<PlainVector> out;
    for (std::size_t node = 0; node < x.size(); ++node) {
      std::vector<Memory> above;
      if (input_.parent[node] >= 0) {
        above.push_back(down[static_cast<std::size_t>(input_.parent[node])]);
      }
      down[node] = step("down", x[node], above);
      PlainVector both = up[node].hidden;
      both.insert(both.end(), down[node].hidden.begin(), down[node].hidden.end());
      out.push_back(linear("join", both));
    }
    return out;
  }

  const NetworkOptions& options_;
  const TreeInput& input_;
  std::span<const float> weights_;
  std::map<std::string, Parameter> parameters_;
};

class TreeEncoderTest : public testing::TestWithParam<NetworkKind> {};

TEST_P(TreeEncoderTest, AgreesWithThePlainVersion) {
  if (!has_networks()) GTEST_SKIP() << "this build has no networks";
  const NetworkOptions options{.network = GetParam(), .width = 8, .layers = 3, .head = 12};
  const auto network = make_network(options);
  network->initialize(1);
  Rng rng(1);
  for (float& weight : network->weights()) {  // no bias is zero
    weight += 0.1f * static_cast<float>(rng.unit() - 0.5);
  }
  for (const RuleSet set : kRuleSets) {
    Generator generator({.rules = set, .k = 3, .l = 7, .order_trials = 1000});
    TreeInput input;
    for (std::uint64_t i = 0; i < 2; ++i) {
      const Generated& generated = generator.generate(i);
      const State state(generator.bank(), generated.theorem());
      input.add(generator.bank(), set, generator.rules(), state);
    }
    const PlainTreeNetwork plain(*network, options, input);
    const auto answers = network->read(input);
    for (std::size_t state = 0; state < input.states(); ++state) {
      EXPECT_NEAR(answers->steps_left()[state], plain.steps_left(state), 1e-4);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, TreeEncoderTest,
                         testing::Values(NetworkKind::kGin, NetworkKind::kTreeLstm,
                                         NetworkKind::kBow),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

}  // namespace
}  // namespace ineq
