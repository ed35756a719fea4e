#pragma once
// How long the shortest proofs of theorems are, by setting.
//
// Theorems are collected first; then several threads search for their proofs. The result depends
// only on the theorems and the limit of nodes.

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "axioms/axioms.h"
#include "benchmark/statistics.h"
#include "kernel/kernel.h"
#include "proof/rules_by_set.h"

namespace ineq {

class ShortestStatistics {
 public:
  void add(RuleSet set, const Bank& bank, const Proven& proven);

  // Calls progress(done) from the calling thread.
  void search(const RulesBySet& rules, std::uint64_t nodes, unsigned threads,
              const std::function<void(std::size_t)>& progress);
  std::size_t size() const { return items_.size(); }

  // Of one setting. The shortest proof of a theorem has from `at_least` to `at_most` steps; it is
  // settled where they are equal.
  struct Lengths {
    Distribution at_least, at_most;  // of all theorems
    Distribution settled;
    std::uint64_t shorter = 0;  // theorems with a proof of fewer than L steps
  };
  const std::map<Setting, Lengths>& by_setting() const { return by_setting_; }

 private:
  struct Item {
    RuleSet set;
    Theorem theorem;
    Setting setting;
  };

  Bank bank_;
  std::vector<Item> items_;
  std::map<Setting, Lengths> by_setting_;
};

}  // namespace ineq
