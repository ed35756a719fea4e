#include "network_bench.h"

#include <fmt/format.h>

#include "agents/load_network.h"
#include "agents/optimizer.h"
#include "agents/sample_source.h"
#include "base/cpu_time.h"

namespace ineq {
namespace {

constexpr double kSeconds = 2;  // per measurement, at least

// Calls work() for some time, and returns how many of the `states` of a call are done per second of
// CPU time. The first call warms up.
template <typename Work>
double states_per_second(std::size_t states, const Work& work) {
  work();
  const double start = thread_cpu_seconds();
  std::size_t calls = 0;
  for (; calls == 0 || thread_cpu_seconds() - start < kSeconds; ++calls) work();
  return static_cast<double>(calls * states) / (thread_cpu_seconds() - start);
}

void print_row(const char* name, const NetworkOptions& options, std::size_t batch) {
  const auto network = make_network(options);
  network->initialize(1);
  const auto source = make_sample_source(
      {.specifications = {{.weight = 1, .specification = {.k = 3, .l = 7}}}, .hold_out = false});
  const Samples samples = make_samples(*source, options, {}, 0, batch);
  Optimizer optimizer({}, std::as_const(*network).weights());
  std::uint64_t next = batch;
  const double prepared = states_per_second(batch, [&] {
    make_samples(*source, options, {}, next, batch);
    next += batch;
  });
  const double learned = states_per_second(batch, [&] {
    network->learn(samples, 1);
    optimizer.step(network->weights(), network->gradient(), 1e-4);
  });
  const double read = states_per_second(batch, [&] { network->read(*samples.input)->first(); });
  fmt::print("{:<12}{:<8}{:>7}{:>7}{:>8}{:>12}{:>10.0f}{:>10.0f}{:>10.0f}\n",
             to_string(options.network), name, options.width, options.layers, batch,
             std::as_const(*network).weights().size(), prepared, learned, read);
}

}  // namespace

void print_network_tables() {
  if (!has_networks()) {
    fmt::print("\nThis build has no networks to measure.\n");
    return;
  }
  fmt::print("\n{:<12}{:<8}{:>7}{:>7}{:>8}{:>12}{:>10}{:>10}{:>10}\n", "networks", "preset",
             "width", "layers", "batch", "weights", "prepare", "train", "read");
  for (std::size_t i = 0; i < std::size(kNetworkNames); ++i) {
    const auto kind = static_cast<NetworkKind>(i);
    print_row("small", small_network(kind), 128);
    print_row("paper", paper_network(kind), 32);
  }
  fmt::print(
      "States of K3 L7 per second of CPU time: generated and written as arrays; learned from, with "
      "a\nstep of the optimiser; and read for values and the first choices.\n");
}

}  // namespace ineq
