#include "support/pool_model.h"

#include "support/pool_compare.h"

namespace ineq {

PoolModel::PoolModel(const PoolOptions& options,
                     const std::vector<std::shared_ptr<const TheoremSource>>& sources)
    : options_(options), views_(options.views), final_views_(options.views) {
  const auto rules = std::make_shared<const Rules>(make_rules(options.rules));
  for (std::size_t i = 0; i < options.environments; ++i) {
    const auto& source = sources[sources.size() == 1 ? 0 : i];
    twins_.push_back({Episode(options.rules, rules, options.step_limit),
                      source->clone(),
                      {.seed = options.seed, .environment = i}});
  }
}

void PoolModel::set_seed(const std::vector<std::int32_t>& environments, std::uint64_t seed) {
  for (const std::int32_t i : environments) {
    (*this)[i].next = {.seed = seed, .environment = static_cast<std::uint64_t>(i)};
  }
}

void PoolModel::copy(std::size_t from, std::size_t to) {
  if (from == to) return;
  twins_[to].episode = twins_[from].episode;
  twins_[to].next = twins_[from].next;
}

void PoolModel::clear() {
  views_.clear();
  final_views_.clear();
  final_row_.clear();
}

PoolModel::Row PoolModel::step(TwinEnvironment& twin, const SentActions& sent, std::size_t row) {
  const bool is_reset = sent.actions.empty() && sent.texts.empty();
  if (is_reset || twin.episode.over()) {
    twin.begin();
    return {};
  }
  const Episode::Result result = sent.texts.empty()
                                     ? twin.episode.step(twin.read(sent.actions[row]))
                                     : twin.episode.attempt(sent.texts[row]);
  return {result, static_cast<std::uint8_t>(result.outcome)};
}

void PoolModel::begin_after(TwinEnvironment& twin, std::size_t row) {
  if (!twin.episode.over() || options_.auto_reset != AutoReset::kSameStep) return;
  final_row_.push_back(static_cast<std::int32_t>(row));
  final_views_.add(twin.episode.bank(), twin.episode.state());
  twin.begin();
}

void PoolModel::compare_row(const TwinEnvironment& twin, const Row& expected,
                            const PoolBatch& batch, std::size_t row) {
  const Episode& episode = twin.episode;
  const Episode::Result& result = expected.result;
  expect(batch.outcome[row] == expected.outcome, "another outcome");
  expect(batch.reward[row] == result.reward, "another reward");
  expect((batch.terminated[row] != 0) == (batch.reward[row] == 1), "reward at the end only");
  expect((batch.terminated[row] != 0) == result.terminated, "terminated differs");
  expect((batch.truncated[row] != 0) == result.truncated, "truncated differs");
  expect(batch.steps[row] == static_cast<std::int32_t>(episode.steps()), "other steps");
  expect(batch.episode[row] == static_cast<std::int64_t>(twin.next.number) - 1,
         "another number of the episode");
  expect(batch.nodes[row] == static_cast<std::int64_t>(twin.nodes()), "other nodes");
  expect(batch.hash[row] == episode.hash(), "another state");
  expect(batch.goal_hash[row] == episode.goal_hash(), "other goals");
  views_.add(episode.bank(), episode.state());
}

void PoolModel::compare_views(const PoolBatch& batch) const {
  expect(equal(batch.views, views_), "other views");
  expect(batch.final_row == final_row_, "other ends");
  expect(equal(batch.final_views, final_views_), "other last views");
}

}  // namespace ineq
