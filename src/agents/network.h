#pragma once
// Networks, as the rest of the program sees them. This header knows no tensor library: the networks
// themselves are in src/networks, in a module that is loaded when the first one is made
// (agents/load_network.h). Whatever implements this interface can be trained, evaluated and
// searched with.
//
// All weights are in one flat array, and so are their gradients. Optimisers, checkpoints and
// averages work on these arrays and need to know nothing else about a network.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/input.h"
#include "agents/network_options.h"

namespace ineq {

// A value is the expectation of a distribution over this many numbers of steps, from 0 on.
inline constexpr std::size_t kStepClasses = 32;
// The number of states, and so of problems, that a network reads together when it acts: enough for
// efficient matrix products. The memory of a batch grows with it. It is no option, because answers
// depend on it in the last digits.
inline constexpr std::size_t kTogether = 64;
// How the names of the parameters begin that only the value depends on.
inline constexpr std::string_view kValuePrefix = "value.";

struct Parameter {
  std::string name;
  std::vector<std::int64_t> shape;
  std::size_t offset = 0;  // in the flat array
  std::size_t size = 0;
};

// The choices that can follow several prefixes: those of prefix i are the elements from offset[i]
// to before offset[i + 1].
struct Choices {
  std::vector<float> log_prob;
  std::vector<std::int64_t> offset = {0};

  std::span<const float> of(std::size_t prefix) const {
    const auto begin = static_cast<std::size_t>(offset[prefix]);
    return std::span(log_prob).subspan(begin, static_cast<std::size_t>(offset[prefix + 1]) - begin);
  }
};

// What a network has to say about the states of one input. The policy is asked choice by choice.
// A prefix is a sequence of choices for one state. Prefixes are numbered: the empty ones are those
// of the states, in their order, and each call of extend() numbers its results from there on.
class Answers {
 public:
  virtual ~Answers() = default;

  // The value of each state: the expected number of steps left. Empty if the network has no value.
  virtual std::span<const float> steps_left() const = 0;
  // What can follow the empty prefix of each state.
  virtual const Choices& first() = 0;

  struct Extension {
    std::size_t prefix;
    Choice choice;
  };
  // Extends prefixes by one choice each, and returns what can follow the results. Valid until the
  // next call. No result may be a complete action (Input::is_complete).
  virtual const Choices& extend(std::span<const Extension> extensions) = 0;
};

// Samples to learn from: states with the choices to imitate and the number of steps left. A sample
// without choices is for the value alone.
struct Samples {
  std::unique_ptr<Input> input;
  std::vector<Choice> choice;
  std::vector<std::int64_t> choice_offset = {0};
  std::vector<float> steps_left;
  bool only_value = false;  // change nothing but what only the value depends on

  std::span<const Choice> choices(std::size_t sample) const {
    const auto begin = static_cast<std::size_t>(choice_offset[sample]);
    return std::span(choice).subspan(begin,
                                     static_cast<std::size_t>(choice_offset[sample + 1]) - begin);
  }
};

// Means over the samples of a batch; those of the policy, over the samples with choices.
struct Losses {
  double total = 0;     // what is minimised
  double policy = 0;    // minus the log-probability of the action to imitate
  double value = 0;     // of the number of steps left
  double accuracy = 0;  // the share of actions all of whose choices are the most probable ones
};

class Network {
 public:
  virtual ~Network() = default;

  virtual std::span<const Parameter> parameters() const = 0;
  virtual std::span<float> weights() = 0;
  std::span<const float> weights() const { return const_cast<Network*>(this)->weights(); }
  virtual std::span<float> gradient() = 0;  // of the same size as the weights

  // Draws the weights anew; the same seed gives the same bytes.
  virtual void initialize(std::uint64_t seed) = 0;
  // The input must have the form that make_input gives for the options of this network, and outlive
  // the answers. May be called from several threads, but not while weights change.
  virtual std::unique_ptr<Answers> read(const Input& input) const = 0;
  // Sets the gradient to that of the mean total loss of the samples. `seed` is that of the random
  // draws within the step, such as dropout.
  virtual Losses learn(const Samples& samples, std::uint64_t seed) = 0;
};

}  // namespace ineq
