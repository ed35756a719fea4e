// ineq_dump_network OPTIONS SEED FILE: writes what a network computes, for a comparison with other
// implementations of the same network (python/tests/test_twins.py).
//
// OPTIONS are those of the network, as JSON. The weights are random, and so are the samples: steps
// of generated proofs under all rule sets. FILE has the arrays of support/network_dump.h, with the
// folders `weights` and `gradient`, and in addition
//
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

#include "agents/load_network.h"
#include "agents/sample_source.h"
#include "base/rng.h"
#include "files/field_json.h"
#include "support/network_dump.h"

namespace ineq {
namespace {

constexpr std::size_t kSamples = 24;
constexpr int kNoNetworks = 77;

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

void add_answers(const Network& network, const Samples& samples, NetworkDump& out) {
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

void dump(const NetworkOptions& options, std::uint64_t seed, const std::string& path) {
  const auto network = make_network(options);
  randomize(*network, seed);
  const Samples samples = draw_samples(options, seed);
  NetworkDump out;
  out.add_samples(samples);
  out.add_parameters("weights", network->parameters(), network->weights());
  out.add_losses(network->learn(samples, seed));
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
