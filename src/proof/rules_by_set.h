#pragma once
// The rules of every rule set, made once. For code that reads records, which name their rule set.

#include <array>
#include <cstddef>
#include <iterator>
#include <memory>

#include "axioms/axioms.h"

namespace ineq {

class RulesBySet {
 public:
  RulesBySet() {
    for (const RuleSet set : kRuleSets) {
      rules_[static_cast<std::size_t>(set)] = std::make_shared<const Rules>(make_rules(set));
    }
  }

  const Rules& operator[](RuleSet set) const { return *shared(set); }
  const std::shared_ptr<const Rules>& shared(RuleSet set) const {
    return rules_[static_cast<std::size_t>(set)];
  }

 private:
  std::array<std::shared_ptr<const Rules>, std::size(kRuleSets)> rules_;
};

}  // namespace ineq
