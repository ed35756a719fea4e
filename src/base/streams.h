#pragma once
// Random streams: everything random is drawn from a stream, and a stream is named by a purpose, a
// seed and a number. This is the one place that says how they are derived.
//
// Streams are derived by mixing, never by adding, so neighbouring seeds and numbers share nothing,
// and neither do different purposes: theorem 12 of the dataset with seed 7, of the test set with
// seed 7 and of environment 0 of a pool with seed 7 are unrelated. (As with all hashes, two names
// collide by chance, about once in 10^19.)
//
// The number counts what the purpose says. The streams of datasets are those of every release:
// changing them changes every dataset.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.h"
#include "base/rng.h"

namespace ineq {

enum class Purpose : std::uint8_t {
  kDataset,     // theorem `number` of a dataset, as `ineq generate` makes it
  kTest,        // theorem `number` of a test set
  kValidation,  // theorem `number` of a validation set
  kPool,        // environment `number` of a pool
  kProblem,     // the search for a proof of problem `number`
};
inline constexpr std::string_view kPurposeNames[] = {"dataset", "test", "validation", "pool",
                                                     "problem"};
constexpr std::string_view to_string(Purpose purpose) {
  return kPurposeNames[static_cast<std::size_t>(purpose)];
}

// The seed of the stream.
constexpr std::uint64_t stream_seed(Purpose purpose, std::uint64_t seed, std::uint64_t number) {
  std::uint64_t key = mix(seed);
  if (purpose != Purpose::kDataset) key = mix(key + hash_text(to_string(purpose)));
  return mix(key + number);
}

inline Rng stream(Purpose purpose, std::uint64_t seed, std::uint64_t number) {
  return Rng(stream_seed(purpose, seed, number));
}

}  // namespace ineq
