// The network `dag` (docs/agents.md): message passing over merged terms with typed edges, one
// softmax over all pairs of a place and an action class, further operands by pointing at nodes, and
// the number of steps left. The options `typed_edges`, `residual` and `joint` turn parts of it off.
//
// In comments on shapes, n counts nodes, p places, b states, d is the width and c the classes.

#include <ATen/ATen.h>

#include <cmath>
#include <string>
#include <utility>

#include "agents/dag_input.h"
#include "base/error.h"
#include "networks/device.h"
#include "networks/forward_pass.h"
#include "networks/kernels.h"
#include "networks/networks.h"
#include "networks/parameters.h"
#include "networks/value_head.h"

namespace ineq {
namespace {

using at::Tensor;

constexpr auto kClasses = static_cast<std::int64_t>(kActionClasses);
constexpr float kContextDecay = 0.8f;  // per level between a place and what is above it
constexpr double kEmbeddingBound = 0.5;
// By how much a round makes vectors longer at initialisation, if nothing normalises them; measured
// on generated theorems.
constexpr double kGrowth = 1.25, kUntypedGrowth = 1.6;
// The parts of a first choice.
constexpr std::size_t place_of(Choice pair) {
  return static_cast<std::size_t>(pair) / kActionClasses;
}
constexpr std::size_t class_of(Choice pair) {
  return static_cast<std::size_t>(pair) % kActionClasses;
}

struct Mlp {
  Linear hidden, out;

  static Mlp add(Parameters& p, const std::string& name, std::int64_t out, std::int64_t in,
                 std::int64_t hidden) {
    return {Linear::add(p, name + ".hidden", hidden, in),
            Linear::add(p, name + ".out", out, hidden)};
  }
  Tensor operator()(const Parameters& p, const Tensor& x) const {
    return out(p, at::relu(hidden(p, x)));
  }
};

class DagNetwork : public ParameterNetwork {
 public:
  DagNetwork(const NetworkOptions& options, const at::TensorOptions& device);

  std::unique_ptr<Answers> read(const Input& input) const override;
  Losses learn(const Samples& samples, std::uint64_t seed) override;

  // What the network computes of every state.
  struct Encoded {
    Tensor nodes;   // [n, d]
    Tensor state;   // [b, 2 d]
    Tensor places;  // [p, d]
    Tensor pairs;   // [p * c]: logits; unless `joint`, log-probabilities
  };
  Encoded encode(const DagInput& input, ForwardPass& pass) const;
  // -> [b]
  Tensor steps_left(const Encoded& encoded) const {
    ForwardPass pass;
    return value_.steps_left(p_, encoded.state, pass);
  }

  // The places where operands are to be chosen, one row per choice.
  struct Pointing {
    std::vector<std::int32_t> place;    // numbers within the batch
    std::vector<std::int32_t> chosen;   // classes
    std::vector<std::int32_t> earlier;  // the node that was chosen before; empty for first operands
    std::vector<std::int32_t> node;     // the candidates of all rows, one row after the other
    std::vector<std::int64_t> offset = {0};

    void add(const DagInput& input, std::size_t state, Choice pair);
  };
  // -> [candidates]: logits
  Tensor point(const Encoded& encoded, const Pointing& pointing) const;

 private:
  struct Round {
    Norm norm;
    Linear gather;
    Parameters::Id global;
    Linear out;
  };

  void add_round(const std::string& name);
  Tensor embed(const DagInput& input) const;
  Tensor pass_messages(const DagInput& input, ForwardPass& pass) const;
  Losses learn_value(const Samples& samples, ForwardPass& pass);

  const std::int64_t d_;
  const bool features_, typed_edges_, residual_, joint_;
  const double dropout_;
  Parameters::Id types_, roles_, rules_;
  std::vector<Round> rounds_;
  Norm last_norm_, place_norm_;
  Parameters::Id above_[2], place_, state_, sides_, partners_;
  Linear hidden_;
  Parameters::Id classes_,
      class_bias_ = 0;  // no bias unless `joint`: all places of a class have it
  Parameters::Id bits_ = 0, class_bits_ = 0;
  Parameters::Id class_vectors_;
  Mlp first_query_, second_query_;
  ValueHead value_;
  Mlp class_;  // unless `joint`
};

DagNetwork::DagNetwork(const NetworkOptions& options, const at::TensorOptions& device)
    : d_(static_cast<std::int64_t>(options.width)),
      features_(options.features),
      typed_edges_(options.typed_edges),
      residual_(options.residual),
      joint_(options.joint),
      dropout_(options.dropout) {
  const auto add_vectors = [&](const char* name, std::size_t count) {
    return p_.add(name, {static_cast<std::int64_t>(count), d_}, {.bound = kEmbeddingBound});
  };
  types_ = add_vectors("types", options.merge ? DagInput::kTypes : kNodeTypes);
  roles_ = add_vectors("roles", DagInput::kRoles);
  rules_ = add_vectors("rules", std::size(kRuleSets));
  for (std::size_t i = 0; i < options.layers; ++i) add_round("round" + std::to_string(i));
  if (residual_) last_norm_ = Norm::add(p_, "norm", d_);
  above_[0] = p_.add_matrix(typed_edges_ ? "place.above_left" : "place.above", d_, d_);
  above_[1] = typed_edges_ ? p_.add_matrix("place.above_right", d_, d_) : above_[0];
  place_ = p_.add_matrix("place.node", d_, d_);
  state_ = p_.add_matrix("place.state", d_, 2 * d_);
  sides_ = add_vectors("place.sides", DagInput::kSides);
  partners_ = add_vectors("place.partners", DagInput::kPartners);
  place_norm_ = Norm::add(p_, "place.norm", d_);
  hidden_ = Linear::add(p_, "pair.hidden", d_, d_);
  classes_ = p_.add_matrix("pair.classes.weight", kClasses, d_);
  if (joint_) class_bias_ = p_.add_zeros("pair.classes.bias", {kClasses});
  if (features_) {
    constexpr auto kBits = static_cast<std::int64_t>(DagInput::kFeatures);
    bits_ = p_.add_matrix("pair.features", kBits, d_);
    class_bits_ = p_.add_zeros("pair.class_features", {kClasses, kBits});
  }
  class_vectors_ = add_vectors("point.classes", kActionClasses);
  first_query_ = Mlp::add(p_, "point.first", d_, d_, d_);
  second_query_ = Mlp::add(p_, "point.second", d_, 2 * d_, d_);
  value_ = ValueHead::add(p_, options, 2 * d_, d_);
  if (!joint_) class_ = Mlp::add(p_, "class", kClasses, 2 * d_, d_);
  p_.finish(device);
}

void DagNetwork::add_round(const std::string& name) {
  const double growth = typed_edges_ ? kGrowth : kUntypedGrowth;
  const double first = residual_ ? 1 : kReluScale / growth;
  rounds_.push_back(
      {.norm = residual_ ? Norm::add(p_, name + ".norm", d_) : Norm(),
       .gather = Linear::add(p_, name + ".gather", d_, (typed_edges_ ? 5 : 2) * d_, first),
       .global = p_.add_matrix(name + ".global", d_, d_, first),
       .out = Linear::add(p_, name + ".out", d_, d_, residual_ ? 0.5 : kReluScale)});
}

// -> [n, d]
Tensor DagNetwork::embed(const DagInput& input) const {
  return take_rows(p_[types_], input.type) + take_rows(p_[roles_], input.role) +
         spread(take_rows(p_[rules_], input.rule_set), input.node_offset);
}

// -> [n, d]
Tensor DagNetwork::pass_messages(const DagInput& input, ForwardPass& pass) const {
  const Neighbours neighbours{.left = input.left,
                              .right = input.right,
                              .parent = {input.parent[0], input.parent[1]},
                              .parent_offset = {input.parent_offset[0], input.parent_offset[1]}};
  const auto gather = typed_edges_ ? gather_neighbours : gather_untyped_neighbours;
  Tensor h = embed(input);
  for (const Round& round : rounds_) {
    const Tensor x = residual_ ? round.norm(p_, h) : h;
    const Tensor mean = segment_sum(x, input.node_offset, true);
    const Tensor global = at::matmul(mean, p_[round.global].t());
    const Tensor y = round.gather(p_, gather(x, neighbours)) + spread(global, input.node_offset);
    const Tensor out = round.out(p_, pass.drop(at::relu(y)));
    h = residual_ ? h + out : at::relu(out);
  }
  return residual_ ? last_norm_(p_, h) : h;
}

// x: [n, d] -> [b, 2 d]
Tensor state_of(const Tensor& x, const DagInput& input) {
  return at::cat({segment_sum(x, input.node_offset, true), take_rows(x, input.first_goal)}, 1);
}

DagNetwork::Encoded DagNetwork::encode(const DagInput& input, ForwardPass& pass) const {
  const Tensor x = pass_messages(input, pass);
  const Tensor state = state_of(x, input);
  const Tensor above_right = at::matmul(x, p_[above_[1]].t());
  const Tensor above_left = typed_edges_ ? at::matmul(x, p_[above_[0]].t()) : above_right;
  const Tensor context = gather_contexts(
      above_left, above_right,
      {.node = input.place_node, .parent = input.place_parent, .slot = input.place_slot},
      kContextDecay);
  const Tensor place = take_rows(at::matmul(x, p_[place_].t()), input.place_node) + context +
                       spread(at::matmul(state, p_[state_].t()), input.place_offset) +
                       take_rows(p_[sides_], input.place_side) +
                       take_rows(p_[partners_], input.place_partner);
  const Tensor o = at::relu(place_norm_(p_, place));
  const Tensor hidden = pass.drop(at::relu(hidden_(p_, o)));
  Tensor pairs = joint_ ? at::addmm(p_[class_bias_], hidden, p_[classes_].t())
                        : at::matmul(hidden, p_[classes_].t());
  if (features_) {
    const Tensor scores = at::matmul(hidden, p_[bits_].t());
    pairs = pairs + sum_set_bits(scores, p_[class_bits_], input.feature);
  }
  if (!joint_) {
    const Tensor classes = at::log_softmax(class_(p_, state), 1);
    pairs = spread(classes, input.place_offset) + log_softmax_columns(pairs, input.place_offset);
  }
  return {.nodes = x, .state = state, .places = o, .pairs = pairs.reshape({-1})};
}

void DagNetwork::Pointing::add(const DagInput& input, std::size_t state, Choice pair) {
  place.push_back(static_cast<std::int32_t>(input.place_offset[state]) +
                  static_cast<std::int32_t>(place_of(pair)));
  chosen.push_back(static_cast<std::int32_t>(class_of(pair)));
  for (std::int64_t i = input.node_offset[state]; i < input.node_offset[state + 1]; ++i) {
    node.push_back(static_cast<std::int32_t>(i));
  }
  offset.push_back(static_cast<std::int64_t>(node.size()));
}

Tensor DagNetwork::point(const Encoded& encoded, const Pointing& pointing) const {
  const Tensor place =
      take_rows(encoded.places, pointing.place) + take_rows(p_[class_vectors_], pointing.chosen);
  const Tensor query =
      pointing.earlier.empty()
          ? first_query_(p_, place)
          : second_query_(p_, at::cat({place, take_rows(encoded.nodes, pointing.earlier)}, 1));
  const Tensor candidates = take_rows(encoded.nodes, pointing.node);
  return (spread(query, pointing.offset) * candidates).sum(1) / std::sqrt(static_cast<double>(d_));
}

// Segments of pairs: where those of each state begin.
std::vector<std::int64_t> pair_offsets(const DagInput& input) {
  std::vector<std::int64_t> out;
  for (const std::int64_t offset : input.place_offset) out.push_back(offset * kClasses);
  return out;
}

Losses DagNetwork::learn_value(const Samples& samples, ForwardPass& pass) {
  const auto& input = static_cast<const DagInput&>(*samples.input);
  const Tensor state = [&] {
    const at::NoGradGuard guard;
    ForwardPass without_dropout;
    return state_of(pass_messages(input, without_dropout), input);
  }();
  return value_.learn_alone(p_, state, samples, pass);
}

Losses DagNetwork::learn(const Samples& samples, std::uint64_t seed) {
  const auto& input = static_cast<const DagInput&>(*samples.input);
  p_.refresh();
  ForwardPass pass(dropout_, seed);
  if (samples.only_value) return learn_value(samples, pass);
  const Encoded encoded = encode(input, pass);
  std::vector<std::int32_t> pairs;
  Pointing pointing[2];
  std::vector<std::int32_t> targets[2];
  std::vector<std::size_t> owners[2];
  for (std::size_t i = 0; i < input.states(); ++i) {
    const std::span<const Choice> choices = samples.choices(i);
    pairs.push_back(choices.empty() ? kNoTarget : choices[0]);
    for (std::size_t k = 0; k + 1 < choices.size(); ++k) {
      INEQ_CHECK(k < 2);
      pointing[k].add(input, i, choices[0]);
      if (k > 0) {
        pointing[k].earlier.push_back(static_cast<std::int32_t>(input.node_offset[i]) + choices[k]);
      }
      targets[k].push_back(choices[k + 1]);
      owners[k].push_back(i);
    }
  }
  std::vector<std::uint8_t> correct, correct_operand;
  const std::vector<std::int64_t> offsets = pair_offsets(input);
  Tensor policy = segment_cross_entropy(encoded.pairs, offsets, pairs, correct).sum();
  for (std::size_t k = 0; k < 2; ++k) {
    if (targets[k].empty()) continue;
    policy = policy + segment_cross_entropy(point(encoded, pointing[k]), pointing[k].offset,
                                            targets[k], correct_operand)
                          .sum();
    for (std::size_t i = 0; i < owners[k].size(); ++i) {
      correct[owners[k][i]] &= correct_operand[i];
    }
  }
  return minimize(p_, policy, value_.loss(p_, encoded.state, samples, pass), samples, correct);
}

class DagAnswers : public Answers {
 public:
  DagAnswers(const DagNetwork& network, const DagInput& input)
      : network_(network), input_(input), encoded_(encode(network, input)) {
    const Tensor pairs = to_host(encoded_.pairs);
    first_.log_prob.assign(pairs.data_ptr<float>(), pairs.data_ptr<float>() + pairs.numel());
    first_.offset = pair_offsets(input);
    segment_log_softmax(first_.log_prob, first_.offset);
    const Tensor steps = to_host(network.steps_left(encoded_));
    steps_left_.assign(steps.data_ptr<float>(), steps.data_ptr<float>() + steps.numel());
    for (std::size_t i = 0; i < input.states(); ++i) prefixes_.push_back({.state = i});
  }

  std::span<const float> steps_left() const override { return steps_left_; }
  const Choices& first() override { return first_; }
  const Choices& extend(std::span<const Extension> extensions) override;

 private:
  static DagNetwork::Encoded encode(const DagNetwork& network, const DagInput& input) {
    ForwardPass pass;
    return network.encode(input, pass);
  }

  struct Prefix {
    std::size_t state;
    std::size_t length = 0;
    Choice pair = 0;
    Choice node = 0;  // the first operand, if the length is 2
  };

  const DagNetwork& network_;
  const DagInput& input_;
  const DagNetwork::Encoded encoded_;
  Choices first_, next_;
  std::vector<float> steps_left_;
  std::vector<Prefix> prefixes_;
};

const Choices& DagAnswers::extend(std::span<const Extension> extensions) {
  const at::NoGradGuard guard;
  next_ = {};
  // First and second operands have queries of their own, so each kind is computed together.
  std::vector<std::size_t> kinds[2];
  const std::size_t begin = prefixes_.size();
  for (const Extension& extension : extensions) {
    Prefix prefix = prefixes_[extension.prefix];
    (prefix.length == 0 ? prefix.pair : prefix.node) = extension.choice;
    ++prefix.length;
    INEQ_CHECK(prefix.length <= 2);
    kinds[prefix.length - 1].push_back(prefixes_.size() - begin);
    prefixes_.push_back(prefix);
  }
  std::vector<std::vector<float>> found(extensions.size());
  for (std::size_t kind = 0; kind < 2; ++kind) {
    if (kinds[kind].empty()) continue;
    DagNetwork::Pointing pointing;
    for (const std::size_t i : kinds[kind]) {
      const Prefix& prefix = prefixes_[begin + i];
      pointing.add(input_, prefix.state, prefix.pair);
      if (kind == 0) continue;
      pointing.earlier.push_back(static_cast<std::int32_t>(input_.node_offset[prefix.state]) +
                                 prefix.node);
    }
    const Tensor logits = to_host(network_.point(encoded_, pointing));
    const std::span<float> all(logits.data_ptr<float>(), static_cast<std::size_t>(logits.numel()));
    segment_log_softmax(all, pointing.offset);
    for (std::size_t k = 0; k < kinds[kind].size(); ++k) {
      found[kinds[kind][k]].assign(all.begin() + pointing.offset[k],
                                   all.begin() + pointing.offset[k + 1]);
    }
  }
  for (const std::vector<float>& logs : found) {
    next_.log_prob.insert(next_.log_prob.end(), logs.begin(), logs.end());
    next_.offset.push_back(static_cast<std::int64_t>(next_.log_prob.size()));
  }
  return next_;
}

std::unique_ptr<Answers> DagNetwork::read(const Input& input) const {
  const at::NoGradGuard guard;
  p_.refresh();
  return std::make_unique<DagAnswers>(*this, static_cast<const DagInput&>(input));
}

}  // namespace

std::unique_ptr<Network> make_dag_network(const NetworkOptions& options,
                                          const at::TensorOptions& device) {
  return std::make_unique<DagNetwork>(options, device);
}

}  // namespace ineq
