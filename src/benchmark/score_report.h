#pragma once
// A score as tables for people, and as JSON for leaderboards (docs/benchmark.md).

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "benchmark/frozen_set.h"
#include "benchmark/score.h"
#include "benchmark/table.h"

namespace ineq {

inline constexpr int kScoreFormat = 1;  // the version of the JSON

// What was scored.
struct ScoreSubject {
  std::string name = {};              // of what has made the proofs, as given; empty: none
  std::optional<FrozenSet> set = {};  // if the problems are one
  std::string sha256;                 // see problems_checksum
  std::size_t step_limit = 15;
};

// Of the lines of the problems, each followed by a line feed. For a plain file that this program
// has written, it is the checksum of the file.
std::string problems_checksum(std::span<const TestProblem> problems);

// The rejected proofs, one line each, the problems, the numbers and the rest of the proofs. Texts
// from outside are escaped for a terminal.
std::string score_text(const Score& score, const ScoreSubject& subject, const TableStyle& style);
// The same numbers, with the version of this program. A mean of no problems is null.
nlohmann::ordered_json score_json(const Score& score, const ScoreSubject& subject);

}  // namespace ineq
