#pragma once
// What theorems look like (paper, Appendix E): lengths in characters, nodes, premises, and how
// often each axiom is used; by the number of distinct axioms K and the length L of their proofs.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_set>
#include <utility>

#include "axioms/axioms.h"
#include "benchmark/setting.h"
#include "kernel/kernel.h"

namespace ineq {

// How often each of a set of whole numbers occurs.
class Distribution {
 public:
  void add(std::uint32_t value) {
    ++count_[value];
    ++size_;
  }
  std::uint64_t size() const { return size_; }
  const std::map<std::uint32_t, std::uint64_t>& counts() const { return count_; }
  double mean() const;
  double deviation() const;
  std::uint32_t quantile(double share) const;  // least v with at least this share of values <= v
  void merge(const Distribution& other);

 private:
  std::map<std::uint32_t, std::uint64_t> count_;
  std::uint64_t size_ = 0;
};

struct TheoremStatistics {
  std::array<std::uint64_t, kAxiomCount> axioms{};  // number of steps that use each
  Distribution characters;         // of the goal, in INT's bracketed form with \geq and a blank
  Distribution source_characters;  // of the first observation
  Distribution nodes;              // of the first state: terms of goals and facts
  Distribution step_nodes;         // of each state that a step starts from
  Distribution premises;
  std::uint64_t inequalities = 0;
  std::unordered_set<std::uint64_t> goals;  // hashes of the distinct goals

  std::uint64_t size() const { return characters.size(); }
  std::uint64_t steps() const { return step_nodes.size(); }
  void merge(const TheoremStatistics& other);
};

Setting setting_of(std::span<const Action> proof);

class Statistics {
 public:
  void add(Bank& bank, const Proven& proven);

  const std::map<Setting, TheoremStatistics>& by_setting() const { return by_setting_; }
  TheoremStatistics all() const;

 private:
  std::map<Setting, TheoremStatistics> by_setting_;
};

}  // namespace ineq
