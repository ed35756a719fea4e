#include "benchmark/statistics.h"

#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "base/error.h"
#include "proof/observation.h"
#include "term/print.h"

namespace ineq {
namespace {

std::uint32_t node_count(const Bank& bank, const State& state) {
  std::uint32_t nodes = 0;
  for (const Statement s : state.goals()) nodes += bank[s].size - 1;
  for (const Statement s : state.facts()) nodes += bank[s].size - 1;
  return nodes;
}

}  // namespace

double Distribution::mean() const {
  double sum = 0;
  for (const auto& [value, count] : count_) sum += value * static_cast<double>(count);
  return size_ == 0 ? 0 : sum / static_cast<double>(size_);
}

double Distribution::deviation() const {
  const double middle = mean();
  double sum = 0;
  for (const auto& [value, count] : count_) {
    sum += (value - middle) * (value - middle) * static_cast<double>(count);
  }
  return size_ < 2 ? 0 : std::sqrt(sum / static_cast<double>(size_ - 1));
}

std::uint32_t Distribution::quantile(double share) const {
  double before = 0;
  for (const auto& [value, count] : count_) {
    before += static_cast<double>(count);
    if (before >= share * static_cast<double>(size_)) return value;
  }
  return 0;
}

void Distribution::merge(const Distribution& other) {
  for (const auto& [value, count] : other.count_) count_[value] += count;
  size_ += other.size_;
}

void TheoremStatistics::merge(const TheoremStatistics& other) {
  for (std::size_t i = 0; i < kAxiomCount; ++i) axioms[i] += other.axioms[i];
  characters.merge(other.characters);
  source_characters.merge(other.source_characters);
  nodes.merge(other.nodes);
  step_nodes.merge(other.step_nodes);
  premises.merge(other.premises);
  inequalities += other.inequalities;
  goals.insert(other.goals.begin(), other.goals.end());
}

Setting setting_of(std::span<const Action> proof) {
  std::set<std::uint8_t> distinct;
  for (const Action& action : proof) distinct.insert(action.axiom);
  return {.k = distinct.size(), .l = proof.size()};
}

void Statistics::add(Bank& bank, const Proven& proven) {
  const Theorem& theorem = proven.theorem();
  TheoremStatistics& s = by_setting_[setting_of(proven.proof())];
  State state(bank, theorem);
  std::string text;
  print(bank, theorem.goal, Style::kPointer, text);
  s.characters.add(static_cast<std::uint32_t>(text.size()));
  s.goals.insert(std::hash<std::string>()(text));
  text.clear();
  print_observation(bank, state, text);
  s.source_characters.add(static_cast<std::uint32_t>(text.size()));
  s.nodes.add(node_count(bank, state));
  s.premises.add(static_cast<std::uint32_t>(theorem.premises.size()));
  s.inequalities += bank[theorem.goal].op == Op::kGreaterEqual;
  for (const Action& action : proven.proof()) {
    ++s.axioms[action.axiom];
    s.step_nodes.add(node_count(bank, state));
    state.apply(bank, proven.rules(), action);
  }
}

TheoremStatistics Statistics::all() const {
  TheoremStatistics out;
  for (const auto& [setting, statistics] : by_setting_) out.merge(statistics);
  return out;
}

}  // namespace ineq
