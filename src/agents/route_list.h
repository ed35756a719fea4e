#pragma once
// Routes through states, such as proofs, and the samples that are learned from them, which are
// shuffled anew for each epoch.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "agents/sample_source.h"
#include "axioms/axioms.h"
#include "kernel/kernel.h"
#include "proof/rules_by_set.h"

namespace ineq {

// A theorem and valid steps from it on.
struct Route {
  RuleSet set;
  const Rules* rules;
  Theorem theorem;
  std::vector<Action> actions;
};

// The state after some steps of a route, in a bank of its own: what a sample costs depends on the
// size of the bank, and that of a generator or a list has much more than one state.
class Replay {
 public:
  // The sample of the state after the first `step` actions. The next action, if there is one, is to
  // be imitated.
  SampleSource::Sample at(const Bank& from, const Route& route, std::size_t step);

 private:
  Bank bank_;
  Theorem theorem_;
  std::optional<State> state_;
};

class RouteList {
 public:
  void clear();
  Bank& bank() { return bank_; }  // of the routes

  // All steps of a proof are samples to imitate.
  void add_proof(RuleSet set, const Proven& proven);
  // Samples for the value alone: the state after the first `first` steps, the next one, and so on,
  // with the number of steps left in each.
  void add_visits(Route route, std::size_t first, std::span<const std::size_t> steps_left);

  std::size_t size() const { return samples_.size(); }
  SampleSource::Sample draw(std::uint64_t seed, std::uint64_t epoch, std::size_t index);

 private:
  struct Entry {
    std::size_t route, step, steps_left;
    bool is_imitated;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  Bank bank_;
  std::vector<Route> routes_;
  std::vector<Entry> samples_;
  std::optional<std::uint64_t> epoch_;  // the one whose order samples_ has
  Replay replay_;
};

// Routes with the rules that they refer to.
struct Routes {
  const RulesBySet rules = {};
  RouteList list = {};
};
// The samples of the routes, epoch after epoch. There must be at least one when it draws.
std::unique_ptr<SampleSource> make_route_source(std::shared_ptr<const Routes> routes,
                                                std::uint64_t seed);

}  // namespace ineq
