#include "agents/trainer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "agents/rollouts.h"
#include "agents/run_directory.h"
#include "agents/validation.h"
#include "base/cpu_time.h"
#include "base/error.h"
#include "base/ordered.h"
#include "base/streams.h"
#include "files/event_file.h"
#include "files/file_error.h"
#include "files/machine.h"
#include "files/output.h"

namespace ineq {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

// Streams of a run besides its samples, which have numbers from 0 on.
enum RunStream : std::uint64_t { kWeightStream, kDropoutStream, kSearchStream };
std::uint64_t run_seed(std::uint64_t seed, RunStream which) {
  return stream_seed(Purpose::kTraining, mix(seed), UINT64_MAX - which);
}

// How often the metrics are written, per run.
constexpr std::uint64_t kMetricLines = 500;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// The size of a file, or 0 if there is none.
std::uint64_t size_of(const std::string& path) {
  std::error_code missing;
  const auto size = std::filesystem::file_size(path, missing);
  return missing ? 0 : size;
}

// A file that grows by lines. A resumed run cuts off what came after its checkpoint. If lines were
// lost, it keeps those that are left.
class GrowingFile {
 public:
  GrowingFile(const std::string& path, std::uint64_t size) : path_(path) {
    std::error_code error;
    if (size_of(path) > size) std::filesystem::resize_file(path, size, error);
    if (error) throw Error(path + ": " + error.message());
    file_.reset(std::fopen(path.c_str(), "ab"));
    if (!file_) throw FileError(path, errno);
  }

  void write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
        std::fflush(file_.get()) != 0) {
      throw FileError(path_, errno);
    }
  }
  std::uint64_t size() const { return std::filesystem::file_size(path_); }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

// Keeps other processes from training in a folder. The system releases the lock when the process
// ends.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder)
      : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw FileError(folder, errno);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      close(descriptor_);
      throw Error(folder + ": another program is training in this folder");
    }
  }
  ~FolderLock() { close(descriptor_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const int descriptor_;
};

// Sums of losses since the last line of metrics.
class LossMeter {
 public:
  void add(const Losses& losses, double norm) {
    sum_.total += losses.total;
    sum_.policy += losses.policy;
    sum_.value += losses.value;
    sum_.accuracy += losses.accuracy;
    norm_ += norm;
    ++count_;
  }
  Losses mean() const {
    const double n = std::max<double>(1, static_cast<double>(count_));
    return {sum_.total / n, sum_.policy / n, sum_.value / n, sum_.accuracy / n};
  }
  double norm() const { return norm_ / std::max<double>(1, static_cast<double>(count_)); }
  void clear() { *this = {}; }

 private:
  Losses sum_;
  double norm_ = 0;
  std::uint64_t count_ = 0;
};

// For all weights or, if only the value is trained, for those of the value.
Optimizer make_optimizer(const TrainConfig& config, const Network& network) {
  if (config.training.value.empty()) return {config.optimizer, network.weights()};
  std::size_t first = SIZE_MAX, end = 0, count = 0;
  for (const Parameter& parameter : network.parameters()) {
    if (!parameter.name.starts_with(kValuePrefix)) continue;
    first = std::min(first, parameter.offset);
    end = std::max(end, parameter.offset + parameter.size);
    count += parameter.size;
  }
  INEQ_CHECK(count == end - first);  // they follow each other
  return {config.optimizer, network.weights(), first, count};
}

class Trainer {
 public:
  Trainer(const TrainRequest& request, const std::function<void(const TrainProgress&)>& progress)
      : request_(request),
        config_(request.config),
        run_(request.folder),
        progress_(progress),
        network_(make_network(config_.network, request.device)) {
    if (request.resume) {
      lock_.emplace(run_.folder());
    } else if (run_.is_run()) {
      throw Error(run_.folder() + " already has a run: --resume continues it");
    }
    // A resumed run needs neither the run that it started with nor the one whose value it trains.
    const bool has_checkpoint = request.resume && std::filesystem::exists(run_.last());
    if (!has_checkpoint) initialize_weights(config_, *network_);
    optimizer_.emplace(make_optimizer(config_, *network_));
    if (has_checkpoint) {
      state_ = load_checkpoint(run_.last(), config_, *network_, *optimizer_);
      base_cpu_ = state_.cpu_seconds;
    }
    // First what can fail because of the configuration: then no run is left behind.
    if (config_.training.value.empty()) validation_ = make_validation(config_, request.device);
    if (config_.search.from_search > 0) {
      rounds_.emplace(config_, run_seed(config_.training.seed, kSearchStream), request.device);
    } else {
      source_ =
          config_.training.value.empty()
              ? make_sample_source(config_.samples)
              : make_rollout_source(config_.samples, *network_, config_.network, request.interrupt);
    }
    open();
  }

  TrainProgress run() {
    const std::uint64_t steps = config_.steps();
    earlier_ = state_.step;
    write_status("running");
    try {
      while (state_.step < steps && !is_interrupted()) {
        if (rounds_ && !prepare_round()) break;
        for_each_ordered(
            {.threads = request_.threads, .interrupt = request_.interrupt},
            numbers(state_.step, rounds_ ? first_step(round_of(state_.step) + 1) : steps),
            [&] { return make_worker(); },
            [&](std::size_t step, Samples samples) { learn(step, samples); });
      }
    } catch (...) {
      write_status("failed");
      throw;
    }
    save();
    write_status(state_.step == steps ? "done" : "interrupted");
    return now();
  }

 private:
  void open() {
    namespace fs = std::filesystem;
    const Json config = to_json(config_);
    std::error_code error;
    fs::create_directories(run_.folder() + "/checkpoints", error);
    if (rounds_ && !error) fs::create_directories(run_.folder() + "/search", error);
    if (error) throw Error(run_.folder() + ": " + error.message());
    if (!request_.resume) {
      lock_.emplace(run_.folder());
      if (run_.is_run()) {  // another program was faster
        throw Error(run_.folder() + " already has a run: --resume continues it");
      }
      Json machine = describe_machine();
      machine["threads"] = request_.threads;
      machine["device"] = request_.device;
      write_file(run_.environment(), machine.dump(2) + "\n");
      write_file(run_.config(), config.dump(2) + "\n");  // last: it makes the folder a run
    }
    metrics_.emplace(run_.metrics(), state_.metrics_size);
    const bool has_events = size_of(run_.events()) > 0;
    events_.emplace(run_.events(), has_events ? state_.events_size : 0);
  }

  bool is_interrupted() const { return request_.interrupt != nullptr && *request_.interrupt; }

  // The rounds have equally many steps, up to rounding.
  std::uint64_t round_of(std::uint64_t step) const {
    return step * config_.search.from_search / config_.steps();
  }
  std::uint64_t first_step(std::uint64_t round) const {
    const std::uint64_t rounds = config_.search.from_search;
    return (round * config_.steps() + rounds - 1) / rounds;
  }

  // Makes the samples of the current round: searches, unless that was done before an interruption,
  // and takes the proofs of the last rounds. Returns false if it was interrupted.
  //
  // Searches use the weights of the first step of a round. A checkpoint of that step is written
  // before, and the next one after a further step, so a resumed run can always search again.
  bool prepare_round() {
    const std::uint64_t round = round_of(state_.step);
    if (validation_ && state_.step == 0) validate();
    if (!std::filesystem::exists(run_.proofs(round))) {
      if (state_.step != first_step(round)) {
        throw Error(run_.proofs(round) + ": this file is missing, and the run needs it");
      }
      const auto found =
          rounds_->search(round, optimizer_->average(), request_.threads, request_.interrupt);
      if (!found) return false;
      write_file(run_.summary(round), found->summary.to_json().dump() + "\n");
      write_file(run_.detours(round), found->detours);
      write_file(run_.proofs(round), found->records);
    }
    summary_ = RoundSummary::read(run_.summary(round));
    std::vector<std::string> files;
    std::uint64_t proofs = 0;
    std::vector<std::string> detours;
    const std::uint64_t first = round - std::min<std::uint64_t>(round, config_.search.window - 1);
    for (std::uint64_t i = first; i <= round; ++i) {
      const RoundSummary summary = RoundSummary::read(run_.summary(i));
      if (summary.round != i) throw Error(run_.summary(i) + ": this is of another round");
      if (summary.learned > 0) files.push_back(run_.proofs(i));
      if (summary.detours > 0) detours.push_back(run_.detours(i));
      proofs += summary.learned;
    }
    if (proofs == 0) {
      throw Error(
          "the searches have found no proof to learn from; a larger --search-nodes, easier "
          "theorems, or --start with a trained agent may help");
    }
    source_ = make_sample_source(
        {.specifications = {}, .files = files, .detours = detours, .seed = config_.samples.seed});
    progress_(now());
    return true;
  }

  std::function<Samples(std::size_t)> make_worker() {
    const std::shared_ptr<SampleSource> source = source_->clone();
    return [this, source](std::size_t step) { return make_batch(config_, *source, step); };
  }

  void learn(std::uint64_t step, const Samples& samples) {
    const std::uint64_t steps = config_.steps();
    if (rounds_ && step == first_step(round_of(step))) write_round();
    const std::uint64_t seed = run_seed(config_.training.seed, kDropoutStream);
    const Losses losses = network_->learn(samples, stream_seed(Purpose::kTraining, seed, step));
    const double rate = rate_at(config_.optimizer, step, steps);
    const double norm = optimizer_->step(network_->weights(), network_->gradient(), rate);
    if (!std::isfinite(losses.total) || !std::isfinite(norm)) {
      throw Error(
          fmt::format("the loss is not a number after {} states; a new run with a lower --rate may "
                      "help. Agents use the best weights so far, if there are any, in {}",
                      step * config_.training.batch, run_.best()));
    }
    recent_.add(losses, norm);
    state_.step = step + 1;
    const bool is_last = state_.step == steps;
    const auto is_due = [&](std::uint64_t times) {  // this many times per run, and at its end
      return times > 0 && (is_last || state_.step * times / steps != step * times / steps);
    };
    // With rounds, at the end of each.
    const std::uint64_t validations =
        rounds_ ? config_.search.from_search : config_.training.validations;
    const bool validates = validation_ && is_due(validations);
    if (validates) validate();
    if (is_last && state_.best_validation < 0) save_best();  // nothing was measured
    if (validates || is_due(kMetricLines)) write_metrics(rate, validates);
    const bool is_time =
        Clock::now() - saved_ > std::chrono::duration<double>(request_.save_seconds);
    const bool is_round_over = rounds_ && is_due(config_.search.from_search);
    if (validates || is_time || is_round_over) save();
    progress_(now());
  }

  void validate() {
    const double success = validation_->success(optimizer_->average());
    last_validation_ = success;
    ++validations_;
    if (success < state_.best_validation) return;
    state_.best_validation = success;
    save_best();
  }

  void save_best() {
    state_.best_step = state_.step;
    save_weights(run_.best(), config_, network_->parameters(), optimizer_->average(), state_);
  }

  void write_metrics(double rate, bool validated) {
    const Losses mean = recent_.mean();
    const std::uint64_t states = now().states;
    std::vector<std::pair<std::string, double>> scalars = {{"loss", mean.total},
                                                           {"policy_loss", mean.policy},
                                                           {"value_loss", mean.value},
                                                           {"accuracy", mean.accuracy},
                                                           {"gradient_norm", recent_.norm()},
                                                           {"rate", rate},
                                                           {"cpu_seconds", cpu_seconds()}};
    if (validated) scalars.emplace_back("validation_success", last_validation_);
    Json line = {{"step", state_.step}, {"states", states}};
    for (const auto& [name, value] : scalars) line[name] = value;
    line["time"] = wall_seconds();
    metrics_->write(line.dump() + "\n");
    events_->add(states, wall_seconds(), scalars);
    shown_ = mean;
    recent_.clear();
  }

  // The searches before the first step of a round, as a line of metrics.
  void write_round() {
    std::vector<std::pair<std::string, double>> scalars = {
        {"search_success", summary_->success()},
        {"search_length", summary_->length()},
        {"search_shorter", static_cast<double>(summary_->shorter)},
        {"search_learned", static_cast<double>(summary_->learned)}};
    if (state_.step == 0 && last_validation_ >= 0) {
      scalars.emplace_back("validation_success", last_validation_);  // before any learning
    }
    Json line = {{"step", state_.step}, {"states", now().states}, {"round", summary_->round}};
    for (const auto& [name, value] : scalars) line[name] = value;
    line["cpu_seconds"] = cpu_seconds();
    line["time"] = wall_seconds();
    metrics_->write(line.dump() + "\n");
    events_->add(now().states, wall_seconds(), scalars);
  }

  void save() {
    state_.cpu_seconds = cpu_seconds();
    state_.metrics_size = metrics_->size();
    state_.events_size = events_->flush();
    save_checkpoint(run_.last(), config_, *network_, *optimizer_, state_);
    write_status("running");
    saved_ = Clock::now();
  }

  void write_status(const char* status) {
    const TrainProgress progress = now();
    Json out = {{"status", status},
                {"states", progress.states},
                {"total", progress.total},
                {"cpu_seconds", progress.cpu_seconds},
                {"updated", wall_seconds()}};
    if (state_.best_validation >= 0) out["best_validation"] = state_.best_validation;
    write_file(run_.status(), out.dump(2) + "\n");
  }

  double cpu_seconds() const { return base_cpu_ + process_cpu_seconds() - start_cpu_; }

  TrainProgress now() const {
    const auto states = [&](std::uint64_t step) {
      return std::min(step * config_.training.batch, config_.training.states);
    };
    return {.states = states(state_.step),
            .earlier = states(earlier_),
            .total = config_.training.states,
            .losses = shown_.value_or(recent_.mean()),
            .validation = last_validation_,
            .best_validation = state_.best_validation,
            .validations = validations_,
            .cpu_seconds = cpu_seconds(),
            .round = summary_};
  }

  const TrainRequest& request_;
  const TrainConfig& config_;
  const RunDirectory run_;
  const std::function<void(const TrainProgress&)>& progress_;
  std::optional<FolderLock> lock_;
  const double start_cpu_ = process_cpu_seconds();
  double base_cpu_ = 0;
  std::unique_ptr<Network> network_;
  std::optional<Optimizer> optimizer_;
  std::unique_ptr<Validation> validation_;
  std::unique_ptr<SampleSource> source_;
  std::optional<SearchRounds> rounds_;   // if the run learns from search
  std::optional<RoundSummary> summary_;  // of the current round
  TrainState state_;
  std::uint64_t earlier_ = 0;  // steps
  std::optional<GrowingFile> metrics_;
  std::optional<EventFile> events_;
  LossMeter recent_;
  std::optional<Losses> shown_;
  double last_validation_ = -1;
  std::uint64_t validations_ = 0;
  Clock::time_point saved_ = Clock::now();
};

}  // namespace

void initialize_weights(const TrainConfig& config, Network& network) {
  const TrainOptions& training = config.training;
  if (!training.start.empty()) {
    load_weights(RunDirectory(training.start).best(), config.network, network);
    return;
  }
  network.initialize(run_seed(training.seed, kWeightStream));
  if (!training.value.empty()) {
    load_policy_weights(RunDirectory(training.value).best(), config.network, network);
  }
}

Samples make_batch(const TrainConfig& config, SampleSource& source, std::uint64_t step) {
  const std::uint64_t first = step * config.training.batch;
  const std::uint64_t count =
      std::min<std::uint64_t>(config.training.batch, config.training.states - first);
  Samples out = make_samples(source, config.network, config.samples.options, first, count);
  out.only_value = !config.training.value.empty();
  return out;
}

TrainProgress train(const TrainRequest& request,
                    const std::function<void(const TrainProgress&)>& progress) {
  require_possible(request.config);
  return Trainer(request, progress).run();
}

std::uint64_t affordable_states(const TrainConfig& config, const std::string& device,
                                double cpu_minutes) {
  constexpr double kTrial = 3;           // seconds
  constexpr double kForTraining = 0.93;  // the rest is validation and saving
  require_possible(config);
  const auto network = make_network(config.network, device);
  initialize_weights(config, *network);
  Optimizer optimizer = make_optimizer(config, *network);
  const auto source = make_sample_source(config.samples);
  double start = 0;
  std::uint64_t step = 0;
  for (;; ++step) {
    if (step == 1) start = process_cpu_seconds();  // the first step also warms up
    if (step > 1 && process_cpu_seconds() - start > kTrial) break;
    const Samples samples = make_batch(config, *source, step);
    network->learn(samples, step);
    optimizer.step(network->weights(), network->gradient(),
                   rate_at(config.optimizer, 0, config.steps()));
  }
  const double states = static_cast<double>((step - 1) * config.training.batch);
  const double rate = states / (process_cpu_seconds() - start);
  const double wanted = rate * cpu_minutes * 60 * kForTraining;
  return static_cast<std::uint64_t>(std::clamp(wanted, static_cast<double>(config.training.batch),
                                               static_cast<double>(kMaxStates)));
}

}  // namespace ineq
