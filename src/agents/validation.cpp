#include "agents/validation.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "agents/load_network.h"
#include "agents/policy_search.h"
#include "algebra/copy.h"
#include "benchmark/problem.h"
#include "generate/dataset.h"
#include "generate/generator.h"
#include "proof/rules_by_set.h"
#include "search/prove.h"

namespace ineq {
namespace {

class GreedyValidation : public Validation {
 public:
  GreedyValidation(const TrainConfig& config, const std::string& device)
      : config_(config), network_(make_network(config.network, device)) {
    if (!config.training.validation_file.empty()) {
      add_file(config.training.validation_file);
      return;
    }
    double total = 0;
    for (const auto& part : config.samples.specifications) total += part.weight;
    for (const auto& [weight, specification] : config.samples.specifications) {
      const double wanted =
          static_cast<double>(config.training.validation_problems) * weight / total;
      add(specification, std::max<std::uint64_t>(1, static_cast<std::uint64_t>(wanted + 0.5)));
    }
  }

  double success(std::span<const float> weights) override {
    std::ranges::copy(weights, network_->weights().begin());
    std::size_t proven = 0;
    // In parts, because memory grows with the number of problems that are tried together.
    for (std::size_t first = 0; first < theorems_.size(); first += kTogether) {
      const std::size_t end = std::min(theorems_.size(), first + kTogether);
      proven += count_proven(first, end);
    }
    return static_cast<double>(proven) / static_cast<double>(theorems_.size());
  }

 private:
  struct Stored {
    RuleSet set;
    Bank bank;
    Theorem theorem;
  };

  void add_file(const std::string& path) {
    const auto problems =
        read_problems({.files = {path}, .count = config_.training.validation_problems});
    for (const TestProblem& problem : problems) {
      theorems_.push_back({.set = rules_for(problem.record), .bank = {}, .theorem = {}});
      theorems_.back().theorem = read_theorem(theorems_.back().bank, problem.record);
    }
  }

  void add(Specification specification, std::uint64_t count) {
    specification.stream = Stream::kValidation;
    Generator generator(specification);
    for_each_distinct(generator, 0, count, [&](const Generated& generated, std::uint64_t) {
      theorems_.push_back({.set = specification.rules, .bank = {}, .theorem = {}});
      copy_theorem(generator.bank(), generated.theorem(), theorems_.back().bank,
                   theorems_.back().theorem);
      return true;
    });
  }

  std::size_t count_proven(std::size_t first, std::size_t end) {
    const SearchLimits limits{.steps = config_.training.validation_steps};
    std::deque<Problem> problems;
    std::deque<Budget> budgets;
    std::vector<PolicyTask> tasks;
    for (std::size_t i = first; i < end; ++i) {
      const Stored& stored = theorems_[i];
      problems.emplace_back(stored.set, rules_[stored.set], stored.bank, stored.theorem);
      budgets.emplace_back(limits);
      tasks.push_back({&problems.back(), &budgets.back()});
    }
    const auto results =
        follow_policy(*network_, config_.network, policy_of(Protocol::kGreedy), tasks);
    std::size_t proven = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
      proven += verify(problems[i], results[i], limits).proven.has_value();
    }
    return proven;
  }

  const TrainConfig& config_;
  const RulesBySet rules_;
  std::unique_ptr<Network> network_;
  std::deque<Stored> theorems_;
};

}  // namespace

std::unique_ptr<Validation> make_validation(const TrainConfig& config, const std::string& device) {
  const bool has_theorems =
      !config.samples.specifications.empty() || !config.training.validation_file.empty();
  if (config.training.validation_problems == 0 || !has_theorems) return nullptr;
  return std::make_unique<GreedyValidation>(config, device);
}

}  // namespace ineq
