#pragma once
// The theorems that a training run learns from: one distribution, or several with weights.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/rng.h"
#include "generate/generator.h"
#include "generate/specification.h"

namespace ineq {

// One distribution of theorems among several.
struct WeightedSpecification {
  double weight = 1;
  Specification specification;
};

// For one thread.
class TrainingTheorems {
 public:
  // With `hold_out`, goals of the frozen test and validation sets, and of those that are made like
  // them for any of the specifications (benchmark/held_out.h), are not generated. Throws Error if
  // there is no specification, or one that cannot be used.
  TrainingTheorems(std::span<const WeightedSpecification> specifications, bool hold_out);
  // For another thread. Both share the lists of axioms and of excluded goals.
  TrainingTheorems clone() const;

  std::size_t size() const { return distributions_.size(); }
  Generator& first() { return *distributions_.front().generator; }
  // Draws a distribution in proportion to the weights, and returns its generator.
  Generator& choose(Rng& rng);

 private:
  struct Distribution {
    double weight;
    std::shared_ptr<const AxiomLists> lists;
    std::unique_ptr<Generator> generator;
  };

  TrainingTheorems() = default;

  std::vector<Distribution> distributions_;
};

}  // namespace ineq
