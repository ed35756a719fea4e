#pragma once
// Writes datasets to files. Several threads make the theorems, which are written in order, so the
// bytes do not depend on the number of threads.
//
// A file gets its name only when it is complete. Until then it is NAME.partial, and every
// kCheckpoint theorems (kSearchedCheckpoint if each theorem requires a search) NAME.checkpoint
// records the progress, so that an interrupted run can be resumed from there.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/axiom_lists.h"
#include "generate/dataset.h"
#include "generate/generator.h"
#include "generate/specification.h"

namespace ineq {

enum class Format {
  kJsonLines,  // records (docs/proof-format.md)
  kSeq2Seq,    // INT's NAME.src and NAME.tgt: one line per step, each source once
  kFairseq,    // the same as characters with blanks between, for fairseq, and NAME.vocab.txt
};
std::string_view to_string(Format format);  // jsonl, seq2seq, fairseq
template <>
inline constexpr std::size_t kEnumerators<Format> = 3;

struct DatasetRequest {
  Specification specification;
  std::uint64_t first = 0;  // number of the first theorem
  std::uint64_t count = 10;
  Format format = Format::kJsonLines;
  StepParts parts = {};  // of JSON Lines
  std::string out = {};  // `-` is standard output
  unsigned threads = 1;
  // Continue an interrupted run of the same request, if there is one.
  bool resume = false;
  // Leave out theorems whose goal has occurred before, up to renaming of variables. JSON Lines
  // only; one thread makes them, and the run cannot be resumed.
  bool distinct = false;
  const std::atomic<bool>* interrupt = nullptr;  // once true, the run ends as soon as possible
};

// The files that the request makes, for those that have names.
std::vector<std::string> dataset_paths(const DatasetRequest& request);

struct DatasetReport {
  bool is_finished = true;       // otherwise it was interrupted
  std::uint64_t kept = 0;        // if it was: the number of theorems from which it can be resumed
  std::uint64_t resumed_at = 0;  // number of theorems that earlier runs have made
  Generator::Attempts attempts;  // of this run
};

inline constexpr std::uint64_t kCheckpoint = 65'536, kSearchedCheckpoint = 1024;

// Called repeatedly with the number of theorems so far and the number that this run has made.
using DatasetProgress = std::function<void(std::uint64_t, std::uint64_t)>;

// Throws Error if the numbers of the theorems go beyond 2^64.
void require_numbers(const DatasetRequest& request);

// Overwrites existing files. Throws Error if the request is impossible, if a file cannot be
// written, or if there is an unfinished run and `resume` is false.
DatasetReport write_dataset(const DatasetRequest& request, const DatasetProgress& progress);

}  // namespace ineq
