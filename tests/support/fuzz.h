#pragma once
// Long random runs of the proof assistant against its naive second version (support/naive.h) and
// against the meaning of statements (support/rational.h). What disagrees is thrown as
// std::runtime_error whose text holds the seed, the theorem and every action. A run is a function
// of its arguments.

#include <array>
#include <cstdint>

namespace ineq {

struct FuzzCounts {
  std::uint64_t steps = 0;                  // actions applied, valid or not
  std::array<std::uint64_t, 8> outcomes{};  // of these, by Outcome
  std::uint64_t theorems = 0;               // where walks began
  std::uint64_t proven = 0;                 // of these: those that were proven
  std::uint64_t derived = 0;                // facts
  std::uint64_t evaluated = 0;  // truth of a statement at a point that satisfies the premises

  FuzzCounts& operator+=(const FuzzCounts& more);
};

// Walks from examples and made-up theorems, under all three rule sets, with actions that range from
// sensible to absurd. After each action: same outcome, goals and facts as the naive state; the
// action's texts read back as the action; equal hashes exactly for equal sets of goals and facts;
// and, where the rules are sound, nothing is proven or derived that is false at a point.
FuzzCounts fuzz(std::uint64_t seed, std::uint64_t steps);

struct FuzzTextCounts {
  std::uint64_t read = 0;     // texts that were accepted
  std::uint64_t refused = 0;  // texts that were answered with Error

  FuzzTextCounts& operator+=(const FuzzTextCounts& more);
};

// Feeds noise and damaged texts to every reader: terms, statements, text and pointer actions,
// records, specifications, lists of orders. Each must be refused with Error or be read as something
// that prints and reads back the same. Proofs that the damaged records hold are believed only if
// the naive state believes them.
FuzzTextCounts fuzz_text(std::uint64_t seed, std::uint64_t rounds);

struct FuzzPoolCounts {
  std::uint64_t steps = 0;      // environments that were moved, whatever came of it
  std::uint64_t changed = 0;    // of these: those whose state changed
  std::uint64_t texts = 0;      // of these: those by text
  std::uint64_t begun = 0;      // episodes
  std::uint64_t proven = 0;     // of these
  std::uint64_t truncated = 0;  // of these
  std::uint64_t refused = 0;    // calls that were answered with Error
  std::uint64_t masks = 0;
  std::uint64_t restored = 0;  // environments, from texts that were good
  std::uint64_t twins = 0;     // batches that a pool with other threads has made as well

  FuzzPoolCounts& operator+=(const FuzzPoolCounts& more);
};

// Drives one pool (env/pool.h) with options, sources, threads, actions, texts and calls that range
// from sensible to absurd, beside a plain model of it (support/pool_model.h). Every batch must
// equal what the model does, and its arrays must fit each other; a call that is refused must have
// changed nothing; a theorem that is proven must be accepted as a record. Sometimes a second pool
// with another number of threads does the same.
FuzzPoolCounts fuzz_pool(std::uint64_t seed, std::uint64_t steps);

}  // namespace ineq
