// ineq_fuzz: the agreement test without an end in sight. Runs slices of random steps and damaged
// texts until the wanted number of steps is done, or until something disagrees: then it prints how,
// and the slice that repeats it.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>

#include "base/hash.h"
#include "support/fuzz.h"

int main(int argc, char** argv) {
  std::uint64_t steps = 10'000'000;
  std::uint64_t seed = 1;
  CLI::App app("Compares the proof assistant with its naive version on random input.");
  app.add_option("--steps", steps, "actions to apply")->capture_default_str();
  app.add_option("--seed", seed, "where the random numbers begin")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  constexpr std::uint64_t kSlice = 10'000;
  const bool terminal = isatty(STDERR_FILENO) == 1;
  ineq::FuzzCounts counts;
  ineq::FuzzTextCounts texts;
  try {
    for (std::uint64_t slice = 0; counts.steps < steps; ++slice) {
      const std::uint64_t slice_seed = ineq::mix(seed) + slice;
      counts += ineq::fuzz(slice_seed, std::min(kSlice, steps - counts.steps));
      texts += ineq::fuzz_text(slice_seed, kSlice / 10);
      if (terminal) fmt::print(stderr, "\r{} of {} steps", counts.steps, steps);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}{}\n", terminal ? "\n" : "", error.what());
    return 1;
  }
  if (terminal) fmt::print(stderr, "\n");
  fmt::print("{} steps, {} changed the state, {} theorems, {} proven, {} facts derived\n",
             counts.steps, counts.outcomes[0] + counts.outcomes[1], counts.theorems, counts.proven,
             counts.derived);
  fmt::print("{} checks of truth at points; {} texts read, {} refused\n", counts.evaluated,
             texts.read, texts.refused);
}
