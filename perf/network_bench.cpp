#include "network_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "agents/load_network.h"
#include "agents/optimizer.h"
#include "agents/sample_source.h"
#include "agents/text_input.h"
#include "base/cpu_time.h"
#include "base/error.h"
#include "benchmark/process.h"
#include "files/temporary_folder.h"
#include "matrix_products.h"
#include "support/network_dump.h"
#include "support/repository.h"

namespace ineq {
namespace {

constexpr int kCalls = 3;               // per measurement, at least
constexpr double kSeconds = 3;          // per measurement, at least
constexpr double kTolerance = 1e-4;     // of the twin's loss, relative
constexpr std::int64_t kTokens = 2048;  // per batch of the paper's transformer
constexpr double kGiga = 1e9;

// The CPU seconds of the fastest call of work(). Other programs on the machine slow calls down, but
// none is faster than alone. The first call warms up and does not count.
template <typename Work>
double fastest(const Work& work) {
  work();
  double best = std::numeric_limits<double>::infinity();
  const double first = thread_cpu_seconds();
  for (int calls = 0; calls < kCalls || thread_cpu_seconds() - first < kSeconds; ++calls) {
    const double start = thread_cpu_seconds();
    work();
    best = std::min(best, thread_cpu_seconds() - start);
  }
  return best;
}

// The CPU seconds per batch, on average, because batches differ in work.
double time_preparation(const NetworkOptions& options, SampleSource& source, std::size_t batch) {
  const double start = thread_cpu_seconds();
  std::uint64_t next = 0;
  for (; thread_cpu_seconds() - start < kSeconds; next += batch) {
    make_samples(source, options, {}, next, batch);
  }
  return (thread_cpu_seconds() - start) * static_cast<double>(batch) / static_cast<double>(next);
}

struct Row {
  const char* preset;
  NetworkOptions options;
  std::size_t batch;
};

// `small` has the batch of `ineq train`, `paper` those of the paper: 32 states and, for the
// transformer, as many as have 2048 characters of source.
Row make_row(const char* preset, const NetworkOptions& options, SampleSource& source) {
  if (preset == std::string_view("small")) return {preset, options, 128};
  std::size_t batch = 32;
  if (options.network == NetworkKind::kTransformer) {
    const Samples samples = make_samples(source, options, {}, 0, batch);
    const auto offset = dynamic_cast<const TextInput&>(*samples.input).offset();
    INEQ_CHECK(offset.back() > kTokens);
    while (offset[batch] > kTokens) --batch;
  }
  return {preset, options, batch};
}

// The states per second that the twin learns from, in a process of its own. Nothing if PyTorch is
// not installed. The twin must first compute the same loss.
std::optional<double> time_twin(const Network& network, const NetworkOptions& options,
                                const Samples& samples) {
  NetworkOptions without_dropout = options;
  without_dropout.dropout = 0;
  const auto copy = make_network(without_dropout);
  std::ranges::copy(network.weights(), copy->weights().begin());
  const double loss = copy->learn(samples, 1).total;
  const TemporaryFolder folder;
  const std::string path = folder.path("network.npz");
  NetworkDump dump;
  dump.add_samples(samples);
  dump.add_parameters("weights", network.parameters(), network.weights());
  dump.write(path, options);

  constexpr int kNoTorch = 77;
  const ProcessResult result =
      run_process({"/usr/bin/python3", in_repository("perf/network_twin.py"), path,
                   fmt::format("{}", kCalls), fmt::format("{}", kSeconds)},
                  "", {.seconds = 600, .memory = std::size_t{64} << 30});
  if (result.exit_code == kNoTorch) return {};
  if (result.exit_code != 0) throw Error("network_twin.py failed: " + result.output);
  const auto answer = nlohmann::json::parse(result.output);
  const double twin_loss = answer.at("loss");
  if (!(std::abs(twin_loss - loss) <= kTolerance * std::abs(loss))) {
    throw Error(fmt::format("the loss of {} is {}, that of its twin is {}",
                            to_string(options.network), loss, twin_loss));
  }
  return answer.at("states_per_second").get<double>();
}

// The fastest of some steps, with a clock for each of its products.
struct CountedStep {
  MatrixProducts products;
  double seconds = std::numeric_limits<double>::infinity();
};

template <typename Learn>
CountedStep count_step(const Learn& learn) {
  CountedStep best;
  for (int i = 0; i < kCalls; ++i) {
    const double start = thread_cpu_seconds();
    const MatrixProducts products = count_matrix_products(learn);
    const double seconds = thread_cpu_seconds() - start;
    if (seconds < best.seconds) best = {products, seconds};
  }
  return best;
}

// Returns whether there was a twin to compare with.
bool print_row(const Row& row, SampleSource& source) {
  const auto network = make_network(row.options);
  network->initialize(1);
  const Samples samples = make_samples(source, row.options, {}, 0, row.batch);
  const std::optional<double> twin = time_twin(*network, row.options, samples);
  Optimizer optimizer({}, std::as_const(*network).weights());
  const auto learn = [&] {
    network->learn(samples, 1);
    optimizer.step(network->weights(), network->gradient(), 1e-4);
  };
  const double prepare = time_preparation(row.options, source, row.batch);
  const double sgemm = sgemm_speed();
  const double step = fastest(learn);
  const CountedStep counted = count_step(learn);
  const double read = fastest([&] { network->read(*samples.input)->first(); });
  const auto states = static_cast<double>(row.batch);
  fmt::print("{:<12}{:<7}{:>6}{:>12}{:>9.0f}{:>8.0f}{:>9.1f}", to_string(row.options.network),
             row.preset, row.batch, std::as_const(*network).weights().size(), states / prepare,
             states / read, states / step);
  if (twin) {
    fmt::print("{:>9.1f}{:>7.2f}", *twin, states / step / *twin);
  } else {
    fmt::print("{:>9}{:>7}", "-", "-");
  }
  const MatrixProducts& products = counted.products;
  INEQ_CHECK(products.calls > 0);  // otherwise the library's sgemm_ came first
  const double speed = products.operations / step;
  fmt::print("{:>9.0f} %{:>10.1f}{:>9.1f}{:>8.1f}{:>7.0f} %\n",
             100 * products.seconds / counted.seconds,
             products.operations / products.seconds / kGiga, speed / kGiga, sgemm / kGiga,
             100 * speed / sgemm);
  std::fflush(stdout);
  return twin.has_value();
}

}  // namespace

void print_network_tables(const std::vector<std::string>& names) {
  if (!has_networks()) {
    fmt::print("\nThis build has no networks to measure.\n");
    return;
  }
  fmt::print("\n{:<12}{:<7}{:>6}{:>12}{:>9}{:>8}{:>9}{:>9}{:>7}{:>11}{:>10}{:>9}{:>8}{:>9}\n", "",
             "", "", "", "", "", "", "PyTorch", "", "time in", "GFLOP/s", "GFLOP/s", "", "of");
  fmt::print("{:<12}{:<7}{:>6}{:>12}{:>9}{:>8}{:>9}{:>9}{:>7}{:>11}{:>10}{:>9}{:>8}{:>9}\n",
             "networks", "preset", "batch", "weights", "prepare", "read", "train", "twin", "ratio",
             "products", "in them", "in all", "sgemm", "sgemm");
  const auto source = make_sample_source(
      {.specifications = {{.weight = 1, .specification = {.k = 3, .l = 7}}}, .hold_out = false});
  bool twins = true;
  for (std::size_t i = 0; i < std::size(kNetworkNames); ++i) {
    if (!names.empty() && std::ranges::count(names, kNetworkNames[i]) == 0) continue;
    const auto kind = static_cast<NetworkKind>(i);
    twins &= print_row(make_row("small", small_network(kind), *source), *source);
    twins &= print_row(make_row("paper", paper_network(kind), *source), *source);
  }
  fmt::print(
      "States of K3 L7 per second of CPU time, on one core, in the fastest of several calls:\n"
      "  prepare   generated and written as arrays (on average)\n"
      "  read      read for values and first choices\n"
      "  train     learned from, with a step of the optimiser\n"
      "  twin      learned from by PyTorch, from the same weights and batch, after a comparison of "
      "losses\n"
      "Of training:\n"
      "  time in products  the share of the time that matrix products take\n"
      "  GFLOP/s           operations of matrix products per second: in them, and in all\n"
      "  sgemm             GFLOP/s of sgemm alone for 1024 x 1024, measured just before\n"
      "  of sgemm          the part of it that training as a whole reaches\n");
  if (!twins) fmt::print("PyTorch is not installed (python3-torch), so there are no twins.\n");
}

}  // namespace ineq
