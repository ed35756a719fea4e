// The networks gin, treelstm and bow: an encoder of trees (networks/tree_encoder.h) and the policy
// on top of it (networks/tree_policy.h), as a Network.

#include <ATen/ATen.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "agents/action_class.h"
#include "base/error.h"
#include "networks/device.h"
#include "networks/forward_pass.h"
#include "networks/kernels.h"
#include "networks/networks.h"
#include "networks/parameters.h"
#include "networks/tree_encoder.h"
#include "networks/tree_policy.h"

namespace ineq {
namespace {

using at::Tensor;

struct Model {
  Model(const NetworkOptions& options, const at::TensorOptions& device)
      : dropout(options.dropout),
        encoder(make_tree_encoder(options, parameters)),
        policy(options, parameters) {
    parameters.finish(device);
  }

  double dropout;
  Parameters parameters;
  std::unique_ptr<TreeEncoder> encoder;
  TreePolicy policy;
};

// Nothing checks that the input is of this class: the module does not have its type information.
const TreeInput& trees(const Input& input) { return static_cast<const TreeInput&>(input); }

RowRange nodes_of(const TreeInput& input, std::size_t state) {
  return {input.graph.node_offset[state], input.graph.node_offset[state + 1]};
}

std::vector<float> to_vector(const Tensor& x) {
  const Tensor values = to_host(x);
  return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

// Where segments of these ranges' lengths begin, if they follow each other.
std::vector<std::int64_t> offsets(std::span<const RowRange> ranges) {
  std::vector<std::int64_t> out = {0};
  for (const RowRange& range : ranges) out.push_back(out.back() + range.end - range.begin);
  return out;
}

class TreeAnswers final : public Answers {
 public:
  TreeAnswers(const Model& model, const TreeInput& input) : model_(model), input_(input) {
    const at::NoGradGuard no_gradients;
    ForwardPass pass;
    const Parameters& p = model.parameters;
    nodes_ = model.encoder->encode(p, input, pass);
    projected_ = model.policy.project(p, nodes_);
    const Tensor states = model.policy.pool(nodes_, input);
    steps_left_ = to_vector(model.policy.value().steps_left(p, states, pass));
    first_.log_prob = to_vector(model.policy.class_logits(p, states, pass).log_softmax(1));
    for (std::size_t state = 0; state < input.states(); ++state) {
      first_.offset.push_back(first_.offset.back() + static_cast<std::int64_t>(kActionClasses));
      prefixes_.push_back({.state = state, .length = 0});
    }
    vectors_ = to_vector(states);
  }

  std::span<const float> steps_left() const override { return steps_left_; }
  const Choices& first() override { return first_; }

  const Choices& extend(std::span<const Extension> extensions) override {
    const at::NoGradGuard no_gradients;
    const auto width = static_cast<std::size_t>(model_.policy.state_width());
    std::vector<RowRange> ranges;
    for (const Extension& extension : extensions) {
      const Prefix before = prefixes_[extension.prefix];
      INEQ_CHECK(before.length < kMaxOperands);
      ranges.push_back(nodes_of(input_, before.state));
      prefixes_.push_back({.state = before.state, .length = before.length + 1});
    }
    const std::size_t first = vectors_.size();
    vectors_.resize(first + extensions.size() * width);
    next_.offset = offsets(ranges);
    next_.log_prob.resize(static_cast<std::size_t>(next_.offset.back()));
    for (std::size_t length = 0; length < kMaxOperands; ++length) {
      std::vector<std::size_t> group;
      for (std::size_t i = 0; i < extensions.size(); ++i) {
        if (prefixes_[extensions[i].prefix].length == length) group.push_back(i);
      }
      if (!group.empty()) extend_group(extensions, group, length, ranges, first);
    }
    segment_log_softmax(next_.log_prob, next_.offset);
    return next_;
  }

 private:
  struct Prefix {
    std::size_t state;
    std::size_t length;
  };

  // Extends the prefixes of one length: computes their new vectors, and the scores of nodes.
  void extend_group(std::span<const Extension> extensions, std::span<const std::size_t> group,
                    std::size_t length, std::span<const RowRange> ranges, std::size_t first) {
    const Parameters& p = model_.parameters;
    const auto width = static_cast<std::size_t>(model_.policy.state_width());
    Tensor before =
        at::empty({static_cast<std::int64_t>(group.size()), model_.policy.state_width()});
    Index choices;
    std::vector<RowRange> group_ranges;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const Extension& extension = extensions[group[i]];
      std::copy_n(vectors_.data() + extension.prefix * width, width,
                  before.data_ptr<float>() + i * width);
      const auto nodes = static_cast<Choice>(ranges[group[i]].begin);
      choices.push_back(length == 0 ? extension.choice : nodes + extension.choice);
      group_ranges.push_back(ranges[group[i]]);
    }
    before = before.to(nodes_.options());
    const Tensor after = length == 0 ? model_.policy.choose_class(p, before, choices)
                                     : model_.policy.choose_operand(
                                           p, before, take_rows(nodes_, choices), length - 1);
    ForwardPass pass;
    const Tensor scores =
        to_host(score_rows(model_.policy.keys(p, after, length, pass), projected_, group_ranges));
    const Tensor vectors = to_host(after);
    const float* score = scores.data_ptr<float>();
    for (std::size_t i = 0; i < group.size(); ++i) {
      std::copy_n(vectors.data_ptr<float>() + i * width, width,
                  vectors_.data() + first + group[i] * width);
      const std::int64_t count = group_ranges[i].end - group_ranges[i].begin;
      std::copy_n(score, count, next_.log_prob.data() + next_.offset[group[i]]);
      score += count;
    }
  }

  const Model& model_;
  const TreeInput& input_;
  Tensor nodes_;      // [nodes, width]
  Tensor projected_;  // [nodes, head]
  std::vector<float> steps_left_;
  Choices first_;
  Choices next_;
  std::vector<Prefix> prefixes_;
  std::vector<float> vectors_;  // the vector of the state after each prefix
};

// The choice of one operand, for those samples that have it. All numbers that a gradient refers to
// are here, so turns must live until it is computed.
struct Turn {
  std::vector<std::size_t> sample;
  Index before;                  // the place of each sample in the turn before this one
  Index chosen;                  // the node of the batch that was chosen in that turn
  Index target;                  // the node of the state to choose now
  std::vector<RowRange> ranges;  // the nodes to choose from
  std::vector<std::int64_t> offset;
};

// The turn of operand number `operand`, from 0; `last` is the turn before.
Turn make_turn(const Samples& samples, std::size_t operand, const std::vector<std::size_t>& last) {
  const TreeInput& input = trees(*samples.input);
  Turn out;
  for (std::size_t i = 0; i < last.size(); ++i) {
    const std::span<const Choice> choices = samples.choices(last[i]);
    if (choices.size() <= operand + 1) continue;
    const RowRange nodes = nodes_of(input, last[i]);
    out.sample.push_back(last[i]);
    out.before.push_back(static_cast<std::int32_t>(i));
    if (operand > 0) {
      out.chosen.push_back(static_cast<std::int32_t>(nodes.begin) + choices[operand]);
    }
    out.target.push_back(choices[operand + 1]);
    out.ranges.push_back(nodes);
  }
  out.offset = offsets(out.ranges);
  return out;
}

// What the samples choose: a class each, and operands.
struct Targets {
  explicit Targets(const Samples& samples) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < samples.input->states(); ++i) {
      all.push_back(i);
      classes.push_back(samples.choices(i).empty() ? kNoTarget : samples.choices(i)[0]);
      class_offset.push_back(class_offset.back() + static_cast<std::int64_t>(kActionClasses));
    }
    for (std::size_t operand = 0; operand < kMaxOperands; ++operand) {
      Turn turn = make_turn(samples, operand, operand == 0 ? all : turns.back().sample);
      if (turn.sample.empty()) break;
      turns.push_back(std::move(turn));
    }
  }

  Index classes;
  std::vector<std::int64_t> class_offset = {0};
  std::vector<Turn> turns;
};

class TreeNetwork final : public Network {
 public:
  TreeNetwork(const NetworkOptions& options, const at::TensorOptions& device)
      : model_(options, device) {}

  std::span<const Parameter> parameters() const override { return model_.parameters.list(); }
  std::span<float> weights() override { return model_.parameters.weights(); }
  std::span<float> gradient() override { return model_.parameters.gradient(); }
  void initialize(std::uint64_t seed) override { model_.parameters.initialize(seed); }

  std::unique_ptr<Answers> read(const Input& input) const override {
    model_.parameters.refresh();
    return std::make_unique<TreeAnswers>(model_, trees(input));
  }

  Losses learn(const Samples& samples, std::uint64_t seed) override {
    const TreeInput& input = trees(*samples.input);
    model_.parameters.refresh();
    ForwardPass pass(model_.dropout, seed);
    if (samples.only_value) return learn_value(samples, pass);
    const Targets targets(samples);
    const Tensor nodes = model_.encoder->encode(model_.parameters, input, pass);
    const Tensor states = model_.policy.pool(nodes, input);
    std::vector<std::uint8_t> correct;
    const Tensor policy = imitate(targets, nodes, states, pass, correct);
    const Tensor value = model_.policy.value().loss(model_.parameters, states, samples, pass);
    return minimize(model_.parameters, policy, value, samples, correct);
  }

 private:
  Losses learn_value(const Samples& samples, ForwardPass& pass) {
    const TreeInput& input = trees(*samples.input);
    const Tensor states = [&] {
      const at::NoGradGuard no_gradients;
      ForwardPass without_dropout;
      const Tensor nodes = model_.encoder->encode(model_.parameters, input, without_dropout);
      return model_.policy.pool(nodes, input);
    }();
    return model_.policy.value().learn_alone(model_.parameters, states, samples, pass);
  }

  // nodes: [nodes, width], states: [samples, state_width] -> []: the sum of the cross entropies of
  // all choices, each given the right choices before it. Sets correct[i] to whether all choices of
  // sample i are the most probable ones.
  Tensor imitate(const Targets& targets, const Tensor& nodes, const Tensor& states,
                 ForwardPass& pass, std::vector<std::uint8_t>& correct) const {
    const Parameters& p = model_.parameters;
    const Tensor class_logits = model_.policy.class_logits(p, states, pass).view({-1});
    Tensor sum =
        segment_cross_entropy(class_logits, targets.class_offset, targets.classes, correct).sum();
    Index classes = targets.classes;  // any class will do where none is to be chosen
    std::ranges::replace(classes, kNoTarget, 0);
    Tensor state = model_.policy.choose_class(p, states, pass.keep(std::move(classes)));
    const Tensor projected = model_.policy.project(p, nodes);
    for (std::size_t operand = 0; operand < targets.turns.size(); ++operand) {
      const Turn& turn = targets.turns[operand];
      state = take_rows(state, turn.before);
      if (operand > 0) {
        const Tensor chosen = take_rows(nodes, turn.chosen);
        state = model_.policy.choose_operand(p, state, chosen, operand - 1);
      }
      const Tensor keys = model_.policy.keys(p, state, operand, pass);
      const Tensor scores = score_rows(keys, projected, turn.ranges);
      std::vector<std::uint8_t> now;
      sum = sum + segment_cross_entropy(scores, turn.offset, turn.target, now).sum();
      for (std::size_t i = 0; i < now.size(); ++i) correct[turn.sample[i]] &= now[i];
    }
    return sum;
  }

  Model model_;
};

}  // namespace

std::unique_ptr<Network> make_tree_network(const NetworkOptions& options,
                                           const at::TensorOptions& device) {
  return std::make_unique<TreeNetwork>(options, device);
}

}  // namespace ineq
