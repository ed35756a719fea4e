#pragma once
// What a value learns from a search besides the proof: the states that the search looked at and
// left again. A step that leaves the proof can often be undone by one step. The number of steps
// left in such a state is therefore taken to be the number of steps that led away from the proof,
// plus those of the proof from there on.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernel/kernel.h"
#include "proof/rules_by_set.h"
#include "search/observer.h"

namespace ineq {

struct Detour {
  std::vector<Action> path;  // from the theorem to the state
  std::size_t steps_left = 0;
};

// Observes one search.
class DetourFinder : public SearchObserver {
 public:
  void expanded(const Expansion& expansion) override;
  // The states that were expanded but are not on this proof, which the search has found: the first
  // `at_most` of them.
  std::vector<Detour> find(std::span<const Action> proof, std::size_t at_most) const;

 private:
  struct Visit {
    StateId parent;
    Action action;
  };
  std::vector<StateId> order_;
  std::unordered_map<StateId, Visit> visits_;
};

// A line of JSON with the theorem, the path as text actions and the steps left.
std::string write_detour(Bank& bank, RuleSet set, const Rules& rules, const Theorem& theorem,
                         const Detour& detour);
struct StoredDetour {
  RuleSet set;
  Theorem theorem;
  Detour detour;
};
// Throws Error on a line that is no detour.
StoredDetour read_detour(Bank& bank, const RulesBySet& rules, std::string_view line);

}  // namespace ineq
