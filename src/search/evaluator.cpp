#include "search/evaluator.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "base/hash.h"

namespace ineq {
namespace {

// The goals of a state, then its facts.
std::vector<Statement> statements_of(const State& state) {
  std::vector<Statement> out;
  std::ranges::copy(state.goals(), std::back_inserter(out));
  std::ranges::copy(state.facts(), std::back_inserter(out));
  return out;
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
    const auto found = known_.find(key);
    if (found != known_.end() && restore(found->second, queries[i], out[i])) {
      ++hits_;
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
    // Being up lasts, so an evaluation that it cut short is noticed here.
    if (asked_[i].budget != nullptr && asked_[i].budget->is_up()) continue;
    if (auto known = store(asked_[i], answers_[i])) remember(keys_[i], std::move(*known));
  }
}

// Actions are part of the key because moves with equal effects can have different priors.
std::uint64_t CachingEvaluator::key_of(const Query& query) const {
  const Problem& problem = *query.problem;
  const Bank& bank = problem.bank;
  std::uint64_t key = 0;
  const auto add = [&](std::uint64_t value) { key = mix(key + value); };
  add(static_cast<std::uint64_t>(problem.rule_set) * 2 + problem.countermodel.refutes());
  add(problem.theorem.premises.size());
  for (const Statement premise : problem.theorem.premises) add(bank[premise].hash);
  for (const Statement goal : query.state->goals()) add(bank[goal].hash);
  add(count_goals(*query.state));
  for (const Statement fact : query.state->facts()) add(bank[fact].hash);
  add(uses_max_steps() ? query.max_steps : 0);
  add(query.proposals);
  for (const auto& [action, next] : query.moves) {
    add(next.hash() + action.axiom);
    for (std::size_t i = 0; i < action.count; ++i) {
      add(bank[action.operands[i].statement].hash + action.operands[i].node);
    }
  }
  return key;
}

std::optional<CachingEvaluator::Known> CachingEvaluator::store(const Query& query,
                                                               const Evaluation& answer) {
  Known out{.steps_left = answer.steps_left, .priors = answer.priors, .proposals = {}};
  if (answer.proposals.empty()) return out;
  const std::vector<Statement> statements = statements_of(*query.state);
  for (const auto& [action, log_prior] : answer.proposals) {
    StoredProposal stored{
        .log_prior = log_prior, .places = {}, .axiom = action.axiom, .count = action.count};
    for (std::size_t i = 0; i < action.count; ++i) {
      const auto& [statement, node] = action.operands[i];
      const auto place = std::ranges::find(statements, statement) - statements.begin();
      if (std::cmp_greater(place, UINT16_MAX) || node > UINT16_MAX) return std::nullopt;
      stored.places[i] = {static_cast<std::uint16_t>(place), static_cast<std::uint16_t>(node)};
    }
    out.proposals.push_back(stored);
  }
  return out;
}

bool CachingEvaluator::restore(const Known& known, const Query& query, Evaluation& out) {
  if (known.priors.size() != query.moves.size()) return false;
  out.steps_left = known.steps_left;
  out.priors = known.priors;
  out.proposals.clear();
  if (known.proposals.empty()) return true;
  const std::vector<Statement> statements = statements_of(*query.state);
  for (const StoredProposal& stored : known.proposals) {
    Action action{.axiom = stored.axiom, .count = stored.count};
    for (std::size_t i = 0; i < stored.count; ++i) {
      const auto [statement, node] = stored.places[i];
      if (statement >= statements.size()) return false;
      action.operands[i] = {statements[statement], node};
    }
    State next = *query.state;
    if (!changes_state(next.apply(query.problem->bank, query.problem->rules, action))) return false;
    out.proposals.push_back({action, stored.log_prior});
  }
  return true;
}

void CachingEvaluator::remember(std::uint64_t key, Known answer) {
  const std::size_t bytes = answer.bytes();
  if (!known_.try_emplace(key, std::move(answer)).second) return;  // twice in one batch
  order_.push_back(key);
  known_bytes_ += bytes;
  while (known_.size() > capacity_ || known_bytes_ > capacity_ * kBytesPerAnswer) forget_oldest();
}

void CachingEvaluator::forget_oldest() {
  const auto oldest = known_.find(order_.front());
  known_bytes_ -= oldest->second.bytes();
  known_.erase(oldest);
  order_.pop_front();
}

// With its places in the map and in the order.
std::size_t CachingEvaluator::Known::bytes() const {
  constexpr std::size_t kEntry = 2 * sizeof(std::uint64_t) + sizeof(Known) + 3 * sizeof(void*);
  return kEntry + priors.capacity() * sizeof(double) +
         proposals.capacity() * sizeof(StoredProposal);
}

}  // namespace ineq
