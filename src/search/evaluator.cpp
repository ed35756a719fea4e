#include "search/evaluator.h"

#include <utility>

#include "base/hash.h"

namespace ineq {
namespace {

std::uint64_t key_of(const Query& query) {
  std::uint64_t key = mix(query.state->hash() + query.steps_left);
  for (const LegalAction& move : query.moves) key = mix(key + move.next.hash());
  return key;
}

}  // namespace

void UniformEvaluator::evaluate(Bank&, std::span<const Query> queries, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const std::size_t moves = queries[i].moves.size();
    out[i].value = value_;
    out[i].priors.assign(moves, moves == 0 ? 0 : 1 / static_cast<double>(moves));
  }
}

void CachingEvaluator::evaluate(Bank& bank, std::span<const Query> queries,
                                std::span<Evaluation> out) {
  asked_.clear();
  places_.clear();
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (const auto found = known_.find(key_of(queries[i])); found != known_.end()) {
      ++hits_;
      out[i] = found->second;
    } else {
      ++misses_;
      asked_.push_back(queries[i]);
      places_.push_back(i);
    }
  }
  if (asked_.empty()) return;
  answers_.resize(asked_.size());
  inner_->evaluate(bank, asked_, answers_);
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    out[places_[i]] = answers_[i];
    if (known_.try_emplace(key_of(asked_[i]), answers_[i]).second) {
      priors_ += answers_[i].priors.size();
    }
  }
}

std::size_t CachingEvaluator::bytes() const {
  constexpr std::size_t kEntry = sizeof(std::uint64_t) + sizeof(Evaluation) + 3 * sizeof(void*);
  return inner_->bytes() + known_.size() * kEntry + priors_ * sizeof(double);
}

}  // namespace ineq
