#pragma once
// Random streams. A stream is identified by a purpose, a seed and a number. Datasets, pools and the
// seeds of benchmark problems use streams, and only this header defines how they are derived.
//
// Streams are derived by mixing, never by adding, so neighbouring seeds, neighbouring numbers and
// different purposes share nothing: theorem 12 of the dataset with seed 7, theorem 12 of the test
// set with seed 7 and environment 12 of a pool with seed 7 are unrelated. (As with any hash, two
// streams coincide by chance about once in 10^19.)
//
// The streams of datasets must not change between releases: every dataset would change with them.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.h"
#include "base/rng.h"

namespace ineq {

// What a stream is for, and what `number` counts.
enum class Purpose : std::uint8_t {
  kDataset,     // theorem `number` of a dataset, as `ineq generate` makes it
  kTest,        // theorem `number` of a test set
  kValidation,  // theorem `number` of a validation set
  kPool,        // environment `number` of a pool
  kProblem,     // the search for a proof of problem `number`
  kTraining,    // sample, theorem or step `number` of a training run
};
inline constexpr std::string_view kPurposeNames[] = {"dataset", "test",    "validation",
                                                     "pool",    "problem", "training"};
constexpr std::string_view to_string(Purpose purpose) {
  return kPurposeNames[static_cast<std::size_t>(purpose)];
}

constexpr std::uint64_t stream_seed(Purpose purpose, std::uint64_t seed, std::uint64_t number) {
  std::uint64_t key = mix(seed);
  if (purpose != Purpose::kDataset) key = mix(key + hash_text(to_string(purpose)));
  return mix(key + number);
}

inline Rng stream(Purpose purpose, std::uint64_t seed, std::uint64_t number) {
  return Rng(stream_seed(purpose, seed, number));
}

}  // namespace ineq
