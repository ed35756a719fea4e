// Counts what a pool of environments allocates: nothing in a step once it is warm, whatever the
// view and the number of threads, and little for a new theorem, which is printed.
//
// A program of its own, as it counts every allocation of every thread.

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "base/error.h"
#include "base/rng.h"
#include "env/pool.h"
#include "generate/dataset.h"
#include "generate/generator_source.h"
#include "proof/pointer_text.h"

namespace {
std::atomic<std::uint64_t> allocations = 0;
std::atomic<std::uint64_t> bytes = 0;
}  // namespace

// Not inlined: GCC would take these for a mismatch of new and free.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  bytes += size;
  return std::malloc(size);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace ineq {
namespace {

constexpr std::size_t kEnvironments = 64;
constexpr std::size_t kSteps = 24;  // of an episode, which none of them ends
constexpr int kRounds = 8;          // of episodes, for warming up and again for counting
const Specification kTheorems{.k = 3, .l = 7, .order_trials = 0};

struct Scripts {
  std::vector<Record> records;
  std::vector<std::vector<RawAction>> steps;  // one action an environment
};

// The steps of a proof up to its last one, and any actions among them.
Scripts write_scripts() {
  Scripts out;
  out.steps.assign(kSteps, std::vector<RawAction>(kEnvironments));
  Generator generator(kTheorems);
  Rng rng(1);
  for (std::size_t i = 0; i < kEnvironments; ++i) {
    out.records.push_back(make_record(generator, i));
    const std::vector<std::string>& proof = out.records.back().proof;
    Episode episode(RuleSet::kStandard, kSteps + 1);
    episode.reset(out.records.back());
    for (std::size_t step = 0, next = 0; step < kSteps;) {
      const auto nodes = static_cast<std::uint32_t>(count_nodes(episode.bank(), episode.state()));
      RawAction raw = {static_cast<std::int32_t>(rng.below(kAxiomCount)), 0, 0, 0};
      for (std::size_t at = 1; at < raw.size(); ++at) {
        raw[at] = static_cast<std::int32_t>(rng.below(nodes));
      }
      if (step % 2 == 0 && next + 1 < proof.size()) {
        try {
          const Reading reading = read_any_action(episode.bank(), episode.state(), proof[next++]);
          if (reading.action) raw = write_raw(episode.bank(), episode.state(), *reading.action);
        } catch (const Error&) {  // the state is another by now
        }
      }
      episode.step(read_raw(episode.bank(), episode.state(), episode.rules(), raw));
      if (episode.proven()) {
        episode.undo();
        continue;
      }
      out.steps[step++][i] = raw;
    }
  }
  return out;
}

// One episode everywhere, always with the same theorems; what its steps allocate. The caller holds
// a batch until it has the next one.
std::uint64_t count_round(Pool& pool, const Scripts& scripts, std::uint64_t& changed) {
  Pool::Batch held = pool.reset();
  const std::uint64_t before = allocations;
  for (const auto& actions : scripts.steps) {
    held = pool.step(actions);
    for (const std::uint8_t outcome : held->outcome) {
      changed += changes_state(static_cast<Outcome>(outcome));
    }
  }
  return allocations - before;
}

bool steps_allocate_nothing(const Scripts& scripts, const PoolOptions& options, const char* view) {
  Pool pool({std::make_shared<ListSource>(scripts.records, kEnvironments)}, options);
  std::uint64_t warming = 0, counted = 0, changed = 0;
  for (int round = 0; round < kRounds; ++round) warming += count_round(pool, scripts, changed);
  changed = 0;
  for (int round = 0; round < kRounds; ++round) counted += count_round(pool, scripts, changed);
  const std::size_t steps = kRounds * kSteps * kEnvironments;
  fmt::print(
      "{:<14}{} threads: {} allocations in {} steps, {} of which changed a state; {} before\n",
      view, options.threads, counted, steps, changed, warming);
  return counted == 0 && changed > steps / 8;
}

void print_new_theorems(const char* name, std::shared_ptr<const TheoremSource> source) {
  Pool pool({std::move(source)}, {.environments = kEnvironments});
  for (int i = 0; i < 50; ++i) pool.reset();
  const std::uint64_t allocations_before = allocations, bytes_before = bytes;
  constexpr int kTimes = 50;
  for (int i = 0; i < kTimes; ++i) pool.reset();
  constexpr double kAll = kTimes * kEnvironments;
  fmt::print("a new theorem {}: {:.2f} allocations, {:.0f} bytes\n", name,
             static_cast<double>(allocations - allocations_before) / kAll,
             static_cast<double>(bytes - bytes_before) / kAll);
}

int run() {
  const Scripts scripts = write_scripts();
  struct View {
    const char* name;
    bool graph;
    bool merge;
    std::optional<Sequence> sequence;
  };
  bool good = true;
  for (const View& view : {View{"none", false, false, {}}, View{"graph", true, false, {}},
                           View{"merged graph", true, true, {}},
                           View{"characters", false, false, Sequence::kCharacters},
                           View{"pointer text", false, false, Sequence::kPointer}}) {
    for (const std::size_t threads : {1, 2}) {
      const PoolOptions options{.environments = kEnvironments,
                                .threads = threads,
                                .step_limit = kSteps + 1,
                                .auto_reset = AutoReset::kDisabled,
                                .views = {.graph = view.graph,
                                          .graph_options = {.merge = view.merge},
                                          .sequence = view.sequence}};
      good = steps_allocate_nothing(scripts, options, view.name) && good;
    }
  }
  print_new_theorems("of a list", std::make_shared<ListSource>(scripts.records, kEnvironments));
  print_new_theorems("of the generator", std::make_shared<GeneratorSource>(kTheorems));
  return good ? 0 : 1;
}

}  // namespace
}  // namespace ineq

int main() { return ineq::run(); }
