#include "search/evaluator.h"

#include "base/error.h"
#include "base/hash.h"

namespace ineq {
namespace {

std::uint64_t key_of(const Query& query) {
  std::uint64_t key = mix(query.state->hash() + query.max_steps);
  key = mix(key + static_cast<std::uint64_t>(query.problem->rule_set));
  for (const LegalAction& move : query.moves) key = mix(key + move.next.hash());
  return key;
}

}  // namespace

void UniformEvaluator::evaluate(std::span<const Query> queries, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const std::size_t moves = queries[i].moves.size();
    out[i].steps_left = steps_left_;
    out[i].priors.assign(moves, moves == 0 ? 0 : 1 / static_cast<double>(moves));
    out[i].proposals.clear();
  }
}

CachingEvaluator::CachingEvaluator(Evaluator& inner, std::size_t capacity)
    : inner_(inner), capacity_(capacity) {
  if (capacity == 0) throw Error("a cache needs a capacity of at least one entry");
}

void CachingEvaluator::evaluate(std::span<const Query> queries, std::span<Evaluation> out) {
  asked_.clear();
  keys_.clear();
  places_.clear();
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const std::uint64_t key = key_of(queries[i]);
    const auto found = queries[i].proposals > 0 ? known_.end() : known_.find(key);
    if (found != known_.end()) {
      ++hits_;
      out[i] = found->second;
    } else {
      ++misses_;
      asked_.push_back(queries[i]);
      keys_.push_back(key);
      places_.push_back(i);
    }
  }
  if (asked_.empty()) return;
  if (answers_.size() < asked_.size()) answers_.resize(asked_.size());
  inner_.evaluate(asked_, std::span(answers_).first(asked_.size()));
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    out[places_[i]] = answers_[i];
    if (asked_[i].proposals == 0) remember(keys_[i], answers_[i]);
  }
}

void CachingEvaluator::remember(std::uint64_t key, const Evaluation& answer) {
  if (!known_.try_emplace(key, answer).second) return;  // twice in one batch
  order_.push_back(key);
  priors_ += answer.priors.size();
  if (known_.size() <= capacity_) return;
  const auto oldest = known_.find(order_.front());
  priors_ -= oldest->second.priors.size();
  known_.erase(oldest);
  order_.pop_front();
}

std::size_t CachingEvaluator::bytes() const {
  constexpr std::size_t kEntry = 2 * sizeof(std::uint64_t) + sizeof(Evaluation) +
                                 3 * sizeof(void*);  // with its place in order
  return inner_.bytes() + known_.size() * kEntry + priors_ * sizeof(double);
}

}  // namespace ineq
