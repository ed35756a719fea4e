#pragma once
// The interface between search and its guide: how far is a state from its proof, and which of its
// moves look best? A search knows nothing else about its guide, be it a formula or a network.
// Caching is a decorator.
//
// A value has one meaning everywhere: the expected number of steps until no goal is left. It is at
// least 0, and infinity if there is no hope. Best-first search adds it to the steps taken;
// Monte-Carlo tree search uses 1 / (1 + steps).

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "env/legal_actions.h"
#include "kernel/kernel.h"
#include "search/search.h"

namespace ineq {

// A question about one state. It refers to memory of the search that asks.
struct Query {
  Problem* problem;                         // whose bank has the state and the moves, and may grow
  const State* state;                       // with at least one goal
  std::size_t max_steps;                    // the most steps that a proof from here may take
  std::span<const LegalAction> moves = {};  // the moves whose priors are wanted; may be empty
  // The number of moves to propose. Requires that `moves` is empty.
  std::size_t proposals = 0;
  // Once it is up, the search is about to end and does not use the answer, so any answer will do.
  // May be null.
  Budget* budget = nullptr;
};

struct Proposal {
  Action action;  // changes the state
  double log_prior;
};

struct Evaluation {
  double steps_left = 0;       // the value, as defined above
  std::vector<double> priors;  // one per move of the query, in the same order; their sum is 1
  // The moves that look best, with different effects, in decreasing order of their priors. The sum
  // of the priors is at most 1: they are not divided by it.
  std::vector<Proposal> proposals = {};
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Writes the answer to queries[i] into out[i], whose vectors are reused. The queries of one call
  // may come from several searches and refer to several banks.
  virtual void evaluate(std::span<const Query> queries, std::span<Evaluation> out) = 0;
  virtual std::size_t bytes() const { return 0; }  // memory in use, approximately
  // Whether answers depend on Query::max_steps.
  virtual bool uses_max_steps() const { return true; }
};

// Makes the evaluator of one search, which may keep references to the problem and the budget. It is
// called from several threads at once when several searches run in parallel.
using EvaluatorFactory = std::function<std::unique_ptr<Evaluator>(Problem&, Budget&)>;

// Knows nothing: the same value for all states, the same prior for all moves. It proposes none.
class UniformEvaluator : public Evaluator {
 public:
  explicit UniformEvaluator(double steps_left = 1) : steps_left_(steps_left) {}
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override;

 private:
  double steps_left_;
};

// Remembers the last `capacity` answers of another evaluator, in at most kBytesPerAnswer times
// `capacity` bytes, and forgets the oldest first. One cache can serve many searches if its
// evaluator can, also of different problems: the key of an answer is all that an answer may depend
// on, written without ids of a bank. These are the goals and facts in their order, the premises
// that the countermodel is made from, the rule set, the moves or the number of proposals, and
// max_steps if the evaluator uses it. Proposals are remembered by the places of their operands in
// the state.
//
// Keys are hashes. If two collide, a search is misled but makes no illegal move: a proposal from
// the cache must change the state, or the evaluator is asked again. Answers that were given when
// the time of their search was up are not remembered. For one thread.
class CachingEvaluator : public Evaluator {
 public:
  static constexpr std::size_t kBytesPerAnswer = 1024;

  // Refers to the evaluator. Throws Error if the capacity is 0.
  CachingEvaluator(Evaluator& inner, std::size_t capacity);
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override;
  std::size_t bytes() const override { return inner_.bytes() + known_bytes_; }
  bool uses_max_steps() const override { return inner_.uses_max_steps(); }

  std::size_t size() const { return known_.size(); }
  std::uint64_t hits() const { return hits_; }
  std::uint64_t misses() const { return misses_; }

 private:
  // An action in terms of the state: its operands are occurrences in goals and facts, which are
  // counted from the first goal on.
  struct StoredProposal {
    double log_prior;
    struct Place {
      std::uint16_t statement;
      std::uint16_t node;
    };
    std::array<Place, kMaxOperands> places;
    std::uint8_t axiom;
    std::uint8_t count;
  };
  struct Known {
    double steps_left;
    std::vector<double> priors;
    std::vector<StoredProposal> proposals;

    std::size_t bytes() const;
  };

  std::uint64_t key_of(const Query& query) const;
  static std::optional<Known> store(const Query& query, const Evaluation& answer);
  // Returns false if the answer cannot be one to this query.
  static bool restore(const Known& known, const Query& query, Evaluation& out);
  void remember(std::uint64_t key, Known answer);
  void forget_oldest();

  Evaluator& inner_;
  const std::size_t capacity_;
  std::unordered_map<std::uint64_t, Known> known_;
  std::deque<std::uint64_t> order_;  // of the keys, oldest first
  std::size_t known_bytes_ = 0;      // of what is in known_ and order_
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
  std::vector<Query> asked_;  // reused to avoid reallocation, like the next three
  std::vector<std::uint64_t> keys_;
  std::vector<std::size_t> places_;
  std::vector<Evaluation> answers_;
};

}  // namespace ineq
