#pragma once
// Long random runs that compare the proof assistant with its naive version (support/naive.h) and
// with the meaning of statements (support/rational.h). A disagreement is thrown as
// std::runtime_error, whose text contains the seed, the theorem and every action. A run depends
// only on its arguments.

#include <array>
#include <cstdint>

namespace ineq {

struct FuzzCounts {
  std::uint64_t steps = 0;                  // actions applied, valid or not
  std::array<std::uint64_t, 8> outcomes{};  // number of steps by outcome
  std::uint64_t theorems = 0;               // number of walks
  std::uint64_t proven = 0;                 // theorems that were proven
  std::uint64_t derived = 0;                // facts that were derived
  std::uint64_t evaluated = 0;  // statements evaluated at a point that satisfies the premises

  FuzzCounts& operator+=(const FuzzCounts& more);
};

// Random walks from examples and random theorems, under all three rule sets, with actions that
// range from sensible to absurd. After each action it checks that outcome, goals and facts are
// those of the naive state; that the texts of the action are read back as the same action; that
// hashes are equal exactly for equal sets of goals and facts; and, if the rules are sound, that
// nothing is proven or derived that is false at a point.
FuzzCounts fuzz(std::uint64_t seed, std::uint64_t steps);

struct FuzzTextCounts {
  std::uint64_t read = 0;     // texts that were accepted
  std::uint64_t refused = 0;  // texts that were refused with Error

  FuzzTextCounts& operator+=(const FuzzTextCounts& more);
};

// Feeds noise and damaged texts to every reader: terms, statements, text and pointer actions,
// records, specifications, lists of orders. Each text must be refused with Error, or the result
// must be the same after printing and reading it again. A proof in a damaged record may be accepted
// only if the naive state accepts it.
FuzzTextCounts fuzz_text(std::uint64_t seed, std::uint64_t rounds);

struct FuzzPoolCounts {
  std::uint64_t steps = 0;      // steps of environments, valid or not
  std::uint64_t changed = 0;    // steps that changed the state
  std::uint64_t texts = 0;      // steps given as text
  std::uint64_t begun = 0;      // episodes
  std::uint64_t proven = 0;     // episodes that ended with a proof
  std::uint64_t truncated = 0;  // episodes that ended at the step limit
  std::uint64_t refused = 0;    // calls that were refused with Error
  std::uint64_t masks = 0;
  std::uint64_t restored = 0;  // environments restored from valid texts
  std::uint64_t twins = 0;     // batches compared with a pool that has another number of threads

  FuzzPoolCounts& operator+=(const FuzzPoolCounts& more);
};

// Drives one pool (env/pool.h) with options, sources, threads, actions, texts and calls that range
// from sensible to absurd, beside a plain model of it (support/pool_model.h). Every batch must
// equal what the model does, and its arrays must fit each other; a call that is refused must have
// changed nothing; a theorem that is proven must be accepted as a record. Sometimes a second pool
// with another number of threads does the same.
FuzzPoolCounts fuzz_pool(std::uint64_t seed, std::uint64_t steps);

}  // namespace ineq
