// `make bench`: measures the speed of the proof assistant, the generator, the environment, search
// and networks, and the ratio to the original INT program where it has the same operation.
// `ineq_bench networks` measures only networks, `ineq_bench networks gin bow` only these, and
// `ineq_bench guided` only searches that a network guides.
//
// The theorems are of the setting K3 L7: those of the original program if its recordings exist
// (../shared/reference), otherwise those of this repository. Every case starts with an empty bank,
// as a new theorem does. Before anything is timed, each proof is replayed and must agree with the
// naive implementation that the tests use.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <map>

#include "axioms/axioms.h"
#include "base/error.h"
#include "environment_bench.h"
#include "files/lines.h"
#include "generator_bench.h"
#include "guided_bench.h"
#include "network_bench.h"
#include "proof/action_text.h"
#include "proof/observation.h"
#include "proof/record.h"
#include "search_bench.h"
#include "support/naive.h"
#include "support/repository.h"
#include "term/print.h"

namespace ineq {
namespace {

constexpr const char* kUnits = "units";  // the counter of units of work per iteration: steps

struct Case {
  std::string line;
  Record record;
  std::vector<Action> actions;  // their statements are filled in while replaying
};

class Corpus {
 public:
  Corpus() {
    const std::filesystem::path reference = in_reference();
    if (std::filesystem::is_directory(reference)) {
      for (const char* name : {"field.jsonl", "ordered_field.jsonl"})
        read(reference / name, "k3l7d0");
    } else {
      read(in_repository("examples/theorems.jsonl"), "k3l7");
    }
    INEQ_CHECK(!cases.empty());
  }

  std::vector<Case> cases;
  std::size_t steps = 0;
  Rules rules = make_rules(RuleSet::kInt2021);

 private:
  void read(const std::filesystem::path& path, std::string_view kind) {
    LineReader lines(path);
    for (std::string_view line; lines.next(line);) {
      Case item{.line = {}, .record = read_record(line), .actions = {}};
      item.record.line.clear();  // without the recorded states, which only the tests need
      item.line = write_record(item.record);
      if (item.record.id.find(kind) == std::string::npos) continue;
      replay(item);
      steps += item.actions.size();
      cases.push_back(std::move(item));
    }
  }

  // Fills in the actions and checks that the naive state has the same goals after each of them.
  void replay(Case& item) const {
    Bank bank;
    State state(bank, read_theorem(bank, item.record));
    naive::State naive(naive::RuleSet::kInt2021, item.record.premises, item.record.goal);
    for (const std::string& text : item.record.proof) {
      const Action action = *read_action(bank, state, text).action;
      std::vector<naive::Place> places;
      for (std::size_t i = 0; i < action.count; ++i) {
        INEQ_CHECK(action.operands[i].statement == first_goal(state));
        places.push_back({to_string(bank, *first_goal(state)), action.operands[i].node});
      }
      item.actions.push_back(action);
      state.apply(bank, rules, action);
      naive.apply(action.axiom, places);
      std::vector<std::string> goals;
      for (const Statement goal : state.goals()) goals.push_back(to_string(bank, goal));
      INEQ_CHECK(goals == naive.goals());
    }
    INEQ_CHECK(state.proven() && naive.proven());
  }
};

const Corpus& corpus() {
  static const Corpus corpus;  // read once, before anything is timed
  return corpus;
}

Action on_goal(Action action, Statement goal) {
  for (std::size_t i = 0; i < action.count; ++i) action.operands[i].statement = goal;
  return action;
}

// Times only `body(bank, item, state)`, for every theorem, each in a bank that contains nothing
// else.
template <typename Body>
void run(benchmark::State& timer, const Body& body) {
  Bank bank;
  for (auto _ : timer) {
    std::chrono::nanoseconds spent{0};
    for (const Case& item : corpus().cases) {
      bank.reset();
      State state(bank, read_theorem(bank, item.record));
      const auto start = std::chrono::steady_clock::now();
      body(bank, item, state);
      spent += std::chrono::steady_clock::now() - start;
    }
    timer.SetIterationTime(std::chrono::duration<double>(spent).count());
  }
  timer.counters[kUnits] = static_cast<double>(corpus().steps);
}

void time_apply_by_node(benchmark::State& timer) {
  run(timer, [](Bank& bank, const Case& item, State& state) {
    for (const Action& action : item.actions) {
      state.apply(bank, corpus().rules, on_goal(action, *first_goal(state)));
    }
    INEQ_CHECK(state.proven());
  });
}

void time_apply_by_text(benchmark::State& timer) {
  std::string observation;
  run(timer, [&](Bank& bank, const Case& item, State& state) {
    for (const std::string& text : item.record.proof) {
      state.apply(bank, corpus().rules, *read_action(bank, state, text).action);
      observation.clear();
      print_observation(bank, state, observation);
      benchmark::DoNotOptimize(observation.data());
    }
    INEQ_CHECK(state.proven());
  });
}

// Measures what a search over texts does: the state is also read from text.
void time_load_and_apply(benchmark::State& timer) {
  run(timer, [](Bank& bank, const Case& item, State&) {
    for (std::size_t i = 0; i < item.actions.size(); ++i) {
      State state(bank, read_theorem(bank, item.record));
      state.apply(bank, corpus().rules, on_goal(item.actions.front(), *first_goal(state)));
      benchmark::DoNotOptimize(state.hash());
    }
  });
}

void time_check_record(benchmark::State& timer) {
  run(timer, [](Bank& bank, const Case& item, State&) {
    bank.reset();
    INEQ_CHECK(check_record(bank, corpus().rules, read_record(item.line)).proven);
  });
}

void time_clone_and_hash(benchmark::State& timer) {
  run(timer, [](Bank&, const Case& item, State& state) {
    for (std::size_t i = 0; i < item.actions.size(); ++i) {
      const State copy = state;
      benchmark::DoNotOptimize(copy.hash());
    }
  });
}

// The figures of the original are for K3 L7, on the same kind of machine, in one process.
struct Measure {
  const char* name;
  void (*function)(benchmark::State&);
  const char* work;
  double original_ms;  // 0: unknown
  double budget_us;    // 0: none
};
constexpr Measure kMeasures[] = {
    {"apply_by_node", time_apply_by_node, "apply one step given by node", 3.9, 0.3},
    {"apply_by_text", time_apply_by_text, "parse a text action, apply it, print the observation",
     4.2, 3},
    {"load_and_apply", time_load_and_apply, "load a state from text and apply one step", 4.5, 0},
    {"check_record", time_check_record, "check a record from its line of JSON, by step", 0, 0},
    {"clone_and_hash", time_clone_and_hash, "clone a state and take its hash", 0, 0},
};

class TableReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.aggregate_name != "median") continue;
      time_[run.run_name.function_name] = run.GetAdjustedRealTime() / run.counters.at(kUnits).value;
    }
  }

  void print_table() const {
    fmt::print("\n{:<54}{:>12}{:>12}{:>12}{:>10}\n", "on one core; steps are of K3 L7", "here",
               "original", "ratio", "budget");
    for (const Measure& m : kMeasures) {
      const auto found = time_.find(m.name);
      if (found == time_.end()) continue;
      const double us = found->second / 1e3;
      fmt::print("{:<54}{:>9.3f} us", m.work, us);
      if (m.original_ms > 0) {
        fmt::print("{:>9.1f} ms{:>12}", m.original_ms,
                   fmt::format("{:.0f}x", m.original_ms * 1e3 / us));
      } else {
        fmt::print("{:>12}{:>12}", "-", "-");
      }
      fmt::print("{:>10}\n", m.budget_us > 0 ? fmt::format("{} us", m.budget_us) : "-");
    }
  }

 private:
  std::map<std::string, double> time_;
};

}  // namespace
}  // namespace ineq

int main(int argc, char** argv) {
  if (argc >= 2 && argv[1] == std::string_view("networks")) {
    ineq::print_network_tables({argv + 2, argv + argc});
    return 0;
  }
  if (argc == 2 && argv[1] == std::string_view("guided")) {
    ineq::print_guided_tables();
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  fmt::print("{} theorems, {} steps\n", ineq::corpus().cases.size(), ineq::corpus().steps);
  for (const ineq::Measure& m : ineq::kMeasures) {
    benchmark::RegisterBenchmark(m.name, m.function)
        ->UseManualTime()
        ->Unit(benchmark::kNanosecond)
        ->Repetitions(5)
        ->ReportAggregatesOnly();
  }
  ineq::TableReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_table();
  ineq::print_generator_tables();
  ineq::print_environment_tables();
  ineq::print_search_tables();
  ineq::print_guided_tables();
  ineq::print_network_tables({});
}
