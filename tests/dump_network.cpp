// ineq_dump_network OPTIONS SEED FILE: writes what a network computes, for a comparison with other
// implementations of the same network (python/tests/test_twins.py).
//
// OPTIONS are those of the network, as JSON. The weights are random, and so are the samples: steps
// of generated proofs under all rule sets. FILE is an archive of arrays (files/npz.h), whose
// manifest has the options:
//
//   input/...            the arrays of the input that the network reads
//   samples/...          the choices to imitate, where those of each sample begin, the steps left
//   weights/..., gradient/...    by the names of the parameters
//   losses/...           as learn() reports them
//   answers/steps_left   one per sample
//   answers/log_prob     of everything that can be chosen, for each choice of each sample, given
//                        the choices before it; asked choice by choice, for all samples at once
//
// Exits with code 77 if this build has no networks.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agents/dag_input.h"
#include "agents/load_network.h"
#include "agents/sample_source.h"
#include "agents/text_input.h"
#include "agents/tree_input.h"
#include "base/rng.h"
#include "files/field_json.h"
#include "files/npz.h"

namespace ineq {
namespace {

constexpr std::size_t kSamples = 24;
constexpr int kNoNetworks = 77;

class Dump {
 public:
  void add(std::string name, std::span<const float> values, std::vector<std::int64_t> shape) {
    archive_.arrays.push_back({std::move(name), std::move(shape), {values.begin(), values.end()}});
  }
  void add(std::string name, std::span<const float> values) {
    add(std::move(name), values, {static_cast<std::int64_t>(values.size())});
  }
  // Whole numbers, which the format has only as floats.
  template <typename Numbers>
  void add_numbers(std::string name, const Numbers& numbers) {
    std::vector<float> values;
    for (const auto number : numbers) {
      INEQ_CHECK(static_cast<std::int64_t>(number) < 1 << 24);  // which are exact
      values.push_back(static_cast<float>(number));
    }
    add(std::move(name), values);
  }
  // A flat array of the network, cut into its parameters.
  void add_parameters(const std::string& folder, std::span<const Parameter> parameters,
                      std::span<const float> values) {
    for (const Parameter& parameter : parameters) {
      add(folder + "/" + parameter.name, values.subspan(parameter.offset, parameter.size),
          parameter.shape);
    }
  }
  void write(const std::string& path, const NetworkOptions& options) {
    archive_.manifest = fields_to_json(options).dump();
    write_npz(path, archive_);
  }

 private:
  NpzArchive archive_;
};

void add_input(const DagInput& input, Dump& out) {
  out.add_numbers("input/type", input.type);
  out.add_numbers("input/role", input.role);
  out.add_numbers("input/left", input.left);
  out.add_numbers("input/right", input.right);
  for (const std::size_t side : {0u, 1u}) {
    out.add_numbers(fmt::format("input/parent{}", side), input.parent[side]);
    out.add_numbers(fmt::format("input/parent_offset{}", side), input.parent_offset[side]);
  }
  out.add_numbers("input/place_node", input.place_node);
  out.add_numbers("input/place_parent", input.place_parent);
  out.add_numbers("input/place_slot", input.place_slot);
  out.add_numbers("input/place_side", input.place_side);
  out.add_numbers("input/place_partner", input.place_partner);
  out.add_numbers("input/feature", input.feature);
  out.add_numbers("input/rule_set", input.rule_set);
  out.add_numbers("input/first_goal", input.first_goal);
  out.add_numbers("input/node_offset", input.node_offset);
  out.add_numbers("input/place_offset", input.place_offset);
}

void add_input(const TreeInput& input, Dump& out) {
  out.add_numbers("input/type", input.graph.type);
  out.add_numbers("input/statement", input.graph.statement);
  out.add_numbers("input/is_goal", input.graph.is_goal);
  out.add_numbers("input/node_offset", input.graph.node_offset);
  out.add_numbers("input/parent", input.parent);
  out.add_numbers("input/left", input.left);
  out.add_numbers("input/right", input.right);
  out.add_numbers("input/place", input.place);
  out.add_numbers("input/height", input.height);
  out.add_numbers("input/depth", input.depth);
  out.add_numbers("input/part_offset", input.part_offset);
  out.add_numbers("input/rule_set", input.rule_set);
}

void add_input(const TextInput& input, Dump& out) {
  out.add_numbers("input/token", input.token());
  out.add_numbers("input/offset", input.offset());
}

void add_input(NetworkKind kind, const Input& input, Dump& out) {
  switch (kind) {
    case NetworkKind::kDag:
      return add_input(dynamic_cast<const DagInput&>(input), out);
    case NetworkKind::kGin:
    case NetworkKind::kTreeLstm:
    case NetworkKind::kBow:
      return add_input(dynamic_cast<const TreeInput&>(input), out);
    case NetworkKind::kTransformer:
      return add_input(dynamic_cast<const TextInput&>(input), out);
  }
}

Samples draw_samples(const NetworkOptions& options, std::uint64_t seed) {
  SampleRequest request{.specifications = {}, .seed = seed, .hold_out = false};
  for (const RuleSet set : kRuleSets) {
    const Specification specification{.rules = set, .k = 3, .l = 5, .order_trials = 1000};
    request.specifications.push_back({.weight = 1, .specification = specification});
  }
  return make_samples(*make_sample_source(request), options, request.options, 0, kSamples);
}

// Some weights are the same for all seeds, such as biases, which are zero. These are moved too, so
// that all of them matter.
void randomize(Network& network, std::uint64_t seed) {
  network.initialize(seed);
  Rng rng(seed);
  for (float& weight : network.weights()) weight += static_cast<float>(0.2 * rng.unit() - 0.1);
}

void add_answers(const Network& network, const Samples& samples, Dump& out) {
  const auto answers = network.read(*samples.input);
  const std::size_t count = samples.input->states();
  std::vector<std::vector<float>> log_prob(count);
  std::vector<std::size_t> open(count), prefix(count);  // the samples that are not complete
  for (std::size_t i = 0; i < count; ++i) open[i] = prefix[i] = i;
  std::size_t prefixes = count;
  const Choices* choices = &answers->first();
  for (std::size_t place = 0; !open.empty(); ++place) {
    std::vector<Answers::Extension> extensions;
    std::vector<std::size_t> still_open;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::size_t sample = open[i];
      const std::span<const float> now = choices->of(i);
      log_prob[sample].insert(log_prob[sample].end(), now.begin(), now.end());
      const std::span<const Choice> wanted = samples.choices(sample);
      if (place + 1 == wanted.size()) continue;
      extensions.push_back({prefix[sample], wanted[place]});
      prefix[sample] = prefixes++;
      still_open.push_back(sample);
    }
    if (!extensions.empty()) choices = &answers->extend(extensions);
    open = still_open;
  }
  std::vector<float> all;
  for (const auto& numbers : log_prob) all.insert(all.end(), numbers.begin(), numbers.end());
  out.add("answers/log_prob", all);
  out.add("answers/steps_left", answers->steps_left());
}

void add_losses(const Losses& losses, Dump& out) {
  const auto add = [&](const char* name, double value) {
    const auto number = static_cast<float>(value);
    out.add(name, {&number, 1}, {});
  };
  add("losses/total", losses.total);
  add("losses/policy", losses.policy);
  add("losses/value", losses.value);
  add("losses/accuracy", losses.accuracy);
}

void dump(const NetworkOptions& options, std::uint64_t seed, const std::string& path) {
  const auto network = make_network(options);
  randomize(*network, seed);
  const Samples samples = draw_samples(options, seed);
  Dump out;
  add_input(options.network, *samples.input, out);
  out.add_numbers("samples/choice", samples.choice);
  out.add_numbers("samples/choice_offset", samples.choice_offset);
  out.add("samples/steps_left", samples.steps_left);
  out.add_parameters("weights", network->parameters(), network->weights());
  add_losses(network->learn(samples, seed), out);
  out.add_parameters("gradient", network->parameters(), network->gradient());
  add_answers(*network, samples, out);
  out.write(path, options);
}

}  // namespace
}  // namespace ineq

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: ineq_dump_network OPTIONS SEED FILE\n");
    return 2;
  }
  if (!ineq::has_networks()) return ineq::kNoNetworks;
  try {
    ineq::NetworkOptions options;
    ineq::fields_from_json(nlohmann::ordered_json::parse(argv[1]), options);
    ineq::dump(options, ineq::read_whole(argv[2], {}), argv[3]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "ineq_dump_network: {}\n", error.what());
    return 2;
  }
}
