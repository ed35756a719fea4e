#pragma once
// Where the samples of behaviour cloning come from (paper, Section 4.1): a state of a proof, the
// action that the proof takes there, and the number of steps left. Samples for the value alone are
// states that an agent or a search came through, with the number of steps left.
//
// Sample number i is a pure function of i, the seed and the options, so neither the number of
// threads nor an interruption changes what a network sees. Theorems reach the network as actions;
// no text is written or read on the way.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/network.h"
#include "agents/training_theorems.h"
#include "files/fields.h"

namespace ineq {

enum class Targets : std::uint8_t {
  kGenerated,  // the proofs of the generator
  kShortest,   // shorter proofs, where best-first search finds one
};
inline constexpr std::string_view kTargetNames[] = {"generated", "shortest"};
std::string_view to_string(Targets targets);
template <>
inline constexpr std::size_t kEnumerators<Targets> = std::size(kTargetNames);

struct SampleOptions {
  Targets targets = Targets::kGenerated;
  std::size_t largest = 200;  // nodes of a state; larger ones are not learned from
  std::size_t problems = 0;
  std::size_t epochs = 10;
  std::size_t episodes = 1000;
  std::size_t episode_steps = 15;
};
template <typename OptionsOrConst, typename Visit>
requires FieldsOf<OptionsOrConst, SampleOptions>
void visit_fields(OptionsOrConst& o, const Visit& visit) {
  visit("targets", o.targets,
        "The proofs to imitate: generated, or shortest, which searches for shorter ones");
  visit("largest", o.largest, "Maximum number of nodes of a state to learn from");
  visit(
      "problems", o.problems,
      "Generate N theorems, go through their steps for some epochs, and then generate the next N, "
      "as the paper does with 1000; 0: a new theorem for every sample");
  visit("epochs", o.epochs, "The number of epochs with --problems");
  visit("episodes", o.episodes, "Number of episodes to play with --value");
  visit("episode_steps", o.episode_steps, "Maximum number of steps of an episode");
}

struct SampleRequest {
  std::vector<WeightedSpecification> specifications;
  std::vector<std::string> files = {};    // of records with proofs, to learn from instead
  std::vector<std::string> detours = {};  // with `files`: also states beside the proofs
  SampleOptions options = {};
  std::uint64_t seed = 1;
  bool hold_out = true;  // leave out the goals of the frozen test and validation sets
};

// For one thread. The state, the terms and the rules are valid until the next call.
class SampleSource {
 public:
  struct Sample {
    Bank* bank = nullptr;
    RuleSet rule_set = RuleSet::kStandard;
    const Rules* rules = nullptr;
    const State* state = nullptr;
    std::optional<Action> action = {};  // nothing: the sample is for the value alone
    std::size_t steps_left = 0;
  };

  virtual ~SampleSource() = default;
  // If a sample cannot be used, the next `attempt` gives another one.
  virtual Sample draw(std::uint64_t index, std::uint64_t attempt) = 0;
  virtual std::unique_ptr<SampleSource> clone() const = 0;  // for another thread
};

// Throws Error if the request is impossible or a file cannot be used.
std::unique_ptr<SampleSource> make_sample_source(const SampleRequest& request);
void require_possible(const SampleRequest& request);  // throws Error

// Makes the samples first, first + 1, …, first + count - 1.
Samples make_samples(SampleSource& source, const NetworkOptions& network,
                     const SampleOptions& options, std::uint64_t first, std::size_t count);

}  // namespace ineq
