#include "env/pool_worker.h"

#include <algorithm>

namespace ineq {

void PoolWorker::run(PoolJob& job, PoolJob::Part& part) {
  part.views.clear();
  part.final_views.clear();
  part.final_row.clear();
  part.failure = nullptr;
  const auto& environments = job.batch->environment;  // in ascending order
  const auto first = std::ranges::lower_bound(environments, static_cast<std::int64_t>(begin_));
  for (auto row = static_cast<std::size_t>(first - environments.begin());
       row < environments.size() && static_cast<std::size_t>(environments[row]) < end_; ++row) {
    try {
      advance(job, part, row);
    } catch (...) {
      if (!part.failure) part.failure = std::current_exception();
    }
  }
}

void PoolWorker::advance(PoolJob& job, PoolJob::Part& part, std::size_t row) {
  PoolBatch& batch = *job.batch;
  PoolSlot& slot = slots_[static_cast<std::size_t>(batch.environment[row])];
  Environment& environment = slot.environment;
  Episode& episode = environment.episode();
  Episode::Result result{};
  batch.outcome[row] = kBegun;
  if (job.kind == PoolJob::Kind::kReset) {
    environment.begin(source_of(slot), job.seed);
  } else if (episode.over()) {
    environment.begin(source_of(slot));
  } else {
    result = job.kind == PoolJob::Kind::kText
                 ? episode.attempt(job.texts[row])
                 : episode.step(read_raw(episode.bank(), episode.state(), episode.rules(),
                                         job.actions[row]));
    batch.outcome[row] = static_cast<std::uint8_t>(result.outcome);
    if (episode.over() && reset_in_same_step_) {
      part.final_row.push_back(static_cast<std::int32_t>(row));
      part.final_views.add(episode.bank(), episode.state());
      environment.begin(source_of(slot));
    }
  }
  batch.reward[row] = result.reward;
  batch.terminated[row] = result.terminated;
  batch.truncated[row] = result.truncated;
  batch.steps[row] = static_cast<std::int32_t>(episode.steps());
  batch.episode[row] = static_cast<std::int64_t>(environment.begun()) - 1;
  batch.hash[row] = episode.hash();
  batch.goal_hash[row] = episode.goal_hash();
  slot.nodes = count_nodes(episode.bank(), episode.state());
  batch.nodes[row] = static_cast<std::int64_t>(slot.nodes);
  part.views.add(episode.bank(), episode.state());
}

TheoremSource& PoolWorker::source_of(const PoolSlot& slot) {
  auto& source = sources_[slot.source];
  if (!source) source = originals_[slot.source]->clone();
  return *source;
}

}  // namespace ineq
