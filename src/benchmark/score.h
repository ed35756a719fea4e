#pragma once
// A score: how many problems of a list are proven by submitted proofs, whoever or whatever made
// them.
//
// The kernel checks every proof against the theorem and the rules of its problem. The record that a
// proof comes in only says which problem it is for: its own rules, id and spelling of the theorem
// have no influence on whether it is accepted.
//
// A proof belongs to the problem with the same theorem: the same goal and the same set of premises,
// as the kernel reads them. If problems have ids, a proof with the id of a problem must have its
// theorem, too. If several problems have the same theorem, each needs a proof of its own: proofs go
// to the problems with the same id, then to those with the rules that they claim, then to the
// others in order.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "benchmark/problem.h"
#include "benchmark/summary.h"

namespace ineq {

struct RejectedProof {
  std::string file;
  std::size_t line = 0;
  std::string id;            // of the problem, or else of the proof; may be empty
  std::uint64_t number = 0;  // of the problem
  std::string reason;        // like the id, shortened if it is very long
};

struct Score {
  SolverSummary summary;
  std::uint64_t without_proof = 0;  // problems
  std::uint64_t too_long = 0;       // proofs that the kernel accepts, but over the step limit
  std::uint64_t as_given = 0;       // proven by exactly the proof in the record of the problem
  std::vector<RejectedProof> rejected = {};  // by the kernel, ordered by problem
};

struct ScoreRequest {
  std::span<const TestProblem> problems;
  std::vector<std::string> proofs;  // files
  std::size_t step_limit = 15;      // see ResultSummary; longer proofs do not count
};

// Throws Error, which names the file and the line, if a record cannot be read, if it is a proof of
// another theorem, or if there are more proofs of a theorem than problems with it. Files without
// records are proofs of nothing.
Score make_score(const ScoreRequest& request);

}  // namespace ineq
