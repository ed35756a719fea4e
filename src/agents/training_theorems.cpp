#include "agents/training_theorems.h"

#include <set>
#include <tuple>
#include <unordered_set>

#include "base/error.h"
#include "benchmark/held_out.h"

namespace ineq {

TrainingTheorems::TrainingTheorems(std::span<const WeightedSpecification> specifications,
                                   bool hold_out) {
  // A theorem of one distribution can have a goal that is held out because of another one. Making
  // the frozen sets takes seconds, and specifications often share them.
  std::unordered_set<std::uint64_t> held_out;
  std::set<std::tuple<AxiomSet, RuleSet, GoalKind, std::size_t>> made;
  for (const auto& [weight, specification] : specifications) {
    const auto key = std::tuple(specification.axioms, specification.rules, specification.goal,
                                specification.order_trials);
    if (hold_out && made.insert(key).second) held_out.merge(held_out_goals(specification));
  }
  for (const auto& [weight, specification] : specifications) {
    if (!(weight > 0)) throw Error("the weights of specifications must be greater than 0");
    const auto lists = std::make_shared<AxiomLists>(*load_axiom_lists(specification));
    lists->excluded.insert(held_out.begin(), held_out.end());
    distributions_.push_back({weight, lists, std::make_unique<Generator>(specification, lists)});
  }
  if (distributions_.empty()) {
    throw Error("there is nothing to learn from: no specification was given");
  }
}

TrainingTheorems TrainingTheorems::clone() const {
  TrainingTheorems out;
  for (const auto& [weight, lists, generator] : distributions_) {
    out.distributions_.push_back(
        {weight, lists, std::make_unique<Generator>(generator->specification(), lists)});
  }
  return out;
}

Generator& TrainingTheorems::choose(Rng& rng) {
  double total = 0;
  for (const Distribution& distribution : distributions_) total += distribution.weight;
  double left = rng.unit() * total;
  for (Distribution& distribution : distributions_) {
    left -= distribution.weight;
    if (left < 0) return *distribution.generator;
  }
  return *distributions_.back().generator;
}

}  // namespace ineq
