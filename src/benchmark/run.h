#pragma once
// The files of an evaluation: a line of JSON for each result, and the records that were proven.
// What an answer alone does not have is null.
//
// They have their own names only when they are complete. Until then they grow under NAME.partial,
// and every now and then NAME.checkpoint says how far they are and of which evaluation, so that a
// run that was killed can go on from there.

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmark/evaluation.h"
#include "files/output.h"

namespace ineq {

class EvaluationLog {
 public:
  struct Request {
    std::string results;                // the file; empty: none
    std::string proofs = {};            // the file; empty: none
    nlohmann::json evaluation = {};     // what must be the same for a run to go on
    std::optional<RuleSet> rules = {};  // as in AgentRequest
    bool resume = false;  // go on where a killed run of the same evaluation has stopped, if any
  };

  // Throws Error, as the other functions do.
  explicit EvaluationLog(const Request& request);

  // The results that are there already, in order.
  const std::vector<ProblemResult>& earlier() const { return earlier_; }
  void add(std::string_view agent, const TestProblem& problem, const ProblemResult& result);
  void keep();  // from now on all that was added outlives the run
  void commit();

 private:
  using Clock = std::chrono::steady_clock;

  std::string checkpoint_path() const { return request_.results + ".checkpoint"; }
  std::vector<std::uint64_t> read_checkpoint();
  void read_earlier();

  Request request_;
  std::uint64_t finished_ = 0;
  std::optional<OutputFile> results_;
  std::optional<OutputFile> proofs_;
  std::vector<ProblemResult> earlier_;
  Clock::time_point kept_ = Clock::now();
};

// A line of the results, and back.
std::string write_result(std::string_view agent, const TestProblem& problem,
                         const ProblemResult& result);
ProblemResult read_result(std::string_view line);

}  // namespace ineq
