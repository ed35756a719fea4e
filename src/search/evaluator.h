#pragma once
// The seam between search and what guides it: how good is a state, and which of its actions look
// best? Search knows nothing else of its guide, be it a formula or a network. Caching is a
// decorator.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "env/legal_actions.h"
#include "kernel/kernel.h"

namespace ineq {

struct Query {
  const State* state;                       // with goals
  std::size_t steps_left;                   // that a proof may still take
  std::span<const LegalAction> moves = {};  // what priors are wanted of; may be none
};

struct Evaluation {
  double value = 0;            // from 0, hopeless, to 1, proven
  std::vector<double> priors;  // of the moves, in their order; they add up to 1
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Answers each query in the element of `out` with its number. The states are in the bank, which
  // may grow.
  virtual void evaluate(Bank& bank, std::span<const Query> queries, std::span<Evaluation> out) = 0;
  virtual std::size_t bytes() const { return 0; }  // that it holds, about
};

// A value of n steps left, and back. Best-first search counts in steps.
inline double value_of_steps(double steps) { return 1 / (1 + steps); }
inline double steps_of_value(double value) { return 1 / value - 1; }

// Knows nothing: the same value for all states, the same prior for all moves.
class UniformEvaluator : public Evaluator {
 public:
  explicit UniformEvaluator(double value = 0.5) : value_(value) {}
  void evaluate(Bank& bank, std::span<const Query> queries, std::span<Evaluation> out) override;

 private:
  double value_;
};

// Remembers the answers of another evaluator, by state, steps left and moves: equal states can have
// another goal as their first, and so other moves.
class CachingEvaluator : public Evaluator {
 public:
  explicit CachingEvaluator(std::shared_ptr<Evaluator> inner) : inner_(std::move(inner)) {}
  void evaluate(Bank& bank, std::span<const Query> queries, std::span<Evaluation> out) override;
  std::size_t bytes() const override;

  std::uint64_t hits() const { return hits_; }
  std::uint64_t misses() const { return misses_; }

 private:
  std::shared_ptr<Evaluator> inner_;
  std::unordered_map<std::uint64_t, Evaluation> known_;
  std::size_t priors_ = 0;  // held
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
  std::vector<Query> asked_;  // kept for their memory
  std::vector<Evaluation> answers_;
  std::vector<std::size_t> places_;
};

}  // namespace ineq
