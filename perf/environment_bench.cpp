#include "environment_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "base/rng.h"
#include "env/legal_actions.h"
#include "env/pool.h"
#include "generate/dataset.h"
#include "generate/generator.h"
#include "proof/pointer_text.h"
#include "proof/record.h"

namespace ineq {
namespace {

using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

constexpr std::size_t kLength = 7;
constexpr std::size_t kTheorems = 4096;  // a multiple of every batch size
constexpr int kRepeats = 9;
constexpr double kOriginalMs = 4.3;  // per step with its graph, K3 L7
constexpr double kBudgetUs = 3;      // per step in large batches

template <typename Run>
double median(const Run& run) {
  std::vector<double> times;
  for (int repeat = 0; repeat < kRepeats; ++repeat) times.push_back(run());
  std::ranges::nth_element(times, times.begin() + kRepeats / 2);
  return times[kRepeats / 2];
}

// Theorems with the actions and states of their proofs, obtained from texts and without a pool.
struct Played {
  std::vector<Record> records;
  std::vector<RawAction> actions;     // kLength per theorem
  std::vector<std::uint64_t> hashes;  // of the states before them
};

Played play() {
  Played out;
  Generator generator({.k = 3, .l = kLength});
  Episode episode(RuleSet::kStandard);
  for (std::uint64_t i = 0; i < kTheorems; ++i) {
    out.records.push_back(make_record(generator, i));
    const Record& record = out.records.back();
    INEQ_CHECK(record.proof.size() == kLength);
    episode.reset(record);
    for (const std::string& text : record.proof) {
      out.hashes.push_back(episode.hash());
      const Reading reading = read_any_action(episode.bank(), episode.state(), text);
      out.actions.push_back(write_raw(episode.bank(), episode.state(), *reading.action));
      episode.step(text);
    }
    INEQ_CHECK(episode.proven());
  }
  return out;
}

struct View {
  const char* name;
  bool graph;
  std::optional<Sequence> sequence;
};
constexpr View kViews[] = {{"none", false, {}},
                           {"graph", true, {}},
                           {"characters", false, Sequence::kCharacters},
                           {"pointer text", false, Sequence::kPointer}};

// Environment i of n plays the proofs of the theorems i, i + n, … repeatedly.
class Run {
 public:
  Run(const Played& played, std::shared_ptr<const ListSource> source, const PoolOptions& options)
      : played_(played), batch_(options.environments), pool_({std::move(source)}, options) {
    for (std::size_t first = 0; first < kTheorems; first += batch_) {
      for (std::size_t step = 0; step < kLength; ++step) {
        for (std::size_t i = 0; i < batch_; ++i) {
          actions_.push_back(played.actions[(first + i) * kLength + step]);
        }
      }
    }
    pool_.reset();
    verify();
  }

  // Plays all theorems once and returns the microseconds per step.
  double time() {
    const auto start = Clock::now();
    for (std::size_t at = 0; at < actions_.size(); at += batch_) {
      pool_.step(std::span(actions_).subspan(at, batch_));
    }
    return Microseconds(Clock::now() - start).count() / static_cast<double>(actions_.size());
  }

 private:
  // Every state must be that of the single episode, and only last steps are rewarded.
  void verify() {
    std::size_t at = 0;
    for (std::size_t first = 0; first < kTheorems; first += batch_) {
      for (std::size_t step = 0; step < kLength; ++step, at += batch_) {
        const auto batch = pool_.step(std::span(actions_).subspan(at, batch_));
        const bool last = step + 1 == kLength;
        for (std::size_t i = 0; i < batch_; ++i) {
          const std::size_t next =
              last ? (first + batch_ + i) % kTheorems * kLength : (first + i) * kLength + step + 1;
          INEQ_CHECK(batch->hash[i] == played_.hashes[next]);
          INEQ_CHECK(batch->reward[i] == (last ? 1 : 0) && batch->terminated[i] == last);
        }
      }
    }
  }

  const Played& played_;
  const std::size_t batch_;
  std::vector<RawAction> actions_;  // in the order of the steps
  Pool pool_;
};

void print_steps(const Played& played) {
  fmt::print("\n{:<16}{:>7}{:>9}{:>10}{:>13}{:>10}{:>9}\n", "a pool's steps", "batch", "threads",
             "us each", "a second", "ratio", "budget");
  for (const View& view : kViews) {
    for (const std::size_t batch : {1, 64, 1024}) {
      const auto source = std::make_shared<const ListSource>(played.records, batch);
      for (const std::size_t threads : {1, 2}) {
        if (threads > batch) continue;
        Run run(played, source,
                {.environments = batch,
                 .threads = threads,
                 .auto_reset = AutoReset::kSameStep,
                 .views = {.graph = view.graph, .sequence = view.sequence}});
        const double us = median([&] { return run.time(); });
        const bool budgeted = view.graph && batch == 1024 && threads == 1;
        fmt::print("{:<16}{:>7}{:>9}{:>10.3f}{:>13.0f}{:>10}{:>9}\n", view.name, batch, threads, us,
                   1e6 / us, view.graph ? fmt::format("{:.0f}x", kOriginalMs * 1e3 / us) : "-",
                   budgeted ? fmt::format("{} us", kBudgetUs) : "-");
      }
    }
  }
  fmt::print("K3 L7; every {}th step begins a new theorem, which is part of the time\n", kLength);
}

void take(Episode& episode, const RawAction& raw) {
  episode.step(read_raw(episode.bank(), episode.state(), episode.rules(), raw));
}

// Calls body(episode, next action) for every state of some proofs. Returns the microseconds per
// state.
template <typename Body>
double time_states(const Played& played, std::size_t theorems, const Body& body) {
  Episode episode(RuleSet::kStandard);
  Microseconds spent{0};
  for (std::size_t i = 0; i < theorems; ++i) {
    episode.reset(played.records[i]);
    for (std::size_t step = 0; step < kLength; ++step) {
      const RawAction& next = played.actions[i * kLength + step];
      const auto start = Clock::now();
      body(episode, next);
      spent += Clock::now() - start;
      take(episode, next);
    }
    INEQ_CHECK(episode.proven());
  }
  return spent.count() / static_cast<double>(theorems * kLength);
}

std::array<std::uint8_t, kAxiomCount> mask_axioms(Episode& episode) {
  ActionMask mask(episode.bank(), episode.rules());
  mask.reset(episode.state());
  std::array<std::uint8_t, kAxiomCount> out;
  mask.axioms(out);
  return out;
}

std::int32_t choose(std::span<const std::uint8_t> mask, Rng& rng) {
  auto nth = rng.below(static_cast<std::uint32_t>(std::ranges::count(mask, 1)));
  std::int32_t at = 0;
  while (mask[static_cast<std::size_t>(at)] == 0 || nth-- > 0) ++at;
  return at;
}

// Chooses one operand after the other, each by the mask of possible continuations, as a policy
// does.
RawAction choose_operands(Episode& episode, std::int32_t axiom, Rng& rng,
                          std::vector<std::uint8_t>& memory) {
  ActionMask mask(episode.bank(), episode.rules());
  mask.reset(episode.state());
  memory.resize(count_nodes(episode.bank(), episode.state()));
  RawAction raw{axiom};
  for (std::size_t i = 1; i < raw.size(); ++i) {
    mask.operands(std::span(raw).first(i), memory);
    raw[i] = choose(memory, rng);
    if (raw[i] == 0) break;
  }
  return raw;
}

// Checks that the functions timed below agree with the list of legal actions.
void verify_search(const Played& played) {
  Rng rng(1);
  std::vector<std::uint8_t> memory;
  time_states(played, 16, [&](Episode& episode, const RawAction&) {
    std::array<std::uint8_t, kAxiomCount> legal{};
    std::vector<std::uint64_t> next;
    for (const auto& l : legal_actions(episode.bank(), episode.rules(), episode.state())) {
      legal[l.action.axiom] = 1;
      next.push_back(l.next.hash());
    }
    const auto mask = mask_axioms(episode);
    INEQ_CHECK(mask == legal);
    const RawAction raw = choose_operands(episode, choose(mask, rng), rng, memory);
    Episode copy = Episode::restore(episode.save());
    INEQ_CHECK(copy.hash() == episode.hash());
    const std::uint64_t before = copy.hash();
    take(copy, raw);
    INEQ_CHECK(std::ranges::count(next, copy.hash()) > 0);
    INEQ_CHECK(copy.undo() && copy.hash() == before);
  });
}

void print_search(const Played& played) {
  verify_search(played);
  fmt::print("\n{:<44}{:>10}{:>13}\n", "at a state of K3 L7", "us each", "a second");
  const auto print = [&](const char* work, std::size_t theorems, const auto& body) {
    const double us = median([&] { return time_states(played, theorems, body); });
    fmt::print("{:<44}{:>10.3f}{:>13.0f}\n", work, us, 1e6 / us);
    return us;
  };
  std::uint64_t states = 0, actions = 0;
  const double us = print("list the legal actions", 16, [&](Episode& episode, const RawAction&) {
    actions += legal_actions(episode.bank(), episode.rules(), episode.state()).size();
    ++states;
  });
  const double each = static_cast<double>(actions) / static_cast<double>(states);
  fmt::print("{:<44}{:>10.3f}{:>13.0f}\n", fmt::format("  each of them, {:.1f} a state", each),
             us / each, 1e6 * each / us);
  std::uint64_t sum = 0;
  print("the mask of the axioms", 64,
        [&](Episode& episode, const RawAction&) { sum += mask_axioms(episode)[0]; });
  Rng rng(1);
  std::vector<std::uint8_t> memory;
  print("choose an axiom and operands, by their masks", 64,
        [&](Episode& episode, const RawAction&) {
          const std::int32_t axiom = choose(mask_axioms(episode), rng);
          sum += static_cast<std::uint64_t>(choose_operands(episode, axiom, rng, memory)[1]);
        });
  print("copy the episode", 512, [&](Episode& episode, const RawAction&) {
    const Episode copy = episode;
    sum += copy.hash();
  });
  print("save the episode and restore it", 64, [&](Episode& episode, const RawAction&) {
    sum += Episode::restore(episode.save()).hash();
  });
  print("take a step and undo it", 512, [&](Episode& episode, const RawAction& next) {
    take(episode, next);
    INEQ_CHECK(episode.undo());
  });
  INEQ_CHECK(sum > 0);
}

}  // namespace

void print_environment_tables() {
  const Played played = play();
  print_steps(played);
  print_search(played);
}

}  // namespace ineq
