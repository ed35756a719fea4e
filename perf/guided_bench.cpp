#include "guided_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agents/agent.h"
#include "agents/load_network.h"
#include "agents/optimizer.h"
#include "agents/sample_source.h"
#include "base/cpu_time.h"
#include "base/error.h"
#include "generate/generator.h"
#include "proof/action_text.h"
#include "search/prove.h"

namespace ineq {
namespace {

constexpr std::size_t kProblems = 64;

struct Size {
  std::size_t k, l;
};
constexpr Size kSizes[] = {{3, 7}, {15, 15}};

struct Case {
  Algorithm algorithm;
  std::uint64_t nodes;  // per problem
};
constexpr Case kCases[] = {{Algorithm::kBestFirst, 50}, {Algorithm::kMcts, 50}};

// Adds the CPU time of its life to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum), start_(thread_cpu_seconds()) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { sum_ += thread_cpu_seconds() - start_; }

 private:
  double& sum_;
  const double start_;
};

struct NetworkTime {
  double seconds = 0;
  std::uint64_t batches = 0;
  std::uint64_t states = 0;
};

class TimedAnswers : public Answers {
 public:
  TimedAnswers(std::unique_ptr<Answers> inner, NetworkTime& time)
      : inner_(std::move(inner)), time_(time) {}

  std::span<const float> steps_left() const override { return inner_->steps_left(); }
  const Choices& first() override {
    const Stopwatch stopwatch(time_.seconds);
    return inner_->first();
  }
  const Choices& extend(std::span<const Extension> extensions) override {
    const Stopwatch stopwatch(time_.seconds);
    return inner_->extend(extensions);
  }

 private:
  const std::unique_ptr<Answers> inner_;
  NetworkTime& time_;
};

// A network that is only read, with a clock.
class TimedNetwork : public Network {
 public:
  TimedNetwork(Network& inner, NetworkTime& time) : inner_(inner), time_(time) {}

  std::span<const Parameter> parameters() const override { return inner_.parameters(); }
  std::span<float> weights() override { return inner_.weights(); }
  std::span<float> gradient() override { return inner_.gradient(); }
  void initialize(std::uint64_t seed) override { inner_.initialize(seed); }
  std::unique_ptr<Answers> read(const Input& input) const override {
    const Stopwatch stopwatch(time_.seconds);
    ++time_.batches;
    time_.states += input.states();
    return std::make_unique<TimedAnswers>(inner_.read(input), time_);
  }
  Losses learn(const Samples& samples, std::uint64_t seed) override {
    return inner_.learn(samples, seed);
  }

 private:
  Network& inner_;
  NetworkTime& time_;
};

class TimedEvaluator : public Evaluator {
 public:
  TimedEvaluator(Evaluator& inner, double& seconds) : inner_(inner), seconds_(seconds) {}
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
    const Stopwatch stopwatch(seconds_);
    inner_.evaluate(queries, out);
  }

 private:
  Evaluator& inner_;
  double& seconds_;
};

struct Speed {
  std::vector<std::vector<std::string>> proofs;  // empty: none was found
  SearchCounts counts;
  std::uint64_t states = 0;
  std::size_t bytes = 0;
  double seconds = 0;     // in total
  double evaluation = 0;  // of it: in the evaluator
  double check = 0;       // of it: the kernel's check of the proofs
  NetworkTime network;    // of the evaluation

  double share(double part) const { return 100 * part / seconds; }
};

Speed measure(const Generator& generator, std::span<const Theorem> theorems,
              std::span<const Bank> banks, const Case& row, Network& network,
              const NetworkOptions& options, std::size_t together) {
  Speed out;
  const TimedNetwork timed(network, out.network);
  NetworkEvaluator inner(timed, options);
  TimedEvaluator evaluator(inner, out.evaluation);
  AgentOptions agent = ActingOptions::guided_search();
  agent.algorithm = row.algorithm;
  const SearchLimits limits{.nodes = row.nodes, .steps = 30};
  for (std::size_t begin = 0; begin < theorems.size(); begin += together) {
    const Stopwatch stopwatch(out.seconds);
    std::deque<Problem> problems;
    std::deque<Budget> budgets;
    std::vector<std::unique_ptr<SteppedSearch>> searches;
    std::vector<SteppedSearch*> running;
    for (std::size_t i = begin; i < std::min(begin + together, theorems.size()); ++i) {
      problems.emplace_back(RuleSet::kStandard, generator.rules(), banks[i], theorems[i]);
      budgets.emplace_back(limits);
      searches.push_back(make_search(problems.back(), agent, budgets.back()));
      running.push_back(searches.back().get());
    }
    std::vector<SearchResult> found = run_together(running, evaluator);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const ProveResult result = [&] {
        const Stopwatch checking(out.check);
        return verify(problems[i], std::move(found[i]), limits);
      }();
      out.proofs.emplace_back();
      if (result.proven) {
        out.proofs.back() =
            print_actions(problems[i].bank, History(problems[i].bank, *result.proven));
      }
      out.counts += result.counts;
      out.states += result.states;
      out.bytes += result.bytes;
    }
  }
  return out;
}

void print_row(const Size& size, const Case& row, std::size_t together, const Speed& speed) {
  const double moves = speed.seconds - speed.evaluation - speed.check;
  const double input = speed.evaluation - speed.network.seconds;
  fmt::print("{:<12}{:<9}{:>9}{:>12.0f}{:>8.1f}{:>9.1f}{:>8.1f}{:>8.1f}{:>8.1f}{:>9.0f}\n",
             to_string(row.algorithm), fmt::format("K{} L{}", size.k, size.l), together,
             static_cast<double>(speed.counts.expanded) / speed.seconds,
             static_cast<double>(speed.network.states) / static_cast<double>(speed.network.batches),
             speed.share(speed.network.seconds), speed.share(input), speed.share(moves),
             speed.share(speed.check),
             static_cast<double>(speed.bytes) / static_cast<double>(speed.states));
}

// A network that has learned a little. Without any training, most proposals are not legal, and
// finding enough legal ones takes most of the time.
std::unique_ptr<Network> train_network(const NetworkOptions& options) {
  constexpr std::uint64_t kSteps = 400;
  constexpr std::size_t kBatch = 128;
  auto network = make_network(options);
  network->initialize(1);
  const OptimizerOptions optimizing;
  Optimizer optimizer(optimizing, std::as_const(*network).weights());
  SampleRequest request{.specifications = {}, .hold_out = false};
  for (const Size& size : kSizes) {
    request.specifications.push_back({.weight = 1, .specification = {.k = size.k, .l = size.l}});
  }
  const auto source = make_sample_source(request);
  for (std::uint64_t step = 0; step < kSteps; ++step) {
    network->learn(make_samples(*source, options, request.options, step * kBatch, kBatch), step);
    optimizer.step(network->weights(), network->gradient(), rate_at(optimizing, step, kSteps));
  }
  std::ranges::copy(optimizer.average(), network->weights().begin());
  return network;
}

}  // namespace

void print_guided_tables() {
  if (!has_networks()) {
    fmt::print("\nsearches guided by a network are not measured: this build has no networks\n");
    return;
  }
  const NetworkOptions options = small_network(NetworkKind::kDag);
  const auto network = train_network(options);
  fmt::print("\n{:<12}{:<9}{:>9}{:>12}{:>8}{:>9}{:>8}{:>8}{:>8}{:>9}\n", "guided by", "",
             "problems", "expanded", "states", "network", "input", "moves", "check", "bytes");
  fmt::print("{:<12}{:<9}{:>9}{:>12}{:>8}{:>9}{:>8}{:>8}{:>8}{:>9}\n", "dag (small)", "", "at once",
             "a second", "a batch", "%", "%", "%", "%", "a state");
  for (const Size& size : kSizes) {
    Generator generator({.k = size.k, .l = size.l});
    std::vector<Bank> banks;
    std::vector<Theorem> theorems;
    for (std::uint64_t i = 0; i < kProblems; ++i) {
      theorems.push_back(generator.generate(i).theorem());
      banks.push_back(generator.bank());
    }
    for (const Case& row : kCases) {
      // The reference: one problem after the other.
      const Speed alone = measure(generator, theorems, banks, row, *network, options, 1);
      const Speed both = measure(generator, theorems, banks, row, *network, options, kProblems);
      INEQ_CHECK(alone.proofs == both.proofs);
      INEQ_CHECK(alone.counts.expanded == both.counts.expanded);
      print_row(size, row, 1, alone);
      print_row(size, row, kProblems, both);
    }
  }
  fmt::print(
      "On one core, without a cache, after training on 51,200 states. input: building\n"
      "the network's input, naming moves and trying proposals; moves: listing and making moves,\n"
      "and the graph of states; check: the kernel's check of the proofs.\n");
}

}  // namespace ineq
