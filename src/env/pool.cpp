#include "env/pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "env/batch_store.h"
#include "env/job_queue.h"
#include "env/pool_worker.h"

namespace ineq {
namespace {

using Environments = std::span<const std::int32_t>;

void require_one_each(Environments environments, std::size_t actions) {
  if (actions == environments.size()) return;
  throw Error(fmt::format("{} actions for {} environments", actions, environments.size()));
}

void require_valid(const PoolOptions& options, TheoremSources sources) {
  const auto require = [](bool condition, const std::string& message) {
    if (!condition) throw Error(message);
  };
  require(options.environments >= 1 && options.environments <= kMaxEnvironments,
          fmt::format("a pool has 1 to {} environments, not {}", kMaxEnvironments,
                      options.environments));
  require(options.threads >= 1 && options.threads <= kMaxThreads,
          fmt::format("a pool has 1 to {} threads, not {}", kMaxThreads, options.threads));
  require(options.step_limit >= 1, "an episode has at least one step");
  require(sources.size() == 1 || sources.size() == options.environments,
          fmt::format("a pool of {} environments has one source of theorems or {}, not {}",
                      options.environments, options.environments, sources.size()));
  for (const auto& source : sources) require_rules(*source, options.rules);
}

std::vector<PoolSlot> make_slots(const PoolOptions& options, std::size_t sources) {
  const auto rules = std::make_shared<const Rules>(make_rules(options.rules));
  std::vector<PoolSlot> out;
  out.reserve(options.environments);
  for (std::size_t i = 0; i < options.environments; ++i) {
    out.push_back({.environment = Environment(Episode(options.rules, rules, options.step_limit),
                                              options.seed, i),
                   .source = sources == 1 ? 0 : i});
  }
  return out;
}

}  // namespace

class Pool::Impl {
 public:
  Impl(const std::vector<std::shared_ptr<const TheoremSource>>& sources,
       const PoolOptions& options);

  // A job is begun, filled in and dispatched. A job that begin refuses has changed nothing.
  PoolJob& begin(Environments environments, PoolJob::Kind kind);
  void dispatch();
  void send(Environments environments, std::span<const RawAction> actions);
  void send(Environments environments, std::span<const std::string> texts);
  Batch recv();
  std::size_t sent() const { return queue_.size(); }
  void require_none_sent() const;

  PoolSlot& idle(std::size_t environment);
  bool has_lost_its_threads() const { return queue_.has_lost_its_threads(); }
  std::unique_lock<std::mutex> take_call();  // Every call begins with it.

  const PoolOptions options;
  std::vector<std::int32_t> all;  // 0, 1, …
  Bank tried;                     // of masks; reused to avoid reallocation

 private:
  static std::vector<PoolWorker> make_workers(std::span<PoolSlot> slots, TheoremSources sources,
                                              const PoolOptions& options);
  void require_in_range(const PoolJob& job) const;

  std::mutex calls_;  // held during every call
  const std::vector<std::shared_ptr<const TheoremSource>> sources_;
  std::vector<PoolSlot> slots_;
  std::vector<PoolWorker> workers_;
  BatchStore batches_;
  std::unique_ptr<PoolJob> next_;  // begun, not dispatched
  std::vector<std::unique_ptr<PoolJob>> spare_jobs_;
  JobQueue<PoolJob> queue_;  // last: its threads use the members above
};

Pool::Impl::Impl(const std::vector<std::shared_ptr<const TheoremSource>>& sources,
                 const PoolOptions& given)
    : options((require_valid(given, sources), given)),
      all(given.environments),
      sources_(sources),
      slots_(make_slots(given, sources.size())),
      workers_(make_workers(slots_, sources_, given)),
      batches_(given.views),
      queue_(workers_.size(),
             [this](std::size_t w, PoolJob& job) { workers_[w].run(job, job.parts[w]); }) {
  std::iota(all.begin(), all.end(), 0);
}

std::vector<PoolWorker> Pool::Impl::make_workers(std::span<PoolSlot> slots, TheoremSources sources,
                                                 const PoolOptions& options) {
  const std::size_t count = std::min(options.threads, slots.size());
  std::vector<PoolWorker> out;
  for (std::size_t w = 0; w < count; ++w) {
    out.emplace_back(slots, slots.size() * w / count, slots.size() * (w + 1) / count, sources,
                     options.auto_reset == AutoReset::kSameStep);
  }
  return out;
}

std::unique_lock<std::mutex> Pool::Impl::take_call() {
  if (has_lost_its_threads()) {
    throw Error("a pool with threads does not survive a fork: make one in the child");
  }
  return std::unique_lock(calls_);
}

PoolSlot& Pool::Impl::idle(std::size_t environment) {
  if (environment >= options.environments) {
    throw Error(fmt::format("there is no environment {}: there are {}, from 0 on",
                            static_cast<std::int64_t>(environment), options.environments));
  }
  PoolSlot& slot = slots_[environment];
  if (slot.under_way) {
    throw Error(fmt::format("environment {} is under way: receive it first", environment));
  }
  return slot;
}

PoolJob& Pool::Impl::begin(Environments environments, PoolJob::Kind kind) {
  if (environments.empty()) throw Error("at least one environment is needed");
  for (std::size_t row = 0; row < environments.size(); ++row) {
    if (row > 0 && environments[row] <= environments[row - 1]) {
      throw Error("environments are given in ascending order, each once");
    }
    const auto number = static_cast<std::size_t>(environments[row]);
    const Episode& episode = idle(number).environment.episode();
    if (kind == PoolJob::Kind::kReset) continue;
    if (!episode.begun()) throw Error(fmt::format("environment {} was never reset", number));
    if (options.auto_reset == AutoReset::kDisabled && episode.over()) {
      throw Error(fmt::format("the episode of environment {} is over: reset it first", number));
    }
  }
  if (!next_ && !spare_jobs_.empty()) {
    next_ = std::move(spare_jobs_.back());
    spare_jobs_.pop_back();
  } else if (!next_) {
    next_ = std::make_unique<PoolJob>();
    next_->parts.resize(workers_.size(), PoolJob::Part(options.views));
  }
  next_->kind = kind;
  next_->seed.reset();
  next_->batch = batches_.take();
  next_->batch->environment.assign(environments.begin(), environments.end());
  return *next_;
}

// The action for an episode that is over is ignored.
void Pool::Impl::require_in_range(const PoolJob& job) const {
  for (std::size_t row = 0; row < job.actions.size(); ++row) {
    const std::int32_t number = job.batch->environment[row];
    const PoolSlot& slot = slots_[static_cast<std::size_t>(number)];
    const Episode& episode = slot.environment.episode();
    if (episode.over()) continue;
    try {
      ineq::require_in_range(episode.rules(), slot.nodes, job.actions[row]);
    } catch (const Error& error) {
      throw Error(fmt::format("environment {}: {}", number, error.what()));
    }
  }
}

void Pool::Impl::dispatch() {
  PoolBatch& batch = *next_->batch;
  batch.resize(batch.environment.size());
  for (const std::int32_t environment : batch.environment) {
    slots_[static_cast<std::size_t>(environment)].under_way = true;
  }
  queue_.push(std::move(next_));
}

void Pool::Impl::send(Environments environments, std::span<const RawAction> actions) {
  require_one_each(environments, actions.size());
  PoolJob& job = begin(environments, PoolJob::Kind::kRaw);
  job.actions.assign(actions.begin(), actions.end());
  require_in_range(job);
  dispatch();
}

void Pool::Impl::send(Environments environments, std::span<const std::string> texts) {
  require_one_each(environments, texts.size());
  begin(environments, PoolJob::Kind::kText).texts.assign(texts.begin(), texts.end());
  dispatch();
}

Pool::Batch Pool::Impl::recv() {
  std::unique_ptr<PoolJob> job = queue_.pop(options.while_waiting);
  if (!job) throw Error("nothing was sent");
  const std::shared_ptr<PoolBatch> batch = std::move(job->batch);
  for (const std::int32_t environment : batch->environment) {
    slots_[static_cast<std::size_t>(environment)].under_way = false;
  }
  // Workers have their environments in ascending order, so their parts follow one another.
  std::swap(batch->views, job->parts[0].views);
  std::swap(batch->final_views, job->parts[0].final_views);
  std::swap(batch->final_row, job->parts[0].final_row);
  std::exception_ptr failure = std::exchange(job->parts[0].failure, nullptr);
  for (std::size_t w = 1; w < job->parts.size(); ++w) {
    PoolJob::Part& part = job->parts[w];
    batch->views.append(part.views);
    batch->final_views.append(part.final_views);
    batch->final_row.insert(batch->final_row.end(), part.final_row.begin(), part.final_row.end());
    if (!failure) failure = part.failure;
    part.failure = nullptr;
  }
  spare_jobs_.push_back(std::move(job));
  if (failure) std::rethrow_exception(failure);
  return batch;
}

void Pool::Impl::require_none_sent() const {
  if (sent() > 0) throw Error("there are batches under way: receive them first");
}

Pool::Pool(const std::vector<std::shared_ptr<const TheoremSource>>& sources,
           const PoolOptions& options)
    : impl_(std::make_unique<Impl>(sources, options)) {}

// In the child of a fork, the state of the parent's threads cannot be cleaned up.
Pool::~Pool() {
  if (impl_->has_lost_its_threads()) (void)impl_.release();
}

const PoolOptions& Pool::options() const { return impl_->options; }

Pool::Batch Pool::reset(std::optional<std::uint64_t> seed) { return reset(impl_->all, seed); }

Pool::Batch Pool::reset(Environments environments, std::optional<std::uint64_t> seed) {
  const auto lock = impl_->take_call();
  impl_->require_none_sent();
  impl_->begin(environments, PoolJob::Kind::kReset).seed = seed;
  impl_->dispatch();
  return impl_->recv();
}

Pool::Batch Pool::step(std::span<const RawAction> actions) {
  const auto lock = impl_->take_call();
  impl_->require_none_sent();
  impl_->send(impl_->all, actions);
  return impl_->recv();
}

Pool::Batch Pool::step(std::span<const std::string> texts) {
  const auto lock = impl_->take_call();
  impl_->require_none_sent();
  impl_->send(impl_->all, texts);
  return impl_->recv();
}

void Pool::send(Environments environments, std::span<const RawAction> actions) {
  const auto lock = impl_->take_call();
  impl_->send(environments, actions);
}

void Pool::send(Environments environments, std::span<const std::string> texts) {
  const auto lock = impl_->take_call();
  impl_->send(environments, texts);
}

Pool::Batch Pool::recv() {
  const auto lock = impl_->take_call();
  return impl_->recv();
}

std::size_t Pool::sent() const { return impl_->sent(); }

Episode Pool::episode(std::size_t environment) const {
  const auto lock = impl_->take_call();
  return impl_->idle(environment).environment.episode();
}

void Pool::mask(std::size_t environment, std::span<const std::int32_t> prefix,
                std::vector<std::uint8_t>& out) {
  const auto lock = impl_->take_call();
  const Episode& episode = std::as_const(impl_->idle(environment).environment).episode();
  // Trying actions leaves terms in a bank. In that of the episode they would pile up.
  impl_->tried = episode.bank();
  ActionMask mask(impl_->tried, episode.rules());
  mask.reset(episode.state());
  mask.append(prefix, out);
}

std::string Pool::save(std::size_t environment) const {
  const auto lock = impl_->take_call();
  return impl_->idle(environment).environment.save();
}

void Pool::restore(std::size_t environment, std::string_view saved) {
  const auto lock = impl_->take_call();
  PoolSlot& slot = impl_->idle(environment);
  slot.environment.restore(saved);
  const Episode& episode = slot.environment.episode();
  slot.nodes = count_nodes(episode.bank(), episode.state());
}

}  // namespace ineq
