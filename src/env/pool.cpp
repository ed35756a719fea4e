#include "env/pool.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;
using Environments = std::span<const std::int32_t>;

void require_one_each(Environments environments, std::size_t actions) {
  if (actions == environments.size()) return;
  throw Error(fmt::format("{} actions for {} environments", actions, environments.size()));
}

constexpr std::uint64_t kMaxEpisodes = std::uint64_t{1} << 62;

// Batches whose memory the pool keeps. Who holds more of them has the others freed.
constexpr std::size_t kSpareBatches = 8;

struct Slot {
  Episode episode;
  std::size_t source;
  EpisodeName next;  // the episode to begin next
  std::size_t nodes = 0;
  bool under_way = false;  // an action was sent, its outcome not received

  bool must_begin() const { return next.number == 0 || episode.over(); }
};

// A batch under way.
struct Job {
  enum class Kind { kReset, kRaw, kText };
  struct Part {  // what one worker has of it
    explicit Part(const ViewOptions& options) : views(options), final_views(options) {}
    Views views;
    Views final_views;
    std::vector<std::int32_t> final_row;
  };

  Kind kind = Kind::kReset;
  std::optional<std::uint64_t> seed;
  std::vector<RawAction> actions;
  std::vector<std::string> texts;
  std::shared_ptr<PoolBatch> batch;  // its `environment` says which
  std::vector<Part> parts;           // by worker
  std::size_t parts_left = 0;
  std::exception_ptr failure;
};

}  // namespace

class Pool::Impl {
 public:
  Impl(const std::vector<std::shared_ptr<const TheoremSource>>& sources,
       const PoolOptions& options);
  ~Impl();

  // Of a job: begin, fill in, dispatch. What begin refuses has changed nothing.
  Job& begin(Environments environments, Job::Kind kind);
  void dispatch();
  void send(Environments environments, std::span<const RawAction> actions);
  void send(Environments environments, std::span<const std::string> texts);
  Batch recv();
  std::size_t sent() const;
  void require_none_sent() const;

  Slot& idle(std::size_t environment);
  bool lost_its_threads() const { return workers_.size() > 1 && process_ != ::getpid(); }
  std::unique_lock<std::mutex> take_call();  // what every call begins with

  const PoolOptions options;
  std::vector<std::int32_t> all;  // 0, 1, …
  Bank tried;                     // of masks; kept for its memory

 private:
  struct Worker {
    std::size_t begin, end;                               // its environments
    std::vector<std::unique_ptr<TheoremSource>> sources;  // its own, made when first needed
    std::uint64_t taken = 0;                              // jobs
    std::thread thread;
  };

  void require_in_range(const Job& job) const;
  std::shared_ptr<PoolBatch> spare_batch();
  void stop();  // the workers
  void work(std::size_t worker);
  void run_part(std::size_t worker, Job& job);
  void advance(Worker& worker, Job& job, Job::Part& part, std::size_t row);
  void begin_episode(Worker& worker, Slot& slot, const EpisodeName& name);

  const pid_t process_ = ::getpid();
  std::mutex calls_;  // held by whoever calls
  const std::shared_ptr<const Rules> rules_;
  const std::vector<std::shared_ptr<const TheoremSource>> sources_;
  std::vector<Slot> slots_;
  std::vector<Worker> workers_;
  std::vector<std::shared_ptr<PoolBatch>> batches_;
  std::unique_ptr<Job> next_;  // begun, not dispatched
  std::vector<std::unique_ptr<Job>> spare_jobs_;

  // Shared with the workers, under the mutex.
  mutable std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::unique_ptr<Job>> queue_;  // sent, not received, oldest first
  std::uint64_t received_ = 0;
  bool stop_ = false;
};

Pool::Impl::Impl(const std::vector<std::shared_ptr<const TheoremSource>>& sources,
                 const PoolOptions& given)
    : options(given),
      rules_(std::make_shared<const Rules>(make_rules(given.rules))),
      sources_(sources) {
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
  for (const auto& source : sources) {
    require_rules(*source, options.rules);
  }
  all.resize(options.environments);
  std::iota(all.begin(), all.end(), 0);
  slots_.reserve(options.environments);
  for (std::size_t i = 0; i < options.environments; ++i) {
    slots_.push_back({.episode = Episode(options.rules, rules_, options.step_limit),
                      .source = sources.size() == 1 ? 0 : i,
                      .next = {.seed = options.seed, .environment = i}});
  }
  const std::size_t threads = std::min(options.threads, options.environments);
  for (std::size_t w = 0; w < threads; ++w) {
    workers_.push_back({.begin = options.environments * w / threads,
                        .end = options.environments * (w + 1) / threads,
                        .sources = std::vector<std::unique_ptr<TheoremSource>>(sources.size()),
                        .thread = {}});
  }
  if (threads == 1) return;
  try {
    for (std::size_t w = 0; w < threads; ++w) {
      workers_[w].thread = std::thread([this, w] { work(w); });
    }
  } catch (const std::system_error&) {
    stop();
    throw Error(fmt::format("{} threads cannot be started here", threads));
  }
}

Pool::Impl::~Impl() { stop(); }

void Pool::Impl::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (Worker& worker : workers_) {
    if (worker.thread.joinable()) worker.thread.join();
  }
}

std::unique_lock<std::mutex> Pool::Impl::take_call() {
  if (lost_its_threads()) {
    throw Error("a pool with threads does not survive a fork: make one in the child");
  }
  return std::unique_lock(calls_);
}

Slot& Pool::Impl::idle(std::size_t environment) {
  if (environment >= options.environments) {
    throw Error(fmt::format("there is no environment {}: there are {}, from 0 on",
                            static_cast<std::int64_t>(environment), options.environments));
  }
  Slot& slot = slots_[environment];
  if (slot.under_way) {
    throw Error(fmt::format("environment {} is under way: receive it first", environment));
  }
  return slot;
}

Job& Pool::Impl::begin(Environments environments, Job::Kind kind) {
  if (environments.empty()) throw Error("at least one environment is needed");
  for (std::size_t row = 0; row < environments.size(); ++row) {
    if (row > 0 && environments[row] <= environments[row - 1]) {
      throw Error("environments are given in ascending order, each once");
    }
    const auto number = static_cast<std::size_t>(environments[row]);
    const Slot& slot = idle(number);
    if (kind == Job::Kind::kReset) continue;
    if (slot.next.number == 0) throw Error(fmt::format("environment {} was never reset", number));
    if (options.auto_reset == AutoReset::kDisabled && slot.episode.over()) {
      throw Error(fmt::format("the episode of environment {} is over: reset it first", number));
    }
  }
  if (!next_ && !spare_jobs_.empty()) {
    next_ = std::move(spare_jobs_.back());
    spare_jobs_.pop_back();
  } else if (!next_) {
    next_ = std::make_unique<Job>();
    next_->parts.resize(workers_.size(), Job::Part(options.views));
  }
  next_->kind = kind;
  next_->seed.reset();
  next_->batch = spare_batch();
  next_->batch->environment.assign(environments.begin(), environments.end());
  return *next_;
}

// A state that is about to be left has no nodes to choose from.
void Pool::Impl::require_in_range(const Job& job) const {
  for (std::size_t row = 0; row < job.actions.size(); ++row) {
    const std::int32_t environment = job.batch->environment[row];
    const Slot& slot = slots_[static_cast<std::size_t>(environment)];
    if (slot.must_begin()) continue;
    try {
      ineq::require_in_range(*rules_, slot.nodes, job.actions[row]);
    } catch (const Error& error) {
      throw Error(fmt::format("environment {}: {}", environment, error.what()));
    }
  }
}

void Pool::Impl::dispatch() {
  Job& job = *next_;
  const std::size_t rows = job.batch->environment.size();
  PoolBatch& batch = *job.batch;
  batch.reward.resize(rows);
  batch.terminated.resize(rows);
  batch.truncated.resize(rows);
  batch.outcome.resize(rows);
  batch.steps.resize(rows);
  batch.episode.resize(rows);
  batch.nodes.resize(rows);
  batch.hash.resize(rows);
  batch.goal_hash.resize(rows);
  for (const std::int32_t environment : batch.environment) {
    slots_[static_cast<std::size_t>(environment)].under_way = true;
  }
  job.parts_left = workers_.size();
  job.failure = nullptr;
  if (workers_.size() == 1) run_part(0, job);
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(next_));
  }
  if (workers_.size() > 1) wake_.notify_all();
}

Pool::Batch Pool::Impl::recv() {
  std::unique_ptr<Job> job;
  {
    std::unique_lock lock(mutex_);
    if (queue_.empty()) throw Error("nothing was sent");
    done_.wait(lock, [&] { return queue_.front()->parts_left == 0; });
    job = std::move(queue_.front());
    queue_.erase(queue_.begin());
    ++received_;
  }
  for (const std::int32_t environment : job->batch->environment) {
    slots_[static_cast<std::size_t>(environment)].under_way = false;
  }
  // Workers have their environments in ascending order: their parts come one after the other.
  const std::shared_ptr<PoolBatch> batch = std::move(job->batch);
  std::swap(batch->views, job->parts[0].views);
  std::swap(batch->final_views, job->parts[0].final_views);
  std::swap(batch->final_row, job->parts[0].final_row);
  for (std::size_t w = 1; w < job->parts.size(); ++w) {
    const Job::Part& part = job->parts[w];
    batch->views.append(part.views);
    batch->final_views.append(part.final_views);
    batch->final_row.insert(batch->final_row.end(), part.final_row.begin(), part.final_row.end());
  }
  const std::exception_ptr failure = std::exchange(job->failure, nullptr);
  spare_jobs_.push_back(std::move(job));
  if (failure) std::rethrow_exception(failure);
  return batch;
}

std::size_t Pool::Impl::sent() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void Pool::Impl::require_none_sent() const {
  if (sent() > 0) throw Error("there are batches under way: receive them first");
}

std::shared_ptr<PoolBatch> Pool::Impl::spare_batch() {
  for (const auto& batch : batches_) {
    if (batch.use_count() > 1) continue;
#ifndef __SANITIZE_THREAD__  // it knows no fences; to it the copy that is returned is enough
    std::atomic_thread_fence(std::memory_order_acquire);  // whoever held it is done with it
#endif
    return batch;
  }
  auto batch = std::make_shared<PoolBatch>(options.views);
  if (batches_.size() < kSpareBatches) batches_.push_back(batch);
  return batch;
}

void Pool::Impl::work(std::size_t worker) {
  std::unique_lock lock(mutex_);
  std::uint64_t& taken = workers_[worker].taken;
  while (true) {
    wake_.wait(lock, [&] { return stop_ || taken < received_ + queue_.size(); });
    if (stop_) return;
    Job& job = *queue_[taken - received_];
    ++taken;
    lock.unlock();
    run_part(worker, job);
    lock.lock();
  }
}

void Pool::Impl::run_part(std::size_t w, Job& job) {
  Worker& worker = workers_[w];
  Job::Part& part = job.parts[w];
  part.views.clear();
  part.final_views.clear();
  part.final_row.clear();
  std::exception_ptr failure;
  const auto& environments = job.batch->environment;
  const auto first =
      std::ranges::lower_bound(environments, static_cast<std::int64_t>(worker.begin));
  for (auto row = static_cast<std::size_t>(first - environments.begin());
       row < environments.size() && static_cast<std::size_t>(environments[row]) < worker.end;
       ++row) {
    try {
      advance(worker, job, part, row);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  const std::lock_guard lock(mutex_);
  if (failure) job.failure = failure;
  // Once the lock is given up after the last part, the job may be another one already.
  if (--job.parts_left == 0) done_.notify_one();
}

void Pool::Impl::advance(Worker& worker, Job& job, Job::Part& part, std::size_t row) {
  PoolBatch& batch = *job.batch;
  Slot& slot = slots_[static_cast<std::size_t>(batch.environment[row])];
  Episode& episode = slot.episode;
  Episode::Result result{};
  batch.outcome[row] = kBegun;
  if (job.kind == Job::Kind::kReset) {
    const auto number = static_cast<std::uint64_t>(batch.environment[row]);
    begin_episode(worker, slot,
                  job.seed ? EpisodeName{.seed = *job.seed, .environment = number} : slot.next);
  } else if (slot.must_begin()) {
    begin_episode(worker, slot, slot.next);
  } else {
    result =
        job.kind == Job::Kind::kText
            ? episode.attempt(job.texts[row])
            : episode.step(read_raw(episode.bank(), episode.state(), *rules_, job.actions[row]));
    batch.outcome[row] = static_cast<std::uint8_t>(result.outcome);
    if (episode.over() && options.auto_reset == AutoReset::kSameStep) {
      part.final_row.push_back(static_cast<std::int32_t>(row));
      part.final_views.add(episode.bank(), episode.state());
      begin_episode(worker, slot, slot.next);
    }
  }
  batch.reward[row] = result.reward;
  batch.terminated[row] = result.terminated;
  batch.truncated[row] = result.truncated;
  batch.steps[row] = static_cast<std::int32_t>(episode.steps());
  batch.episode[row] = static_cast<std::int64_t>(slot.next.number - 1);
  batch.hash[row] = episode.hash();
  batch.goal_hash[row] = episode.goal_hash();
  slot.nodes = count_nodes(episode.bank(), episode.state());
  batch.nodes[row] = static_cast<std::int64_t>(slot.nodes);
  part.views.add(episode.bank(), episode.state());
}

// A source that throws leaves the environment as it is.
void Pool::Impl::begin_episode(Worker& worker, Slot& slot, const EpisodeName& name) {
  auto& source = worker.sources[slot.source];
  if (!source) source = sources_[slot.source]->clone();
  const auto drawn = source->draw(name);
  slot.episode.reset(drawn.bank, drawn.theorem);
  slot.next = name;
  ++slot.next.number;
}

Pool::Pool(const std::vector<std::shared_ptr<const TheoremSource>>& sources,
           const PoolOptions& options)
    : impl_(std::make_unique<Impl>(sources, options)) {}
// What the threads of the parent were doing cannot be cleaned up in the child of a fork.
Pool::~Pool() {
  if (impl_->lost_its_threads()) (void)impl_.release();
}

const PoolOptions& Pool::options() const { return impl_->options; }

Pool::Batch Pool::reset(std::optional<std::uint64_t> seed) { return reset(impl_->all, seed); }

Pool::Batch Pool::reset(Environments environments, std::optional<std::uint64_t> seed) {
  const auto lock = impl_->take_call();
  impl_->require_none_sent();
  impl_->begin(environments, Job::Kind::kReset).seed = seed;
  impl_->dispatch();
  return impl_->recv();
}

void Pool::Impl::send(Environments environments, std::span<const RawAction> actions) {
  require_one_each(environments, actions.size());
  Job& job = begin(environments, Job::Kind::kRaw);
  job.actions.assign(actions.begin(), actions.end());
  require_in_range(job);
  dispatch();
}

void Pool::Impl::send(Environments environments, std::span<const std::string> texts) {
  require_one_each(environments, texts.size());
  begin(environments, Job::Kind::kText).texts.assign(texts.begin(), texts.end());
  dispatch();
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
  return impl_->idle(environment).episode;
}

void Pool::mask(std::size_t environment, std::span<const std::int32_t> prefix,
                std::vector<std::uint8_t>& out) {
  const auto lock = impl_->take_call();
  const Episode& episode = impl_->idle(environment).episode;
  // What is tried leaves its terms in a bank: not in that of the episode, which would grow.
  impl_->tried = episode.bank();
  ActionMask mask(impl_->tried, episode.rules());
  mask.reset(episode.state());
  mask.append(prefix, out);
}

std::string Pool::save(std::size_t environment) const {
  const auto lock = impl_->take_call();
  const Slot& slot = impl_->idle(environment);
  Json json;
  json["seed"] = slot.next.seed;
  json["environment"] = slot.next.environment;
  json["begun"] = slot.next.number;
  json["episode"] = slot.episode.save();  // a text: nothing that is nested needs to be printed
  return json.dump();
}

void Pool::restore(std::size_t environment, std::string_view saved) {
  const auto lock = impl_->take_call();
  Slot& slot = impl_->idle(environment);
  try {
    const Json json = Json::parse(saved);
    Episode episode = Episode::restore(json.at("episode").get<std::string>());
    if (episode.rule_set() != options().rules || episode.step_limit() != options().step_limit) {
      throw Error(
          fmt::format("the saved environment has the rules {} and {} steps, the pool {} and {}",
                      to_string(episode.rule_set()), episode.step_limit(),
                      to_string(options().rules), options().step_limit));
    }
    EpisodeName next;
    for (const auto& [key, number] : {std::pair{"seed", &next.seed},
                                      {"environment", &next.environment},
                                      {"begun", &next.number}}) {
      if (!json.at(key).is_number_unsigned()) {
        throw Error(fmt::format("the saved environment has no number as its '{}'", key));
      }
      *number = json.at(key).get<std::uint64_t>();
    }
    if (next.number > kMaxEpisodes) {
      throw Error("the saved environment has begun too many episodes");
    }
    slot.nodes = count_nodes(episode.bank(), episode.state());
    slot.episode = std::move(episode);
    slot.next = next;
  } catch (const Json::exception&) {
    throw Error("this is not a saved environment");
  }
}

}  // namespace ineq
