// ineq_fuzz: the agreement test for arbitrarily long runs. It runs slices of random steps and
// damaged texts until the requested number of steps is reached or something disagrees. In that case
// it prints the difference and the slice that reproduces it. With --pool it drives pools of
// environments instead, and with --false it searches for proofs of false statements, with --agent
// by a network.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "agents/agent.h"
#include "agents/load_network.h"
#include "base/hash.h"
#include "support/false_statements.h"
#include "support/fuzz.h"

namespace {

constexpr std::uint64_t kSlice = 10'000;

// Calls slice(seed, steps) until `done` reaches the number of steps.
template <typename Slice>
void run(std::uint64_t seed, std::uint64_t steps, const std::uint64_t& done, const Slice& slice) {
  const bool terminal = isatty(STDERR_FILENO) == 1;
  for (std::uint64_t number = 0; done < steps; ++number) {
    slice(ineq::mix(seed) + number, std::min(kSlice, steps - done));
    if (terminal) fmt::print(stderr, "\r{} of {} steps", done, steps);
  }
  if (terminal) fmt::print(stderr, "\n");
}

void fuzz_assistant(std::uint64_t seed, std::uint64_t steps) {
  ineq::FuzzCounts counts;
  ineq::FuzzTextCounts texts;
  run(seed, steps, counts.steps, [&](std::uint64_t slice_seed, std::uint64_t slice_steps) {
    counts += ineq::fuzz(slice_seed, slice_steps);
    texts += ineq::fuzz_text(slice_seed, kSlice / 10);
  });
  fmt::print("{} steps, {} changed the state, {} theorems, {} proven, {} facts derived\n",
             counts.steps, counts.outcomes[0] + counts.outcomes[1], counts.theorems, counts.proven,
             counts.derived);
  fmt::print("{} checks of truth at points; {} texts read, {} refused\n", counts.evaluated,
             texts.read, texts.refused);
}

void fuzz_pools(std::uint64_t seed, std::uint64_t steps) {
  ineq::FuzzPoolCounts counts;
  run(seed, steps, counts.steps, [&](std::uint64_t slice_seed, std::uint64_t slice_steps) {
    counts += ineq::fuzz_pool(slice_seed, slice_steps);
  });
  fmt::print("{} steps in pools, {} by text, {} changed the state\n", counts.steps, counts.texts,
             counts.changed);
  fmt::print("{} episodes, {} proven, {} truncated; {} calls refused, {} masks, {} restored\n",
             counts.begun, counts.proven, counts.truncated, counts.refused, counts.masks,
             counts.restored);
  fmt::print("{} batches were the same with other threads\n", counts.twins);
}

// A network that acts: of a training run, or a small one with random weights.
struct LearnedAgent {
  explicit LearnedAgent(const std::string& name) {
    if (const auto kind = ineq::find_network(name)) {
      options = ineq::small_network(*kind);
      options.width = 16;
      options.layers = 2;
      random = ineq::make_network(options);
      random->initialize(1);
    } else {
      trained.emplace(name);
      options = trained->config().network;
    }
  }
  const ineq::Network& network() const { return random ? *random : trained->network(); }

  ineq::NetworkOptions options;
  std::unique_ptr<ineq::Network> random;
  std::optional<ineq::Agent> trained;
};

// Returns whether no false statement was proven. The agent may be null.
bool search_false(std::uint64_t seed, std::uint64_t statements, const LearnedAgent* agent) {
  constexpr std::uint64_t kStatements = 100;  // per slice
  const bool terminal = isatty(STDERR_FILENO) == 1;
  ineq::SearchLimits limits;
  limits.nodes = agent == nullptr ? 200 : 30;  // a network takes longer
  ineq::FalseCounts all;
  for (std::uint64_t number = 0; all.statements < statements; ++number) {
    const std::uint64_t count = std::min(kStatements, statements - all.statements);
    const std::uint64_t slice_seed = ineq::mix(seed) + number;
    all += agent == nullptr ? ineq::search_false_statements(slice_seed, count, limits)
                            : ineq::search_false_statements(slice_seed, count, limits,
                                                            agent->network(), agent->options);
    if (terminal) fmt::print(stderr, "\r{} of {} statements", all.statements, statements);
  }
  if (terminal) fmt::print(stderr, "\n");
  fmt::print("{} false statements searched, {} states expanded, {} generated: {} proven\n",
             all.statements, all.counts.expanded, all.counts.generated, all.proven);
  fmt::print("{} of {} equations given to the model were refuted\n", all.refuted, all.equations);
  return all.proven == 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t steps = 10'000'000;
  std::uint64_t seed = 1;
  bool pool = false;
  std::uint64_t wrong = 0;
  std::string agent;
  CLI::App app("Compares the proof assistant with its naive version on random input.");
  app.add_option("--steps", steps, "Number of actions to apply")->capture_default_str();
  app.add_option("--seed", seed, "Random seed")->capture_default_str();
  app.add_flag("--pool", pool, "Compare pools of environments with single episodes");
  app.add_option("--false", wrong, "Search for proofs of N false statements instead");
  app.add_option(
      "--agent", agent,
      "With --false: search with this training run, or with a small network of this kind "
      "and random weights");
  CLI11_PARSE(app, argc, argv);
  try {
    if (wrong > 0) {
      std::optional<LearnedAgent> learned;
      if (!agent.empty()) learned.emplace(agent);
      return search_false(seed, wrong, learned ? &*learned : nullptr) ? 0 : 1;
    }
    pool ? fuzz_pools(seed, steps) : fuzz_assistant(seed, steps);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}{}\n", isatty(STDERR_FILENO) == 1 ? "\n" : "", error.what());
    return 1;
  }
}
