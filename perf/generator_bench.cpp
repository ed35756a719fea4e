#include "generator_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <new>
#include <thread>

#include "base/error.h"
#include "generate/dataset_writer.h"
#include "generate/generator.h"
#include "proof/record.h"

namespace {
thread_local std::uint64_t allocated = 0;  // total number of bytes that this thread has allocated
}

void* operator new(std::size_t size) {
  allocated += size;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace ineq {
namespace {

constexpr int kRepeats = 20;

// Returns the time of the fastest of several runs, in microseconds per theorem, because machines
// are noisy.
template <typename Run>
double best_us(std::uint64_t count, const Run& run) {
  double best = std::numeric_limits<double>::max();
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count() / static_cast<double>(count));
  }
  return best;
}

// Before anything is timed, the records are read and checked as a user would.
void verify(Generator& generator) {
  Bank bank;
  for (std::uint64_t i = 0; i < 100; ++i) {
    std::string line;
    append_record(generator, i, {}, line);
    INEQ_CHECK(check_record(bank, generator.rules(), read_record(line)).proven);
  }
}

struct Case {
  std::size_t k, l;
  double original_ms = 0;  // 0: unknown
  double budget_us = 0;    // 0: none
};
constexpr Case kCases[] = {
    {3, 3, 34, 2.5},    {3, 5, 86, 0}, {3, 7, 177, 8}, {5, 7, 131, 0}, {5, 10},  {5, 15},
    {15, 15, 1000, 60}, {5, 20},       {15, 20},       {5, 25},        {15, 25},
};

// Ordered field, degree 0, the first theorems of the default seed.
void print_row(const Case& row) {
  const std::uint64_t count = row.l < 10 ? 2000 : 200;
  Generator generator({.k = row.k, .l = row.l});
  verify(generator);
  const Generator::Attempts before = generator.attempts();
  const std::uint64_t bytes_before = allocated;
  const double alone = best_us(count, [&] {
    for (std::uint64_t i = 0; i < count; ++i) {
      INEQ_CHECK(generator.generate(i).proof().size() == row.l);
    }
  });
  const std::uint64_t bytes = (allocated - bytes_before) / (kRepeats * count);
  const auto kept = static_cast<double>(kRepeats * count) /
                    static_cast<double>(generator.attempts().all() - before.all());
  std::string text;
  const auto with = [&](const StepParts& parts) {
    return best_us(count, [&] {
      text.clear();
      for (std::uint64_t i = 0; i < count; ++i) append_record(generator, i, parts, text);
    });
  };
  const double records = with({});
  const double steps = with({.states = true, .sequences = true});
  const auto if_known = [](double value, const std::string& shown) {
    return value > 0 ? shown : "-";
  };
  fmt::print("K{:<3}L{:<4}{:>9.1f}{:>9}{:>9}{:>9}{:>12.0f}{:>9.1f} %{:>9}{:>11.1f}{:>11.1f}\n",
             row.k, row.l, alone, if_known(row.budget_us, fmt::format("{}", row.budget_us)),
             if_known(row.original_ms, fmt::format("{}", row.original_ms)),
             if_known(row.original_ms, fmt::format("{:.0f}x", row.original_ms * 1e3 / alone)),
             1e6 / alone, 100 * kept, bytes, records, steps);
}

// Times whole datasets, including writing the file, which is discarded.
void print_threads() {
  constexpr std::uint64_t kMany = 50'000;
  const Specification specification{.k = 3, .l = 7};
  double one = 0;
  for (unsigned threads = 1; threads <= std::max(2u, std::thread::hardware_concurrency());
       threads *= 2) {
    const DatasetRequest request{
        .specification = specification, .count = kMany, .out = "/dev/null", .threads = threads};
    const double us =
        best_us(kMany, [&] { write_dataset(request, [](std::uint64_t, std::uint64_t) {}); });
    if (threads == 1) one = us;
    fmt::print("{:>2} threads{:>14.0f} theorems a second{:>10.2f} times as many\n", threads,
               1e6 / us, one / us);
  }
}

}  // namespace

void print_generator_tables() {
  fmt::print("\n{:<9}{:>9}{:>9}{:>9}{:>9}{:>12}{:>11}{:>9}{:>11}{:>11}\n", "generate", "us each",
             "budget", "orig. ms", "ratio", "a second", "kept", "bytes", "as record", "and states");
  for (const Case& row : kCases) print_row(row);
  fmt::print("\ndatasets of K3 L7 into /dev/null\n");
  print_threads();
}

}  // namespace ineq
